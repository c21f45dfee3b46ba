import { base, boundedReads, off, tests } from '../../scripts/lib/lint/base.mjs';
import { lookedFor } from '../../scripts/lib/lint/looked-for.mjs';

/**
 * From the top down: a file imports from its own room and from rooms below it, never from one above.
 * Of two rooms on one step, neither imports the other: only serve.ts and serve-shared.ts know engine
 * and languages. The names are folders of src, and the files of src itself where they end in .ts.
 */
const layers = [
  [
    'main.ts',
    'bootstrap.ts',
    'before-loading.ts',
    'serve.ts',
    'serve-shared.ts',
    'shared-session.ts',
    'terminated.ts',
    'settings.ts',
    'host-settings.ts',
    'parent-watch.ts',
  ],
  ['channels'],
  ['engine', 'languages'],
  ['backend'],
  ['client'],
  ['jsonrpc'],
  ['trace'],
  ['support'],
];
/** Where a server's own vocabulary (LSP) is spoken. All other folders use ours, types.ts. */
const lspFolders = [
  'backend/diagnostics',
  'backend/fixes',
  'backend/navigation',
  'languages',
  'client',
  'jsonrpc',
];

const protocol = {
  regex: '^vscode-languageserver',
  message:
    "LSP's own types end at the edge where they are converted: " +
    `only ${lspFolders.join(', ')} import them, and only as types.`,
};
const host = {
  regex: 'packages/core|llxprt-lsp-core',
  message: 'The host is another process; nothing of it is imported.',
};

const network = {
  regex: '^(node:)?(https?|http2|net|tls|dgram)$',
  message: 'Nothing is sent anywhere (REQ-OBS-030).',
};
const everywhere = [host, network];

/** REQ-EXCL-010, 030: what the product leaves to others, it does not ask a server for either. */
const neverAsked = {
  selector:
    'Literal[value=/^(textDocument\\/(inlineC|c)ompletion|' +
    'textDocument\\/(range|ranges|onType)?[fF]ormatting|' +
    'completionItem\\/)/]',
  message: 'No completion, no formatting: findings and tried fixes are what we report.',
};
/** REQ-EXCL-020: no server changes a file. So only one place asks for code actions, and runs commands. */
const outOfScope = {
  selector: `${neverAsked.selector}, Literal[value=/^(textDocument\\/)?codeAction(\\/resolve)?$/]`,
  message: 'No completion, no formatting; code actions are asked for in backend/fixes alone.',
};
/** REQ-EXCL-040. Timers that fire once are fine: deadlines and debounces need them. */
const polling = {
  selector: 'CallExpression[callee.name="setInterval"], ImportSpecifier[imported.name=/^watch(File)?$/]',
  message: 'Findings are collected after a write, never by polling.',
};

const nothing = {
  regex: '^(?!\\./settings-table\\.js$)',
  message: 'The wire vocabulary stands in two packages: it imports nothing but the table of settings.',
};

/** Bun runs the hooks of a suite whose tests are all skipped. */
const hookOfSkipped = {
  selector:
    'Program:has(ImportDeclaration[source.value=/\\/needs\\.ts$/]) ' +
    'ImportDeclaration[source.value="bun:test"] ImportSpecifier[imported.name=/^(before|after)All$/]',
  message:
    'Bun runs hooks also where all tests are skipped: those of testWith() do not (test.beforeAll, ' +
    'define.afterAll).',
};

/** The tests of a language, beside it. */
const languageTests = 'src/languages/*/test/**';

/**
 * What the files of one place must not import, and what is not written there.
 * @param {string} files
 * @param {import('../../scripts/lib/lint/plugin.mjs').Pattern[]} patterns
 * @param {import('../../scripts/lib/lint/plugin.mjs').Syntax[]} [syntax]
 * @returns {import('../../scripts/lib/lint/base.mjs').Override}
 */
const place = (files, patterns, syntax = [outOfScope]) => ({
  files: [files],
  excludeFiles: [languageTests],
  rules: {
    'own/imports': ['error', ...patterns],
    'own/syntax': ['error', ...syntax],
    'own/retired-words': 'error',
  },
});

/** @param {string[]} rooms */
const notFrom = (rooms) =>
  rooms.map((name) => ({
    regex: `^\\.\\.?/(.*/)?${endOf(name)}`,
    message: `${name} is a higher layer: ${layers.map((layer) => layer.join(', ')).join(' > ')}.`,
  }));

/**
 * Of a path that is imported.
 * @param {string} name of a room, or of a file
 */
function endOf(name) {
  return name.endsWith('.ts') ? `${name.slice(0, -'.ts'.length)}(\\.[jt]s)?$` : `${name}/`;
}

/** @param {string} room */
function forbidden(room) {
  const depth = layers.findIndex((layer) => layer.includes(room));
  const beside = (layers[depth] ?? []).filter((name) => name !== room && !name.endsWith('.ts'));
  const isTop = depth === 0;
  // Channels reach languages through the engine alone.
  const skipped = room === 'channels' ? ['languages'] : [];
  return isTop ? [] : notFrom([...layers.slice(0, depth).flat(), ...beside, ...skipped]);
}

