import * as fc from 'fast-check';

export interface Edit {
  /** Relative to the workspace. */
  readonly file: string;
  readonly text: string;
}

export type Step =
  /** By a shell, which announces nothing; an absent text deletes the file. */
  | { readonly kind: 'shell'; readonly file: string; readonly text?: string }
  /** The same with many files, and with more than are told apart if `isBig`. */
  | { readonly kind: 'checkout'; readonly edits: readonly Edit[]; readonly isBig: boolean }
  /** By a tool: all are written, then asked about, in one question or in one each, at once. */
  | {
      readonly kind: 'edit';
      readonly edits: readonly Edit[];
      readonly others: boolean;
      readonly together: boolean;
    }
  /** By a shell: the file has another name, and its times. */
  | { readonly kind: 'renamed'; readonly file: string; readonly to: string }
  /**
   * What is asked, about edits or without any, and the caller goes away before the answer: once it has had so
   * many others.
   */
  | {
      readonly kind: 'interrupted';
      readonly asked: 'check' | 'others' | 'all' | 'proposal';
      readonly edits: readonly Edit[];
      readonly after: number;
    }
  /** An edit whose server is killed meanwhile, and started anew by a person. */
  | { readonly kind: 'edit and crash'; readonly edit: Edit; readonly server: string }
  /** A tree that is not there. With `edit`, one comes meanwhile. */
  | {
      readonly kind: 'proposal';
      readonly edits: readonly Edit[];
      readonly deleted?: string | undefined;
      readonly edit?: Edit | undefined;
    }
  | { readonly kind: 'deleted'; readonly file: string }
  | { readonly kind: 'unchanged'; readonly file: string }
  /** `lsp/diagnostics`. */
  | { readonly kind: 'all' }
  /** A hover. */
  | { readonly kind: 'navigation'; readonly file: string }
  /** The process is killed, and started anew by a person. */
  | { readonly kind: 'crash'; readonly server: string }
  /** The same in two steps, with others in between; all servers are started anew. */
  | { readonly kind: 'killed'; readonly server: string }
  | { readonly kind: 'restarted' }
  /** All servers are shut down because nobody asks. */
  | { readonly kind: 'rest' }
  /** The project has another environment, which other processes serve. */
  | { readonly kind: 'environment'; readonly number: 0 | 1 | 2 };

/** What sequences are made of. */
export interface Material {
  readonly file: fc.Arbitrary<string>;
  /** One file, and what is written into it. */
  readonly edit: fc.Arbitrary<Edit>;
  readonly server: fc.Arbitrary<string>;
  /** Whether an edit asks about other files. */
  readonly others: fc.Arbitrary<boolean>;
}

type Weighted = fc.WeightedArbitrary<Step>;

const manyEdits = (edit: Material['edit'], minLength: number, maxLength: number): fc.Arbitrary<Edit[]> =>
  fc.uniqueArray(edit, { minLength, maxLength, selector: (each) => each.file });

/** Steps that any workspace can take. */
export function steps({ file, edit, server, others }: Material): Weighted[] {
  return [
    {
      weight: 6,
      arbitrary: edit.map(({ file: changed, text }): Step => ({ kind: 'shell', file: changed, text })),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('shell'), file }) },
    {
      weight: 10,
      arbitrary: fc.record({
        kind: fc.constant('edit'),
        edits: manyEdits(edit, 1, 3),
        others,
        together: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('renamed'), file, to: file }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('interrupted'),
        asked: fc.constantFrom('check', 'others', 'others', 'all', 'proposal'),
        edits: manyEdits(edit, 0, 3),
        after: fc.nat({ max: 3 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit and crash'), edit, server }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('proposal'),
        edits: manyEdits(edit, 1, 2),
        deleted: fc.option(file, { nil: undefined, freq: 3 }),
        edit: fc.option(edit, { nil: undefined, freq: 2 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('deleted'), file }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('unchanged'), file }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('all') }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('navigation'), file }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('crash'), server }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('killed'), server }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('restarted') }) },
    { weight: 2, arbitrary: checkouts(edit, false) },
  ];
}

/** Steps that only fakes can take, or take in a moment. */
export function stepsOfFakes({ edit }: Material): Weighted[] {
  return [
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('rest') }) },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('environment'), number: fc.constantFrom(0, 1, 2) }),
    },
    { weight: 2, arbitrary: checkouts(edit, true) },
  ];
}

function checkouts(edit: Material['edit'], isBig: boolean): fc.Arbitrary<Step> {
  return fc.record({
    kind: fc.constant('checkout'),
    edits: manyEdits(edit, 3, 5),
    isBig: fc.constant(isBig),
  });
}
