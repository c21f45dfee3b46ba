import type { Random } from '../random.js';

/**
 * How a package is reached and judged.
 *
 * `plain` exports its sources; `strict` too, under an option of its own; `subpaths` through a map of
 * exports; `dist` exports what was built; `composite` too, and is a project reference; `alias` imports
 * by `paths`; `javascript` is checked JavaScript and `mixed` imports it; `odd` has a TypeScript of its
 * own.
 */
export type Kind =
  'plain' | 'strict' | 'subpaths' | 'dist' | 'composite' | 'alias' | 'javascript' | 'mixed' | 'odd';

/**
 * Which project holds the tests, which the package's own tsconfig.json excludes: none at all, a
 * tsconfig.test.json `beside` it that nobody names, or one that a `solution` style tsconfig.json
 * references.
 */
export type Tests = 'nobody' | 'beside' | 'solution';

export interface Package {
  /** 1-based. */
  readonly number: number;
  /** `07`: the end of all the names in it. */
  readonly id: string;
  readonly name: string;
  /** Relative to the workspace, with `/`. */
  readonly folder: string;
  readonly kind: Kind;
  readonly tests: Tests | undefined;
  /** Nearest first. */
  readonly imports: readonly Package[];
  /** Its `Item` extends that of the first import, so that a change there reaches all that is built on it. */
  readonly inherits: boolean;
}

const KINDS: readonly (Kind | readonly [Kind, Tests])[] = [
  ...([
    'strict',
    'plain',
    'subpaths',
    'dist',
    ['plain', 'nobody'],
    'alias',
    ['plain', 'beside'],
    'dist',
  ] as const),
  ...([
    'composite',
    'composite',
    'composite',
    'composite',
    'composite',
    'composite',
    'plain',
    'alias',
    'subpaths',
  ] as const),
  ...([
    ['plain', 'solution'],
    'javascript',
    'mixed',
    'odd',
    'dist',
    'composite',
    'composite',
    'composite',
    'composite',
  ] as const),
  ...(['plain', 'alias', 'subpaths', 'plain'] as const),
];

/** Whose declarations or sources hold in the program of whom, whatever options that has. */
const IMPORTABLE: Readonly<Record<Kind, readonly Kind[]>> = {
  plain: ['strict', 'plain', 'subpaths', 'dist', 'odd'],
  strict: [],
  subpaths: ['strict', 'plain', 'subpaths', 'dist', 'odd'],
  // What it declares is read by composite packages, which may hold no source but their own.
  dist: ['dist'],
  composite: ['composite', 'dist'],
  alias: ['strict', 'plain', 'subpaths', 'odd'],
  javascript: [],
  mixed: ['javascript', 'plain', 'strict'],
  odd: ['strict', 'plain', 'subpaths', 'dist'],
};

/**
 * Each package imports its nearest predecessor that it can; most import the first one, too, and
 * some another one.
 */
export function layOut(random: Random): Package[] {
  const packages: Package[] = [];
  for (const [index, entry] of KINDS.entries()) {
    const [kind, tests] = typeof entry === 'string' ? [entry, undefined] : entry;
    const id = String(index + 1).padStart(2, '0');
    const candidates = packages.filter((other) => IMPORTABLE[kind].includes(other.kind)).reverse();
    const [first, hub] = [candidates[0], candidates.at(-1)];
    const chosen = [
      first,
      random.chance(0.6) ? hub : undefined,
      candidates.length > 0 && random.chance(0.5) ? random.pick(candidates) : undefined,
    ];
    const imports = [...new Set(chosen.filter((other) => other !== undefined))];
    const inherits = first !== undefined && first.kind !== 'javascript' && random.chance(0.5);
    packages.push({
      number: index + 1,
      id,
      name: `@mono/p${id}`,
      folder: `packages/p${id}`,
      kind,
      tests,
      imports,
      inherits,
    });
  }
  return packages;
}