/**
 * The rooms of a folder, from the top down; those on one step do not import each other.
 * @type {Record<string, string[][]>}
 */
export const ladders = {
  engine: [
    ['orchestrator.ts', 'checks.ts', 'workspace-service.ts'],
    ['refactor', 'fixes', 'enrich', 'status', 'project'],
    ['origins', 'navigate'],
    ['others'],
    ['question'],
    ['session'],
    ['changes'],
    ['disk'],
    ['base'],
  ],
  'engine/session': [['pool'], ['server', 'compiler'], ['*.ts']],
  client: [['lsp-client.ts', 'request-with-retry.ts'], ['protocol'], ['documents', 'process']],
};

/**
 * What the files of a room of a ladder must not import: the rooms above and beside it.
 * @param {string} folder
 * @param {string} room
 * @returns {import('../../scripts/lib/lint/plugin.mjs').Pattern[]}
 */
function above(folder, room) {
  const ladder = ladders[folder] ?? [];
  const depth = ladder.findIndex((step) => step.includes(room));
  const names = ladder
    .slice(0, depth + 1)
    .flat()
    .filter((name) => name !== room);
  const ladderText = ladder.map((step) => step.join(', ')).join(' > ');
  return names.map((name) => ({
    regex: `^\\.\\.?/(\\.\\./)*(${folder}/|${folder.split('/').at(-1)}/)?${endOf(name)}`,
    message: `${name} is a higher room of ${folder}: ${ladderText}.`,
  }));
}

/** A place for each room; of rooms in one another, the inner one comes last and has the rules of both. */
const rooms = Object.entries(ladders).flatMap(([folder, ladder]) => {
  const [layer = ''] = folder.split('/');
  const own = lspFolders.includes(layer) ? { ...protocol, types: true } : protocol;
  const outer = folder
    .split('/')
    .slice(1)
    .flatMap((room) => above(layer, room));
  return ladder
    .flat()
    .filter((room) => room === '*.ts' || !room.endsWith('.ts'))
    .map((room) =>
      place(
        `src/${folder}/${room === '*.ts' ? room : `${room}/**`}`,
        [own, ...everywhere, ...forbidden(layer), ...outer, ...above(folder, room)],
        [outOfScope, polling],
      ),
    );
});

/** @type {import('../../scripts/lib/lint/base.mjs').Config} */
export default {
  ...base,
  rules: {
    ...base.rules,
    'no-console': ['error', { allow: ['error'] }],
    'no-restricted-globals': [
      'error',
      ...['fetch', 'WebSocket', 'EventSource'].map((name) => ({ name, message: network.message })),
    ],
  },
  overrides: [
    ...base.overrides,
    // A file of src that is in no room may be imported by all of them, so it imports none.
    place('src/**', [protocol, ...everywhere, ...notFrom(layers.flat())]),
    ...layers.flat().map((room) => {
      const patterns = [
        lspFolders.includes(room) ? { ...protocol, types: true } : protocol,
        ...everywhere,
        ...forbidden(room),
      ];
      return room.endsWith('.ts')
        ? place(`src/${room}`, patterns)
        : place(`src/${room}/**`, patterns, [outOfScope, polling]);
    }),
    ...rooms,
    ...['backend/diagnostics', 'backend/navigation'].map((folder) =>
      place(
        `src/${folder}/**`,
        [{ ...protocol, types: true }, ...everywhere, ...forbidden('backend')],
        [outOfScope, polling],
      ),
    ),
    place(
      'src/backend/fixes/**',
      [{ ...protocol, types: true }, ...everywhere, ...forbidden('backend')],
      [neverAsked, polling],
    ),
    place('src/types.ts', [nothing]),
    // Core formats by these, too: its lint holds them to what it has.
    place('src/diagnostics.ts', [
      {
        regex: '^(?!\\./types\\.js$)',
        message: 'It stands in two packages: it imports nothing but the wire types.',
      },
    ]),
    // The channel reads a pipe of the host's, the watchdog what Linux says of processes.
    boundedReads(
      ['src/**'],
      [languageTests, 'src/support/read-file.ts', 'src/channels/mcp/mcp-channel.ts', 'src/watchdog.ts'],
    ),
    // Tables are as long as they have to be.
    { files: ['src/types.ts'], rules: off('max-lines') },
    tests(['test/**', languageTests]),
    // bun:test types expect(...).rejects and resolves as if they were synchronous.
    {
      files: ['test/**', languageTests],
      rules: {
        ...off('no-console', 'typescript/await-thenable'),
        'own/syntax': ['error', hookOfSkipped, lookedFor],
      },
    },
    // Older servers read the fields that newer versions of LSP call deprecated, rootUri for one.
    { files: ['src/client/**'], rules: off('typescript/no-deprecated') },
    // It looks for them.
    { files: ['src/channels/tools/vscode/uri.ts'], rules: off('no-control-regex') },
  ],
};
