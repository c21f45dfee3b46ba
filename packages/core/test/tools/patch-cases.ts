import { expect, test } from 'vitest';
import { applyPatch } from '../../src/tools/apply-patch.js';
import { FOUND, workspace } from './workspace.js';

export type Tree = Readonly<Record<string, string>>;

/** A patch and what it makes of a workspace. */
export interface Applied {
  readonly before: Tree;
  readonly patch: string;
  readonly after: Tree;
  readonly summary: string;
}

/** A patch that cannot be applied, and what is said then. */
export type Refused = readonly [patch: string, type: string, says: RegExp];

type Cases<T> = Readonly<Record<string, T>>;

const asIs = (patch: string): string => patch;

/** @param written how the patches of the table are written out */
export function testApplied(cases: Cases<Applied>, written = asIs): void {
  test.each(Object.entries(cases))('%s', async (_, { before, patch, after, summary }) => {
    const ws = await workspace(before);
    const result = await applyPatch({ patch: written(patch) }, ws.context);
    expect(result.error).toBeUndefined();
    expect(await ws.tree()).toEqual(after);
    const count = summary.split('\n').length;
    expect(result.llmContent).toBe(
      `Applied the patch to ${count === 1 ? '1 file' : `${count} files`}:\n${summary}${FOUND}`,
    );
    expect(result.returnDisplay).toBe(summary);
  });
}

/** @param before what is in the workspace, and stays so */
export function testRefused(before: Tree, cases: Cases<Refused>, written = asIs): void {
  test.each(Object.entries(cases))('%s', async (_, [patch, type, says]) => {
    const ws = await workspace(before);
    const result = await applyPatch({ patch: written(patch) }, ws.context);
    expect(result.error?.type).toBe(type);
    expect(result.error?.message).toMatch(says);
    expect(await ws.tree()).toEqual(before);
    expect(ws.asked).toEqual([]);
  });
}
