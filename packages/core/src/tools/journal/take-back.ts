import { rename, rm, rmdir } from 'node:fs/promises';
import { basename, relative, sep } from 'node:path';
import { counted } from '../../lsp/counted.js';
import { oneLine } from '../../lsp/one-line.js';
import { type Interrupted, notesIn, type Progress } from './interrupted.js';
import type { Step } from './entry.js';
import { exists } from './journal.js';

/** How many files a sentence names. */
const MOST_NAMED = 5;
/** Of a path or a reason, in UTF-16 code units. */
const MAX_SHOWN = 400;

/**
 * Takes back what a killed process has left half written, so that the files are as they were before
 * its change: no caller has heard that it was made. Never rejects.
 *
 * @returns what was done, in sentences; undefined where there was nothing to do
 */
export async function takeBack(workspaceRoot: string): Promise<string | undefined> {
  const { interrupted, refused } = await notesIn(workspaceRoot);
  const sentences: string[] = [];
  for (const change of interrupted) sentences.push(await takeBackOne(change, workspaceRoot));
  for (const { note } of refused) sentences.push(await setAside(note));
  return sentences.length === 0 ? undefined : sentences.join('\n');
}

async function takeBackOne({ note, at, isComplete, steps }: Interrupted, workspaceRoot: string): Promise<string> {
  const isBegun = steps.some(({ progress }) => progress !== 'not made');
  const left: string[] = [];
  const shown = (path: string): string => oneLine(relative(workspaceRoot, path).split(sep).join('/'), MAX_SHOWN);
  for (const { step, progress } of steps.toReversed()) {
    try {
      await (isComplete ? discard(step) : undo(step, progress));
      if (!isComplete && progress === 'changed') left.push(`${shown(step.path)}${'kept' in step ? ` (as it was: ${oneLine(basename(step.kept))})` : ''}`);
    } catch (error) {
      left.push(`${shown(step.path)} (${oneLine(error instanceof Error ? error.message : String(error), MAX_SHOWN)})`);
    }
  }
  await rm(note, { force: true }).catch(() => undefined);
  return describe(steps.length, at, isComplete ? 'complete' : isBegun ? 'undone' : 'nothing', left);
}

/** It stays for a person to look at, under a name that is not read again. */
async function setAside(note: string): Promise<string> {
  const kept = `${note}.refused`;
  const isKept = await rename(note, kept).then(() => true, () => false);
  return `A note of a change that was cut short is not followed, because it names what no change of this workspace could have touched: nothing was read or changed by it. It is ${isKept ? kept : note}.`;
}

async function undo(step: Step, progress: Progress): Promise<void> {
  if (progress === 'made') await restore(step);
  if (progress === 'not made') await discard(step);
  // They are removed only if they are empty.
  if (step.kind !== 'remove') for (const folder of step.folders) await rmdir(folder).catch(() => undefined);
}

async function restore(step: Step): Promise<void> {
  switch (step.kind) {
    case 'write':
      if (step.kept === undefined) await rm(step.path);
      // Without it, the original has the same bytes, and was not replaced yet.
      else if (await exists(step.kept)) await rename(step.kept, step.path);
      break;
    case 'rename':
      await rename(step.path, step.from);
      break;
    case 'remove':
      await rename(step.kept, step.path);
  }
}

/** Removes what a change keeps beside the files while it is made. */
async function discard(step: Step): Promise<void> {
  if (step.kind === 'rename') return;
  const names = step.kind === 'write' ? [step.temp, step.kept] : [step.kept];
  for (const name of names) if (name !== undefined) await rm(name, { force: true });
}

function describe(files: number, at: string, outcome: 'complete' | 'undone' | 'nothing', left: readonly string[]): string {
  const change = `An earlier change of ${counted(files, 'file')} was cut short at ${at}, because its process was killed.`;
  const what = { complete: 'It had been written completely, and stands.', undone: 'It was taken back now: the files are as they were before it.', nothing: 'Nothing of it had been written.' }[outcome];
  if (left.length === 0) return `${change} ${what}`;
  const named = [...left.slice(0, MOST_NAMED), ...(left.length > MOST_NAMED ? [`and ${left.length - MOST_NAMED} more`] : [])].join('; ');
  return `${change} ${what} Except for these, which something else has changed or holds: ${named}.`;
}
