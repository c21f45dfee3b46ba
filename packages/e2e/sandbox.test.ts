import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { folderOf, run } from './support/cli.js';
import { describeWith } from './support/needs.js';

const SANDBOX = ['python3', fileURLToPath(new URL('support/sandbox.py', import.meta.url))];
const FILES = {
  'tsconfig.json': '{"compilerOptions": {"strict": true, "noEmit": true}}',
  'a.ts': 'export const a: string = 1;\n',
};
const DENIED =
  'this sandbox denies sending on sockets, over which the processes of LSP talk; run it outside of the sandbox, or allow network access there';

describeWith(['a sandbox by seccomp'], 'in a sandbox that denies sockets', () => {
  it.each([
    ['status', [`LSP unavailable: service startup failed: ${DENIED}\n`, '']],
    ['check', ['', `llxprt-lsp: LSP unavailable: service startup failed: ${DENIED}\n`]],
  ])(
    'REQ-STATUS-035: %s says at once what is not possible, and what to do',
    async (command, [stdout, stderr]) => {
      const started = performance.now();
      expect(await run([command], { cwd: folderOf(FILES), through: SANDBOX })).toEqual({
        code: 2,
        stdout,
        stderr,
      });
      // Neither waits for the service: `status` would for 10 s, `check` for a minute.
      expect(performance.now() - started).toBeLessThan(8000);
    },
  );

  it('the same command works outside of it', async () => {
    expect(await run(['check'], { cwd: folderOf(FILES) })).toMatchObject({
      code: 1,
      stderr: '1 error in 2 files.\n',
    });
  });
});
