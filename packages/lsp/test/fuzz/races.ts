import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import * as fc from 'fast-check';

import { type Budget, type Details, type FuzzTarget, Runs } from '../../../../scripts/lib/fuzz/target.ts';
import type { Lab } from '../harness/lab.ts';
import { openLab, SECRET } from './wire.ts';

/** What may stand at the name `swap`. */
const SHAPES = {
  folder: (at: string) => {
    mkdirSync(at);
    writeFileSync(`${at}/s.fake`, 'ERROR inside\n');
  },
  outside: (at: string) => symlinkSync('../outside', at),
  inside: (at: string) => symlinkSync('sub', at),
  dangling: (at: string) => symlinkSync('../outside/none', at),
  loop: (at: string) => symlinkSync('swap', at),
  file: (at: string) => symlinkSync('../outside/s.fake', at),
  nothing: () => undefined,
};

/** In one step where there is one: the old name goes, the new one comes, and nobody sees half of it. */
function swap({ workspace }: Lab, shape: keyof typeof SHAPES): void {
  const [next, at, old] = ['swap.next', 'swap', 'swap.old'].map((name) => workspace.path(name)) as [
    string,
    string,
    string,
  ];
  SHAPES[shape](next);
  try {
    renameSync(at, old);
  } catch {
    // There was nothing.
  }
  if (shape !== 'nothing') renameSync(next, at);
  rmSync(old, { recursive: true, force: true });
}

type Step =
  | { readonly swap: keyof typeof SHAPES }
  | { readonly ask: 'check' | 'others' | 'warm' | 'given'; readonly path: string };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ swap: fc.constantFrom(...(Object.keys(SHAPES) as (keyof typeof SHAPES)[])) }),
  fc.record({
    ask: fc.constantFrom('check', 'others', 'warm', 'given'),
    path: fc.constantFrom('swap/s.fake', 'swap', 'swap/../swap/s.fake', 'a.fake'),
  }),
);

/** Many requests under way while links come and go between them. */
const property = (lab: Lab, runs: Runs) =>
  fc.asyncProperty(
    fc.array(step, { minLength: 4, maxLength: 30 }),
    runs.of(async (steps) => {
      const { sidecar, probe, workspace } = lab;
      const seen = probe.events.length;
      const answers: Promise<unknown>[] = [];
      for (const each of steps) {
        if ('swap' in each) {
          swap(lab, each.swap);
          // The sidecar goes on meanwhile, as far as it gets.
          await new Promise<void>((resolve) => setImmediate(resolve));
        } else if (each.ask === 'warm') sidecar.notify('lsp/warm', { filePath: each.path });
        else {
          const file = { filePath: each.path, ...(each.ask === 'given' && { text: 'ERROR given\n' }) };
          answers.push(sidecar.request('lsp/check', { files: [file], others: each.ask === 'others' }));
        }
      }
      const said = JSON.stringify(await Promise.all(answers));
      assert.doesNotMatch(said, new RegExp(SECRET));
      for (const { text = '', path = '', params } of probe.events.slice(seen)) {
        assert.ok(!text.includes(SECRET), `a server was shown ${path}: ${text}`);
        assert.ok(path === '' || path.startsWith(`${workspace.root}/`), `a server was told of ${path}`);
        assert.doesNotMatch(JSON.stringify(params ?? null), new RegExp(SECRET));
      }
    }),
  );

const feed = async (how: Budget | { examples: [Step[]][]; numRuns: 1 }): Promise<Details> => {
  await using lab = await openLab();
  await using runs = new Runs();
  return await fc.check(property(lab, runs), how);
};

const replaced: Step[] = [
  { ask: 'others', path: 'swap' },
  { ask: 'warm', path: 'swap/../swap/s.fake' },
  { ask: 'warm', path: 'swap/s.fake' },
  { swap: 'folder' },
  { swap: 'outside' },
];

export const races: FuzzTarget = {
  name: 'races',
  holds:
    'REQ-BOUNDARY-010: no server is shown a text from outside, whatever links are swapped while requests run',
  check: feed,
  found: {
    'a folder that became a link between admission and reading was read from outside': () =>
      feed({ examples: [[[...replaced, ...replaced, ...replaced]]], numRuns: 1 }),
  },
};
