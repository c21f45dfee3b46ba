import { join } from 'node:path';
import { scratchFolder } from '../cleanup.js';
import { write } from '../measure/stage.js';
import { Ours } from '../ours.js';
import { REPOSITORY, SIDECAR } from '../places.js';
import { growthOf, LIMIT, type Sample } from './growth.js';
import { section, verdictLine, type Run } from './page.js';
import { writeSection } from '../section.js';
import { editOf, makeProject } from './project.js';

const EDITS = 1000;
const WARM_UP = 200;
const EVERY = 20;

const COMPILERS = [
  { title: 'TypeScript 5.9', kind: 'tsserver', module: 'typescript' },
  { title: 'TypeScript 7', kind: 'typescript7', module: 'typescript-v7' },
] as const;

process.exitCode = await main();

/** Exit codes: 0 the sidecar stays within the limit, 1 it does not, 2 the run could not be made. */
async function main(): Promise<number> {
  const scratch = scratchFolder();
  const runs: Run[] = [];
  try {
    for (const compiler of COMPILERS) {
      const run = await measure(compiler, join(scratch, compiler.kind));
      console.log(verdictLine(run));
      runs.push(run);
    }
  } catch (error) {
    console.error(`bench:memory: ${error instanceof Error ? error.message : String(error)}`);
    return 2;
  }
  writeSection(join(REPOSITORY, 'docs', 'memory.md'), 'growth', section(runs, WARM_UP, EDITS));
  return runs.every(({ samples }) => growthOf(samples, ({ sidecar }) => sidecar).part < LIMIT) ? 0 : 1;
}

async function measure({ title, kind, module }: (typeof COMPILERS)[number], folder: string): Promise<Run> {
  const workspace = makeProject(folder, join(SIDECAR, 'node_modules', module));
  const ours = await Ours.start(kind, workspace);
  const samples: Sample[] = [];
  try {
    for (let index = 0; index < EDITS; index += 1) {
      const edit = editOf(index);
      write(workspace, edit);
      const lines = (await ours.check(edit)).map(({ line }) => line);
      if (lines.join() !== (edit.errorLine?.toString() ?? '')) {
        throw new Error(
          `${title}: ${edit.file}, edit ${index}: errors in the lines [${lines.join()}], expected [${edit.errorLine ?? ''}]`,
        );
      }
      const edits = index + 1;
      if (edits >= WARM_UP && edits % EVERY === 0) samples.push({ edits, ...ours.resident() });
    }
  } finally {
    await ours.close();
  }
  return { title, samples };
}
