import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RefactoringProgress, RefactorParams } from '@vybestack/llxprt-lsp-core';
import { progressOf } from '../../src/refactor/refactor-command.js';
import { withLateProgress } from '../../src/refactor/late-progress.js';

describe('progress of a refactoring', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const run = async (isShown: boolean, ms: number): Promise<string[]> => {
    const told: string[] = [];
    const start = (text: string) => {
      told.push(text);
      return {
        set text(next: string) {
          told.push(next);
        },
        stop: () => told.push('stopped'),
      };
    };
    const done = withLateProgress({ isShown, text: 'Asking', start }, (tell) => {
      for (const next of ['Trying', 'Tried']) setTimeout(() => tell(next), next === 'Trying' ? 500 : 1200);
      return new Promise<string>((resolve) => setTimeout(() => resolve('done'), ms));
    });
    await vi.advanceTimersByTimeAsync(ms);
    told.push(await done);
    return told;
  };

  it('is shown after a second, as it is then, until the end', async () => {
    expect(await run(true, 1500)).toEqual(['Trying', 'Tried', 'stopped', 'done']);
  });

  it('says what is asked, and how many files are judged', () => {
    const params: RefactorParams = { kind: 'move', from: 'a.ts', to: 'b.ts' };
    const stages: RefactoringProgress[] = [
      { stage: 'asking' },
      { stage: 'trying', changed: 1, judged: 0, files: 0 },
      { stage: 'trying', changed: 112, judged: 40, files: 130 },
    ];
    expect(stages.map((stage) => progressOf({ params }, stage))).toEqual([
      'Asking the language servers for all imports of it',
      'Trying it, with changes in 1 file',
      'Trying it, with changes in 112 files: judged 40 of 130 files',
    ]);
  });

  it('is not shown of what ends sooner, nor where no terminal is', async () => {
    expect([await run(true, 900), await run(false, 5000)]).toEqual([['done'], ['done']]);
  });

  it('ends where the work fails', async () => {
    const told: string[] = [];
    const work = withLateProgress(
      { isShown: true, text: 'Asking', start: (text) => ({ text, stop: () => told.push('stopped') }) },
      () => new Promise<never>((_, reject) => setTimeout(() => reject(new Error('broken')), 2000)),
    );
    const failed = expect(work).rejects.toThrow('broken');
    await vi.advanceTimersByTimeAsync(2000);
    await failed;
    expect(told).toEqual(['stopped']);
  });
});
