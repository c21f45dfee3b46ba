import * as fc from 'fast-check';

export const MODULES = ['a', 'b', 'c', 'd', 'e'] as const;
export type Module = (typeof MODULES)[number];

/**
 * The names that modules define. Each server judges imports of one, so that neither hides a finding of another
 * one. They are built in, and their programs are fakes that cache.
 */
export const NAMES = ['f', 'g', 'h'] as const;
export type Name = (typeof NAMES)[number];

/** Their imports are read. */
export const READ = { pyright: 'f', ty: 'g' } as const;
/** Theirs are not: one publishes all that it finds before a barrier, the other answers questions only. */
export const UNREAD = { gopls: 'h', 'pulls-only': 'h' } as const;
export type ServerId = keyof typeof READ | keyof typeof UNREAD;

/** What stays the same while a sequence is played. */
export interface World {
  readonly third: keyof typeof UNREAD | 'none';
  /** Of one service, which they share where there are two; they ask by turns. */
  readonly hosts: 1 | 2;
  /** Servers that nobody asks for a moment are shut down. */
  readonly idles: boolean;
}

export interface Edit {
  readonly module: Module;
  readonly text: string;
}

export type Step =
  /** By a shell, which announces nothing; an absent text deletes the file. */
  | { readonly kind: 'shell'; readonly module: Module; readonly text?: string }
  /** The same with many files, and with more than are told apart if `isBig`. */
  | { readonly kind: 'checkout'; readonly edits: readonly Edit[]; readonly isBig: boolean }
  /** By a tool: all are written, then asked about, in one question or in one each, at once. */
  | {
      readonly kind: 'edit';
      readonly edits: readonly Edit[];
      readonly others: boolean;
      readonly together: boolean;
    }
  /** The same, and the caller goes away before the answer. */
  | { readonly kind: 'interrupted'; readonly edit: Edit }
  | { readonly kind: 'deleted'; readonly module: Module }
  | { readonly kind: 'unchanged'; readonly module: Module }
  /** `lsp/diagnostics`. */
  | { readonly kind: 'all' }
  /** Each server tells what it finds in the file. */
  | { readonly kind: 'navigation'; readonly module: Module }
  /** The process is killed, and started anew by a person. */
  | { readonly kind: 'crash'; readonly server: ServerId }
  /** The same in two steps, with others in between. */
  | { readonly kind: 'killed' | 'restarted'; readonly server: ServerId }
  /** All servers are shut down because nobody asks. */
  | { readonly kind: 'rest' }
  /** The project has another environment, which other processes serve. */
  | { readonly kind: 'environment'; readonly number: 0 | 1 | 2 };

const module = fc.constantFrom(...MODULES);
const text = fc
  .record({
    defined: fc.subarray([...NAMES]),
    imported: fc.array(fc.tuple(module, fc.constantFrom(...NAMES)), { maxLength: 3 }),
  })
  .map(({ defined, imported }) =>
    [
      ...imported.map(([from, name]) => `from ${from} import ${name}`),
      ...defined.map((name) => `def ${name}`),
      '',
    ].join('\n'),
  );
const edit: fc.Arbitrary<Edit> = fc.record({ module, text });
const edits = (minLength: number, maxLength: number): fc.Arbitrary<Edit[]> =>
  fc.uniqueArray(edit, { minLength, maxLength, selector: (each) => each.module });
const server: fc.Arbitrary<ServerId> = fc.constantFrom('pyright', 'ty', 'gopls', 'pulls-only');

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('shell'), module, text }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('shell'), module }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('edit'),
      edits: edits(1, 3),
      others: fc.boolean(),
      together: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('interrupted'), edit }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deleted'), module }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('unchanged'), module }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('all') }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('navigation'), module }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('crash'), server }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('killed', 'restarted'), server }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rest') }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('environment'), number: fc.constantFrom(0, 1, 2) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('checkout'), edits: edits(3, 5), isBig: fc.constant(false) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('checkout'), edits: edits(3, 5), isBig: fc.constant(true) }),
  },
);

export interface Sequence {
  readonly world: World;
  readonly steps: readonly Step[];
}

export const sequence: fc.Arbitrary<Sequence> = fc.record({
  world: fc.record({
    third: fc.constantFrom('none', 'gopls', 'pulls-only'),
    hosts: fc.constantFrom(1, 2),
    idles: fc.boolean(),
  }),
  steps: fc.array(step, { minLength: 8, maxLength: 30, size: 'max' }),
});
