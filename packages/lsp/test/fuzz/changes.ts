import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import * as fc from 'fast-check';

import { type Budget, type Details, type FuzzTarget, Runs } from '../../../../scripts/lib/fuzz/target.ts';
import type { Diagnostic } from '../../src/types.ts';
import { fake, Lab, outcomes } from '../harness/lab.ts';

const MODULES = ['a', 'b', 'c', 'd', 'e'] as const;
const NAMES = ['f', 'g'] as const;
/**
 * Each judges imports of one name, so that neither hides a finding of the other. They are built in, so that the
 * engine reads their imports; their programs are fakes that cache.
 */
const SERVERS = { pyright: 'f', ty: 'g' } as const;
/** Longer than any answer takes, ms. */
const FAR = 60_000;

type Module = (typeof MODULES)[number];

interface Edit {
  readonly module: Module;
  readonly text: string;
}

type Step =
  /** By a shell, which announces nothing; an absent text deletes the file. */
  | { readonly kind: 'shell'; readonly module: Module; readonly text?: string }
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
  /** The process is killed, and started anew by a person. */
  | { readonly kind: 'crash'; readonly server: keyof typeof SERVERS };

const module = fc.constantFrom(...MODULES);
const text = fc
  .record({
    defined: fc.subarray([...NAMES]),
    imported: fc.array(fc.tuple(module, fc.constantFrom(...NAMES)), { maxLength: 2 }),
  })
  .map(({ defined, imported }) =>
    [
      ...imported.map(([from, name]) => `from ${from} import ${name}`),
      ...defined.map((name) => `def ${name}`),
      '',
    ].join('\n'),
  );
const edit: fc.Arbitrary<Edit> = fc.record({ module, text });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('shell'), module, text }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('shell'), module }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('edit'),
      edits: fc.uniqueArray(edit, { minLength: 1, maxLength: 3, selector: (each) => each.module }),
      others: fc.boolean(),
      together: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('interrupted'), edit }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleted'), module }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('unchanged'), module }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('all') }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('crash'), server: fc.constantFrom('pyright', 'ty') }),
  },
);

/** What the disk holds, and so what every server has to find. */
class Model {
  readonly texts = new Map<Module, string>(
    MODULES.map((name) => [name, NAMES.map((defined) => `def ${defined}\n`).join('')]),
  );

  /** The messages of both servers about a module, sorted. */
  errorsOf(name: Module): string[] {
    const lines = (this.texts.get(name) ?? '').split('\n');
    return lines
      .flatMap((line) => {
        const [, from, wanted] = /^from (\w+) import (\w+)/.exec(line) ?? [];
        if (from === undefined || wanted === undefined) return [];
        const has = new RegExp(`^(def|from \\w+ import) ${wanted}\\b`, 'm').test(
          this.texts.get(from as Module) ?? '',
        );
        return has ? [] : [`${from} has no ${wanted}`];
      })
      .sort();
  }

  /** Of the modules that are not among these, those with errors. */
  broken(except: readonly string[]): Record<string, string[]> {
    const found = MODULES.filter((name) => !except.includes(fileOf(name)) && this.errorsOf(name).length > 0);
    return Object.fromEntries(found.map((name) => [fileOf(name), this.errorsOf(name)]));
  }
}

const fileOf = (name: Module): string => `${name}.py`;

interface Asked {
  readonly filePath: string;
  readonly text?: string;
  readonly before?: string;
  readonly created?: true;
}

/** A sequence's lab, its model, and what it has asked so far. */
class Play {
  readonly model = new Model();

  constructor(private readonly lab: Lab) {}

  /** What the servers were asked and notified of. */
  get cost(): { questions: number; notifications: number } {
    const received = (method: string): number => this.lab.probe.received(method).length;
    return {
      questions: received('textDocument/diagnostic'),
      notifications: received('workspace/didChangeWatchedFiles') + received('textDocument/didChange'),
    };
  }

