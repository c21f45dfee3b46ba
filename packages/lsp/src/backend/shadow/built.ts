import { join, relative } from 'node:path';
import type { Built } from '../checker/definition.ts';
import { ShadowCopies } from './shadow-copies.ts';
import { type ShadowContent, type ShadowRules, ShadowScan } from './shadow-scan.ts';

const EVERYTHING: Omit<ShadowRules, 'most'> = {
  copies: () => true,
  linked: () => 'original',
  folders: 'all',
};

/**
 * Copies what a compiler has built. The copy has the times of the originals, because compilers
 * compare them. Rejects where it cannot be written.
 *
 * @returns false where there is too much, something changed meanwhile, or the caller has cancelled
 */
export async function copyBuilt(
  { folder: from, leftOut }: Built,
  to: string,
  most: ShadowRules['most'],
  signal: AbortSignal,
): Promise<boolean> {
  const content = await built(from, leftOut, most, signal);
  if (content === undefined) return false;
  const copies = new ShadowCopies({
    copyOf: (path) => join(to, relative(from, path)),
    leadsToCopy: () => false,
    times: 'modified',
  });
  await copies.update(content, signal);
  const after = await built(from, leftOut, most, signal);
  return (
    after?.files.size === content.files.size &&
    [...after.files].every(([path, stamp]) => copies.files.get(path) === stamp)
  );
}

/** Whether the folder holds more than this. */
export async function isLarger(
  { folder, leftOut }: Built,
  most: ShadowRules['most'],
  signal: AbortSignal,
): Promise<boolean> {
  return (await built(folder, leftOut, most, signal)) === undefined && !signal.aborted;
}

async function built(
  folder: string,
  leftOut: readonly string[],
  most: ShadowRules['most'],
  signal: AbortSignal,
): Promise<ShadowContent | undefined> {
  return await new ShadowScan(
    { roots: [folder], named: [], leftOut },
    { ...EVERYTHING, most },
    signal,
  ).content();
}
