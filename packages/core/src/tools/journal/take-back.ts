import { rename, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, relative, sep } from 'node:path';
import { type Escaped, escaped, joined } from '../../support/escaped.js';
import { nameInTags, proseInTags } from '../../lsp/in-tags.js';
import { counted } from '../../support/counted.js';
import { leaveEarlierFolders } from './folders.js';
import { type Interrupted, notesIn, type Progress } from './interrupted.js';
import type { Step } from './entry.js';
import { exists } from './journal.js';

/** How many files a sentence names. */
const MOST_NAMED = 5;

/**
 * Takes back what a killed process has left half written, so that the files are as they were before
 * its change: no caller has heard that it was made. Never rejects.
 *
 * @returns what was done, in sentences; undefined where there was nothing to do
 */
export async function takeBack(workspaceRoot: string): Promise<Escaped | undefined> {
  const { interrupted, refused } = await notesIn(workspaceRoot);
  const sentences: Escaped[] = [];
  for (const change of interrupted) sentences.push(await takeBackOne(change, workspaceRoot));
  for (const { note } of refused) sentences.push(await setAside(note));
  leaveEarlierFolders([...interrupted, ...refused].map(({ note }) => dirname(note)));
  return sentences.length === 0 ? undefined : joined(sentences, '\n');
}

async function takeBackOne(
  { note, at, isComplete, steps }: Interrupted,
  workspaceRoot: string,
): Promise<Escaped> {
  const isBegun = steps.some(({ progress }) => progress !== 'not made');
  const left: Escaped[] = [];
  const shown = (path: string): Escaped => nameInTags(relative(workspaceRoot, path).split(sep).join('/'));
  for (const { step, progress } of steps.toReversed()) {
    try {
      await (isComplete ? discard(step) : undo(step, progress));
      const asItWas = 'kept' in step ? escaped` (as it was: ${nameInTags(basename(step.kept))})` : '';
      if (!isComplete && progress === 'changed') left.push(escaped`${shown(step.path)}${asItWas}`);
    } catch (error) {
      left.push(
        escaped`${shown(step.path)} (${proseInTags(error instanceof Error ? error.message : String(error))})`,
      );
    }
  }
  await rm(note, { force: true }).catch(() => undefined);
  return describe(steps.length, at, isComplete ? 'complete' : isBegun ? 'undone' : 'nothing', left);
}

/** It stays for a person to look at, under a name that is not read again. */
async function setAside(note: string): Promise<Escaped> {
  const kept = `${note}.refused`;
  const isKept = await rename(note, kept).then(
    () => true,
    () => false,
  );
  const why = escaped`it names what no change of this workspace could have touched`;
  return joined(
    [
      escaped`A note of a change that was cut short is not followed, because ${why}:`,
      escaped`nothing was read or changed by it.`,
      escaped`It is ${nameInTags(isKept ? kept : note)}.`,
    ],
    ' ',
  );
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

function describe(
  files: number,
  at: string,
  outcome: 'complete' | 'undone' | 'nothing',
  left: readonly Escaped[],
): Escaped {
  const cut = escaped`was cut short at ${nameInTags(at)}, because its process was killed.`;
  const change = escaped`An earlier change of ${counted(files, 'file')} ${cut}`;
  const what = (
    {
      complete: 'It had been written completely, and stands.',
      undone: 'It was taken back now: the files are as they were before it.',
      nothing: 'Nothing of it had been written.',
    } as const
  )[outcome];
  if (left.length === 0) return escaped`${change} ${what}`;
  const named = [
    ...left.slice(0, MOST_NAMED),
    ...(left.length > MOST_NAMED ? [escaped`and ${left.length - MOST_NAMED} more`] : []),
  ];
  const except = escaped`Except for these, which something else has changed or holds:`;
  return escaped`${change} ${what} ${except} ${joined(named, '; ')}.`;
}
