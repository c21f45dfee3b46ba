import type { LspServiceClient } from '@vybestack/llxprt-lsp-core';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { startClient, timed } from '../client.js';
import { pair, quiet, repeat, type Rounds } from '../measure/stage.js';
import { sumOf } from '../figures.js';
import { compare, type Comparison } from '../stats.js';
import { SERVERS } from '../servers.js';
import type { BenchSubject } from '../subjects/subject.js';
import { makeWorkspace, sizeOf, type Size } from '../workspace.js';
import { run } from '../run.js';
import { bareRuns, CHECKER_OF } from './bare.js';

export interface ProjectResult {
  readonly id: string;
  readonly title: string;
  readonly size: Size;
  readonly cold: Comparison;
  /** After a change of one file. */
  readonly warm: Comparison;
  readonly found: number;
}

export interface ProjectEffort {
  readonly cold: Rounds;
  readonly warm: Rounds;
}

/** @param folder empty; its removal is the caller's */
export async function measureProject(
  { id, title, server, corpus, edited }: BenchSubject,
  folder: string,
  effort: ProjectEffort,
): Promise<ProjectResult> {
  const checker = CHECKER_OF[server];
  if (checker === undefined) throw new Error(`${id} is judged by no compiler`);
  const workspaces = {
    ours: await makeWorkspace({ corpus, server }, join(folder, 'ours')),
    floor: await makeWorkspace({ corpus, server }, join(folder, 'floor')),
  };
  const state = { ours: join(folder, 'cache'), floor: join(folder, 'state') };
  Object.assign(process.env, SERVERS[server].env(workspaces.ours), { XDG_CACHE_HOME: state.ours });
  const bare = async (): Promise<void> => {
    for (const { command, args, env } of bareRuns(server, workspaces.floor, state.floor))
      await run(command, args, { cwd: workspaces.floor, ...(env && { env }) });
  };
  const forget = (name: 'ours' | 'floor'): void => {
    rmSync(state[name], { recursive: true, force: true });
    mkdirSync(state[name], { recursive: true });
  };
  // The go command keeps what it has compiled for all runs, and files that were not read yet are slow.
  forget('floor');
  await bare();

  let session = await startClient(workspaces.ours);
  let found = 0;
  try {
    const check = async (): Promise<void> => {
      found = await foundBy(session, checker);
    };
    const cold = await repeat(effort.cold, (round) =>
      pair(round, async (name) => {
        forget(name);
        if (name === 'ours') {
          await session.shutdown();
          session = await startClient(workspaces.ours);
        }
        await quiet();
        return (await timed(name === 'floor' ? bare : check)).ms;
      }),
    );
    const warm = await repeat(effort.warm, (round) =>
      pair(round, async (name) => {
        appendFileSync(join(workspaces[name], edited), `// ${round}\n`);
        await quiet();
        return (await timed(name === 'floor' ? bare : check)).ms;
      }),
    );
    return {
      id,
      title,
      size: sizeOf(workspaces.ours, extname(edited)),
      cold: compare(cold),
      warm: compare(warm),
      found,
    };
  } finally {
    await session.shutdown();
  }
}

/** How many findings there are. Throws where not all of it was judged. */
async function foundBy(client: LspServiceClient, checker: string): Promise<number> {
  const report = await client.checkProject({ checkers: [checker] });
  const [project] = report?.projects ?? [];
  if (report === undefined || project?.outcome !== 'complete')
    throw new Error(
      `${checker}: ${project?.outcome ?? 'no project'}: ${project?.reason ?? 'no reason given'}`,
    );
  return sumOf(Object.values(report.files), (list) => list.length);
}
