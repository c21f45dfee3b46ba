import { expect, onTestFinished, test } from 'bun:test';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serversOfOthers } from '../../src/channels/socket/other-services.ts';

const windows = process.platform === 'win32';

test.skipIf(windows)(
  `services are asked at sockets, and no other program by a link beside them${windows ? ' (skipped: Windows has none)' : ''}`,
  async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'o')));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    mkdirSync(join(folder, 'run'));
    const asked: string[] = [];
    const listen = (path: string, name: string): void => {
      const state = `${JSON.stringify({ servers: [{ metrics: { memory: 7, unused: 8 } }] })}\n`;
      const listener = Bun.listen({
        unix: path,
        socket: {
          data: (socket) => {
            asked.push(name);
            socket.end(state);
          },
        },
      });
      onTestFinished(() => {
        listener.stop(true);
      });
    };
    listen(join(folder, 'run', 's-0a'), 'service');
    listen(join(folder, 'other'), 'another program');
    symlinkSync(join(folder, 'other'), join(folder, 'run', 's-0b'));
    writeFileSync(join(folder, 'run', 's-0c'), '');
    expect(await serversOfOthers(join(folder, 'run', 's-0d'))).toEqual([{ memory: 7, unused: 8 }]);
    expect(asked).toEqual(['service']);
  },
);
