import * as fc from 'fast-check';

import { type Budget, type Details, type FuzzTarget, Runs } from '../../../../scripts/lib/fuzz/target.ts';
import type { Lab } from '../harness/lab.ts';
import { openReal } from '../real/real-lab.ts';
import { type Compiler, linksOf, material, MODULES, PROJECT, truthOf } from './changes/compilers.ts';
import { hostOf } from './changes/hosts.ts';
import { Play, type Processes } from './changes/play.ts';
import { type Step, steps } from './changes/steps.ts';

/** Longer than any answer takes, ms. */
const FAR = 80_000;

interface Sequence {
  readonly compiler: Compiler;
  readonly steps: readonly Step[];
}

const totals = { steps: 0, others: 0, complete: 0 };

/** What the sidecar has started by itself. */
function processesOf({ sidecar }: Lab): Processes {
  return {
    running: async (server) =>
      (await sidecar.request('lsp/status', {})).flatMap(({ id, serverPid }) =>
        serverPid !== undefined && (server === undefined || id === server) ? [serverPid] : [],
      ),
    // Whether the sidecar notices first, or is asked first, is the same to it.
    gone: () => Promise.resolve(),
  };
}

async function play({ compiler, steps: taken }: Sequence): Promise<void> {
  await using lab = await openReal({
    servers: ['typescript', 'pyright'],
    files: { ...PROJECT, ...MODULES },
    links: linksOf(compiler),
    config: {
      diagnosticTimeout: FAR,
      firstTouchTimeout: FAR,
      otherFilesTimeout: FAR,
      navigationTimeout: FAR,
    },
  });
  const { workspace, sidecar } = lab;
  const host = hostOf(sidecar, sidecar.openMcp());
  await host.mcp.initialize();
  const stage = {
    workspace,
    hosts: [host],
    processes: processesOf(lab),
    truth: truthOf(workspace, compiler),
    idles: false,
    late: false,
  };
  const playing = new Play(stage, MODULES);
  // A result says nothing of servers that have not been started.
  for (const file of Object.keys(MODULES)) await playing.do({ kind: 'unchanged', file });
  for (const step of taken) await playing.do(step);
  totals.steps += taken.length;
  totals.others += playing.searches.all;
  totals.complete += playing.searches.complete;
}

const sequences: fc.Arbitrary<Sequence> = fc.record({
  compiler: fc.constantFrom('typescript', 'typescript-v7'),
  steps: fc.array(fc.oneof(...steps(material)), { minLength: 6, maxLength: 20, size: 'max' }),
});

const feed = async (how: Budget): Promise<Details> => {
  await using runs = new Runs();
  return await fc.check(fc.asyncProperty(sequences, runs.of(play)), how);
};

export const changesReal: FuzzTarget = {
  name: 'changes-real',
  holds: 'the same of TypeScript and pyright, whose compilers say what is true',
  check: feed,
  figures: () =>
    `${totals.steps} steps; ${totals.complete} of ${totals.others} searches for other files complete`,
  found: {},
};
