import * as fc from 'fast-check';

import type { ServerConfig } from '../../../src/types.ts';
import { fake } from '../../harness/lab.ts';
import type { Edit, Material } from './steps.ts';
import type { Errors, Truth } from './truth.ts';

const MODULES = ['a', 'b', 'c', 'd', 'e'] as const;
/** The names that modules define. Each server judges imports of one, so that none hides what another finds. */
const NAMES = ['f', 'g', 'h'] as const;
type Name = (typeof NAMES)[number];

/** Built in, so that their imports are read; their programs are fakes that cache. */
const READ: Readonly<Record<string, Name>> = { pyright: 'f', ty: 'g' };
/** Theirs are not: one publishes all that it finds before a barrier, the other answers questions only. */
const UNREAD: Readonly<Record<'gopls' | 'pulls-only' | 'linter', Name>> = {
  gopls: 'h',
  'pulls-only': 'h',
  linter: 'h',
};

/** What stays the same while a sequence is played. */
export interface World {
  readonly third: keyof typeof UNREAD | 'none';
  /** Of one service, which they share where there are several; they ask by turns. */
  readonly hosts: 1 | 2 | 3;
  /** Servers that nobody asks for a moment are shut down. */
  readonly idles: boolean;
  /** Each server answers each question whose number this divides too late; 0: none. */
  readonly late: number;
}

export const world: fc.Arbitrary<World> = fc.record({
  third: fc.constantFrom('none', 'gopls', 'pulls-only', 'linter'),
  hosts: fc.constantFrom(1, 1, 2, 3),
  idles: fc.boolean(),
  late: fc.constantFrom(0, 0, 0, 0, 3, 5),
});

const fileOf = (name: string): string => `${name}.py`;
const module = fc.constantFrom(...MODULES);
const file = module.map(fileOf);
const text = fc
  .record({
    defined: fc.subarray([...NAMES]),
    imported: fc.array(fc.tuple(module, fc.constantFrom(...NAMES)), { maxLength: 3 }),
    isRefused: fc.nat({ max: 19 }).map((number) => number === 19),
  })
  .map(({ defined, imported, isRefused }) =>
    [
      ...(isRefused ? ['# REFUSED'] : []),
      ...imported.map(([from, name]) => `from ${from} import ${name}`),
      ...defined.map((name) => `def ${name}`),
      '',
    ].join('\n'),
  );
const edit: fc.Arbitrary<Edit> = fc.record({ file, text });

export const material: Material = {
  file,
  edit,
  server: fc.constantFrom(...Object.keys(READ), ...Object.keys(UNREAD)),
  others: fc.boolean(),
};

export const FILES: Readonly<Record<string, string>> = Object.fromEntries(
  MODULES.map((name) => [fileOf(name), NAMES.map((defined) => `def ${defined}\n`).join('')]),
);

function judgedBy({ third }: World): Readonly<Record<string, Name>> {
  return { ...READ, ...(third !== 'none' && { [third]: UNREAD[third] }) };
}

export function serversOf(of: World): Record<string, ServerConfig> {
  return Object.fromEntries(
    Object.entries(judgedBy(of)).map(([id, judged]) => {
      const publishes = id === 'gopls' ? ['--publishes'] : [];
      const late = of.late === 0 ? [] : ['--late', String(of.late)];
      const args = [judged, ...publishes, ...late];
      const role = id === 'linter' ? ({ role: 'linter' } as const) : {};
      return [id, fake('caches.ts', { args, extensions: ['.py'], ...role })];
    }),
  );
}

export function truthOf(of: World): Truth {
  const judged = judgedBy(of);
  return {
    servers: Object.keys(judged),
    ofAnyTree: true,
    serves: () => true,
    errors: (texts, servers) =>
      Promise.resolve(
        errorsIn(texts, new Set(servers.flatMap((server) => (server === 'linter' ? [] : judged[server])))),
      ),
    // A linter's last findings are quoted where their lines have not changed.
    shown: ({ message }) => (of.third === 'linter' && message.endsWith(' h') ? undefined : message),
    isRefused: (text) => text.includes('REFUSED'),
    isLinter: (server) => server === 'linter',
    hover: (server, asked, texts) => {
      const errors = errorsIn(texts, new Set([judged[server]]))[asked] ?? [];
      return `${judged[server] ?? ''}: ${errors.length === 0 ? 'fine' : errors.join(', ')}`;
    },
  };
}

function errorsIn(texts: ReadonlyMap<string, string>, judged: ReadonlySet<string | undefined>): Errors {
  const errorsOf = (of: string): string[] =>
    (of.includes('REFUSED') ? '' : of).split('\n').flatMap((line) => {
      const [, from = '', wanted] = /^from (\w+) import (\w+)/.exec(line) ?? [];
      if (wanted === undefined || !judged.has(wanted)) return [];
      const defines = new RegExp(`^(def|from \\w+ import) ${wanted}\\b`, 'm');
      return defines.test(texts.get(fileOf(from)) ?? '') ? [] : [`${from} has no ${wanted}`];
    });
  const all = [...texts].map(([name, of]): [string, string[]] => [name, errorsOf(of).sort()]);
  return Object.fromEntries(all.filter(([, errors]) => errors.length > 0));
}
