import { afterEach, expect, test, vi } from 'vitest';
import { perform, type Asked } from '../src/command.js';

interface Options {
  readonly kind: 'run';
  readonly fails: boolean;
}

afterEach(() => {
  vi.restoreAllMocks();
});

const check = (
  title: string,
  asked: Asked<Options>,
  want: { readonly code: number; readonly out?: string; readonly err?: string },
): void => {
  test(title, async () => {
    const out = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const err = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const run = async ({ fails }: Options): Promise<number> => {
      if (fails) throw new Error('no network');
      return 1;
    };
    expect(await perform(asked, { name: 'bench', help: 'How to use it', run })).toBe(want.code);
    expect(out.mock.calls.flat().join()).toBe(want.out ?? '');
    expect(err.mock.calls.flat().join()).toBe(want.err ?? '');
  });
};

check('help is printed', { kind: 'help' }, { code: 0, out: 'How to use it' });
check('a wrong command line is refused', { kind: 'invalid', message: 'what?' }, { code: 2, err: 'what?' });
check('the exit code is that of the run', { kind: 'run', fails: false }, { code: 1 });
check(
  'a run that cannot be made says why',
  { kind: 'run', fails: true },
  { code: 2, err: 'bench: no network' },
);
