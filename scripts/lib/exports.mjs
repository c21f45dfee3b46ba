import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * The folders in which each exported name stands once: whoever meets a name has one file to read.
 * The benches are no library.
 */
export const packages = [
  'packages/core/src',
  'packages/lsp/src',
  'packages/cli/src',
  'packages/pi-extension/src',
  'packages/opencode-plugin/src',
  'packages/e2e/support',
];

/**
 * What may share names.
 * @typedef {{
 *   namespaces: Readonly<Record<string, string>>,
 *   families: readonly { folders: readonly string[], why: string }[]
 * }} Exceptions
 *
 * `namespaces`: files whose names are imported as `* as`, so that each use says whose it is, and the
 * reason. A name that is imported by itself nevertheless counts as that of any other file.
 * `families`: folders that may have the same names as each other, each of them once.
 */

/** @type {Exceptions} */
export const exceptions = {
  namespaces: {
    'packages/lsp/src/backend/navigation/questions.ts': "LSP's requests, by LSP's names",
    'packages/lsp/src/channels/tools/lsp/schema-fields.ts': 'fields of the tools of one catalogue',
    'packages/lsp/src/channels/tools/lsp/schemas.ts': 'the tools and types of one catalogue',
    'packages/lsp/src/channels/tools/vscode/schemas.ts': 'the tools and types of one catalogue',
  },
  families: [
    {
      folders: ['packages/lsp/src/channels/tools/lsp', 'packages/lsp/src/channels/tools/vscode'],
      why: 'two catalogues of tools have the same verbs, and neither imports the other',
    },
  ],
};

/**
 * The files of a folder with their texts, by their paths; tests are left out.
 * @param {string} folder relative to the root
 * @returns {Record<string, string>}
 */
export function sourcesIn(folder) {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts') && !name.includes('/test/'));
  return Object.fromEntries(names.toSorted().map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}

/**
 * The names that several files export, types too, with the files; re-exports are none.
 * @param {Readonly<Record<string, string>>} sources
 * @param {Exceptions} allowed
 * @returns {Record<string, string[]>}
 */
export function sharedNames(sources, { namespaces, families } = exceptions) {
  const used = new Set(Object.entries(sources).flatMap(([path, text]) => importedBy(path, text)));
  /** @type {Map<string, string[]>} */
  const files = new Map();
  for (const [path, text] of Object.entries(sources)) {
    for (const name of exportedBy(text)) {
      if (namespaces[path] === undefined || used.has(`${path} ${name}`))
        files.set(name, [...(files.get(name) ?? []), path]);
    }
  }
  const isFamily = (/** @type {string[]} */ paths) =>
    families.some(({ folders }) => {
      const homes = paths.map((path) => folders.findIndex((folder) => path.startsWith(`${folder}/`)));
      return !homes.includes(-1) && new Set(homes).size === homes.length;
    });
  const shared = [...files].filter(([, paths]) => paths.length > 1 && !isFamily(paths));
  return Object.fromEntries(shared.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const DECLARATION =
  /^export (?:declare |abstract |async )*(?:function\*?|const|let|type|interface|class|enum) ([\w$]+)/gm;
const PATTERN = /^export (?:const|let) \{([^}]*)\}/gm;
const LIST = /^export (?:type )?\{([^}]*)\}(?! from)/gm;
const IMPORT = /^import (?:type )?(?:[\w$]+, )?\{([^}]*)\} from '([^']+)'/gm;

/**
 * The names that a file declares and exports, as Prettier formats it.
 * @param {string} text
 * @returns {string[]} each once
 */
export function exportedBy(text) {
  const imported = new Set(
    [...text.matchAll(IMPORT)].flatMap(([, list = '']) => pairsIn(list).map(([, name]) => name)),
  );
  const listed = [...text.matchAll(LIST)].flatMap(([, list = '']) => pairsIn(list));
  return [
    ...new Set([
      ...[...text.matchAll(DECLARATION)].map(([, name = '']) => name),
      ...[...text.matchAll(PATTERN)].flatMap(([, list = '']) => pairsIn(list).map(([, name]) => name)),
      ...listed.flatMap(([own, name]) => (imported.has(own) ? [] : [name])),
    ]),
  ];
}

/**
 * `path name` of each name that a file imports by itself.
 * @param {string} path
 * @param {string} text
 */
const importedBy = (path, text) =>
  [...text.matchAll(IMPORT)].flatMap(([, list = '', from = '']) => {
    const target = join(path, '..', from).replaceAll('\\', '/').replace(/\.js$/, '.ts');
    return pairsIn(list).map(([name]) => `${target} ${name}`);
  });

/**
 * Each name of a list of imports or exports, or of a pattern, and the name that it gets.
 * @param {string} list
 * @returns {[string, string][]}
 */
const pairsIn = (list) =>
  list.split(',').flatMap((item) => {
    const [own = '', name = own] = item
      .trim()
      .replace(/^type /, '')
      .split(/ as |: /);
    return own === '' ? [] : [[own, name]];
  });
