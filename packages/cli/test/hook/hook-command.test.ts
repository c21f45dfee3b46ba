import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { run } from '../../src/program.js';
import { folderOf, recordingIo } from '../support/io.js';

test('llxprt-lsp hook: answers the event that it is handed', async () => {
  const input = new PassThrough();
  input.end(
    JSON.stringify({ hook_event_name: 'BeforeAgent', cwd: folderOf(), prompt: '[llxprt-lsp] /lsp help' }),
  );
  const io = { ...recordingIo(folderOf()), input };
  expect(await run(io, ['hook', 'gemini'])).toBe(0);
  expect(JSON.parse(io.stdout())).toMatchObject({ continue: false, stopReason: expect.any(String) });
});

test.each(['hook emacs', 'hook'])(
  'llxprt-lsp hook: to an unknown host the answer is nothing, and no exit code that blocks it: %s',
  async (command) => {
    const input = new PassThrough();
    input.end('{}');
    const io = { ...recordingIo(folderOf()), input };
    expect(await run(io, command.split(' '))).toBe(0);
    expect([io.stdout(), io.stderr()]).toEqual([
      '{}\n',
      expect.stringContaining('the host is one of gemini, claude'),
    ]);
  },
);

test('llxprt-lsp hook: a host that keeps its end open has its answer all the same, and does not keep the process', async () => {
  // It waits five seconds for an event.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const io = recordingIo(folderOf());
  const ended = run(io, ['hook', 'gemini']);
  await vi.waitUntil(() => vi.getTimerCount() > 0, { timeout: 20_000 });
  expect(io.stdout()).toBe('');
  await vi.advanceTimersByTimeAsync(5000);
  expect(await ended).toBe(0);
  expect(io.stdout()).toBe('{}\n');
  expect(io.input.destroyed).toBe(true);
});
