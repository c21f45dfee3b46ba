import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withLateProgress } from '../../src/refactor/late-progress.js';

describe('progress of a refactoring', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const run = async (isShown: boolean, ms: number): Promise<string[]> => {
    const told: string[] = [];
    const start = (text: string): { stop: () => void } => {
      told.push(text);
      return { stop: () => told.push('stopped') };
    };
    const done = withLateProgress(
      { isShown, text: 'Asking', start },
      () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), ms)),
    );
    await vi.advanceTimersByTimeAsync(ms);
    told.push(await done);
    return told;
  };

  it('is shown after a second, until the end', async () => {
    expect(await run(true, 1500)).toEqual(['Asking', 'stopped', 'done']);
  });

  it('is not shown of what ends sooner, nor where no terminal is', async () => {
    expect([await run(true, 900), await run(false, 5000)]).toEqual([['done'], ['done']]);
  });

  it('ends where the work fails', async () => {
    const told: string[] = [];
    const work = withLateProgress(
      { isShown: true, text: 'Asking', start: () => ({ stop: () => told.push('stopped') }) },
      () => new Promise<never>((_, reject) => setTimeout(() => reject(new Error('broken')), 2000)),
    );
    const failed = expect(work).rejects.toThrow('broken');
    await vi.advanceTimersByTimeAsync(2000);
    await failed;
    expect(told).toEqual(['stopped']);
  });
});
