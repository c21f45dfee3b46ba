import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADAPTER_DEFAULTS } from '@vybestack/llxprt-lsp-core';
import { applyBreak } from '../edits.js';
import { Ours } from '../ours.js';
import type { SmallResult } from '../results.js';
import { compare } from '../stats.js';
import type { SmallSubject } from '../subjects/small.js';
import { install } from '../workspace.js';
import { measureCold, type ColdStage } from './cold.js';
import type { Rounds } from './stage.js';
import { TallyKeeper } from './tally.js';

/** As a host of another vendor asks: what has caused the errors, what explains and what mends them. */
const AS_A_HOST = { ...ADAPTER_DEFAULTS, share: false } as const;

/**
 * The first check of a fresh server in a workspace of one file, where nothing hides what we do besides.
 * Twice: for the bare findings, and with all that a host's result has.
 */
export async function measureSmall(
  subject: SmallSubject,
  folder: string,
  rounds: Rounds,
): Promise<SmallResult> {
  const stage: ColdStage = {
    subject,
    workspaces: {
      ours: layOut(subject, join(folder, 'ours')),
      floor: layOut(subject, join(folder, 'floor')),
    },
    edited: { file: subject.edited, text: subject.text },
  };
  const tallies = { ours: new TallyKeeper(), floor: new TallyKeeper() };
  const start = (workspace: string): Promise<Ours> => Ours.start(subject.server, workspace);
  const startAsHost = (workspace: string): Promise<Ours> => Ours.start(subject.server, workspace, AS_A_HOST);
  const cold = await measureCold(stage, rounds, tallies, start);
  const host = await measureCold(stage, rounds, tallies, startAsHost);
  const { id, title } = subject;
  return {
    id,
    kind: 'one file',
    title,
    cold: compare(cold),
    host: compare(host),
    verdicts: { ours: tallies.ours.result(), floor: tallies.floor.result() },
  };
}

/** @returns its real path */
function layOut({ server, files, edited, text, breaks: [first] }: SmallSubject, folder: string): string {
  // One that does not fit is found now.
  applyBreak(text, first);
  mkdirSync(folder, { recursive: true });
  for (const [path, content] of Object.entries({ ...files, [edited]: text }))
    writeFileSync(join(folder, path), content);
  install(server, folder);
  return realpathSync(folder);
}