  async do(step: Step): Promise<void> {
    switch (step.kind) {
      case 'shell':
        this.#write(step.module, step.text);
        return;
      case 'edit': {
        const befores = step.edits.map((each) => this.model.texts.get(each.module));
        for (const each of step.edits) this.#write(each.module, each.text);
        const files = step.edits.map(({ module: name, text: now }, index) => ({
          filePath: fileOf(name),
          text: now,
          ...this.#former(befores[index]),
        }));
        const questions = step.together ? [files] : files.map((file) => [file]);
        await Promise.all(questions.map((asked) => this.#check(asked, step.others)));
        return;
      }
      case 'interrupted': {
        const before = this.model.texts.get(step.edit.module);
        this.#write(step.edit.module, step.edit.text);
        const file = { filePath: fileOf(step.edit.module), text: step.edit.text, ...this.#former(before) };
        const { id, result } = this.lab.sidecar.ask('lsp/check', { files: [file], others: true });
        this.lab.sidecar.cancel(id);
        // It may have been answered before.
        await result.catch(() => undefined);
        return;
      }
      case 'deleted':
        this.#write(step.module, undefined);
        await this.#check([], true, [fileOf(step.module)]);
        return;
      case 'unchanged':
        await this.#check([{ filePath: fileOf(step.module) }], false);
        return;
      case 'all':
        this.#compareAll(await this.lab.sidecar.request('lsp/diagnostics', {}));
        return;
      case 'crash': {
        const running = this.lab.probe.events.findLast(
          ({ server, event }) => server === step.server && event === 'started',
        );
        const isGone = this.lab.probe.events.some(
          ({ pid, event }) => pid === running?.pid && event === 'gone',
        );
        if (running === undefined || isGone) return;
        process.kill(running.pid, 'SIGKILL');
        await this.lab.sidecar.request('lsp/restart', { id: step.server });
      }
    }
  }

  #former(before: string | undefined): { before: string } | { created: true } {
    return before === undefined ? { created: true } : { before };
  }

  #write(name: Module, now: string | undefined): void {
    if (now === undefined) {
      rmSync(this.lab.workspace.path(fileOf(name)), { force: true });
      this.model.texts.delete(name);
    } else {
      this.lab.workspace.write(fileOf(name), now);
      this.model.texts.set(name, now);
    }
  }

  async #check(files: readonly Asked[], others: boolean, deleted: readonly string[] = []): Promise<void> {
    const report = await this.lab.sidecar.request('lsp/check', {
      files: [...files],
      deleted: [...deleted],
      others,
    });
    const named = files.map(({ filePath }) => filePath);
    // Deadlines are far, and a server that was killed has been started again.
    for (const outcome of Object.values(outcomes(report))) assert.equal(outcome, 'complete');
    for (const name of MODULES.filter((each) => named.includes(fileOf(each))))
      assert.deepEqual(messagesOf(report.files[fileOf(name)] ?? []), this.model.errorsOf(name), `of ${name}`);
    const broken = this.model.broken(named);
    if (others) {
      compareOthers(report.others, broken, report.othersComplete);
      totals.others += 1;
      if (report.othersComplete) totals.complete += 1;
    }
  }

  #compareAll(found: Record<string, Diagnostic[]>): void {
    compareOthers(found, this.model.broken([]), false);
  }
}

/** What is listed is true; and it is all there is, where the result says so. */
function compareOthers(
  found: Readonly<Record<string, Diagnostic[]>>,
  broken: Readonly<Record<string, string[]>>,
  isComplete: boolean,
): void {
  const listed = Object.entries(found).filter(([, diagnostics]) => diagnostics.length > 0);
  for (const [file, diagnostics] of listed) {
    const wrong = messagesOf(diagnostics).filter((message) => !broken[file]?.includes(message));
    assert.deepEqual(wrong, [], `of ${file}, which is another one: ${JSON.stringify(broken[file] ?? [])}`);
  }
  if (isComplete) {
    const all = Object.fromEntries(listed.map(([file, diagnostics]) => [file, messagesOf(diagnostics)]));
    assert.deepEqual(all, broken, 'of other files, in a result that claims to be complete');
  }
}

const messagesOf = (diagnostics: readonly Diagnostic[]): string[] =>
  diagnostics.map(({ message }) => message).sort();

const totals = { steps: 0, questions: 0, notifications: 0, others: 0, complete: 0 };

async function play(steps: readonly Step[]): Promise<void> {
  const model = new Model();
  await using lab = await Lab.open({
    files: Object.fromEntries([...model.texts].map(([name, now]) => [fileOf(name), now])),
    servers: Object.fromEntries(
      Object.entries(SERVERS).map(([id, judged]) => [
        id,
        fake('caches.ts', { args: [judged], extensions: ['.py'] }),
      ]),
    ),
    config: { diagnosticTimeout: FAR, firstTouchTimeout: FAR, otherFilesTimeout: FAR },
  });
  const playing = new Play(lab);
  for (const each of steps) await playing.do(each);
  totals.steps += steps.length;
  totals.questions += playing.cost.questions;
  totals.notifications += playing.cost.notifications;
}

const feed = async (how: Budget | { examples: [Step[]][]; numRuns: 1 }): Promise<Details> => {
  await using runs = new Runs();
  const sequences = fc.array(step, { minLength: 8, maxLength: 30, size: 'max' });
  return await fc.check(fc.asyncProperty(sequences, runs.of(play)), how);
};

const once = (steps: Step[]): Promise<Details> => feed({ examples: [[steps]], numRuns: 1 });

const edited = (name: Module, now: string, others: boolean): Step => ({
  kind: 'edit',
  edits: [{ module: name, text: now }],
  others,
  together: true,
});

export const changes: FuzzTarget = {
  name: 'changes',
  holds:
    'after any sequence of changes, edits, crashes and interrupted searches, what is reported is true of the disk',
  check: feed,
  figures: () =>
    `${totals.steps} steps, ${totals.questions} questions, ${totals.notifications} notifications of changes; ` +
    `${totals.complete} of ${totals.others} searches for other files complete`,
  found: {
    'a deletion whose server does not run claimed to know all other files': () =>
      once([
        { kind: 'shell', module: 'd', text: 'from a import f\n' },
        { kind: 'deleted', module: 'a' },
      ]),
    'a server that was started again claimed to know all other files': () =>
      once([
        edited('b', '', true),
        edited('a', 'from b import f\n', false),
        { kind: 'crash', server: 'pyright' },
        { kind: 'deleted', module: 'e' },
      ]),
    'of edits at once, one was judged without what another had written before': () =>
      once(
        Array.from({ length: 5 }, () => ['', 'def f\n'])
          .flat()
          .map((now) => ({
            kind: 'edit',
            edits: [
              { module: 'a', text: `from b import f\n# ${now.length}\n` },
              { module: 'b', text: now },
              { module: 'c', text: `from b import f\n# ${now.length}\n` },
            ],
            others: false,
            together: false,
          })),
      ),
  },
};
