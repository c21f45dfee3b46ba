import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { endpointFor } from '../../src/bridge/endpoint.js';
import { listenForHooks, removeStale, type Answerer } from '../../src/bridge/listen.js';
import { ACK_MS, MAX_BRIDGE_ANSWER_BYTES, MAX_BRIDGE_REQUEST_BYTES } from '../../src/bridge/protocol.js';

const ECHO: Answerer = (line) => ({ withinMs: 7, text: Promise.resolve(`<${line}>`) });
const ECHOED = (line: string): string => `{"withinMs":7}\n${JSON.stringify({ text: `<${line}>` })}\n`;
let address: string;

beforeEach(() => {
  const run = mkdtempSync(join(realpathSync(tmpdir()), 'l '));
  vi.stubEnv('XDG_RUNTIME_DIR', run);
  address = endpointFor(process.pid, run)!;
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(run, { recursive: true, force: true });
  });
});

async function listening(answer: Answerer = ECHO): Promise<{ close: () => void }> {
  const result = await listenForHooks(address, answer);
  if (result.kind === 'failed') throw new Error(result.reason);
  onTestFinished(() => result.close());
  return result;
}

async function connected(): Promise<Socket> {
  const socket = createConnection(address);
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** A process that listens there and is killed. */
async function listenAndDie(at: string): Promise<ChildProcess> {
  const program =
    "require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))";
  const dead = spawn(process.execPath, ['-e', program, at]);
  await once(dead, 'exit');
  return dead;
}

/** All that is answered, up to the end. */
async function said(request: string | Buffer): Promise<string> {
  const socket = await connected();
  const answer = text(socket).catch(String);
  socket.write(request);
  return answer;
}

describe('the socket', () => {
  it.skipIf(process.platform === 'win32')(
    'is for us alone, whatever the umask, and lies alone in its folder',
    async () => {
      const mask = process.umask(0);
      onTestFinished(() => void process.umask(mask));
      await listening();
      expect(statSync(address).mode & 0o777).toBe(0o600);
      expect(process.umask()).toBe(0);
      expect(readdirSync(dirname(address))).toHaveLength(1);
    },
  );

  it('is gone when it is closed, and whoever waits is hung up on', async () => {
    const aborted = vi.fn();
    const { close } = await listening((_, gone) => {
      gone.addEventListener('abort', aborted);
      return { withinMs: 1000, text: new Promise(() => undefined) };
    });
    const socket = await connected();
    socket.write('x\n');
    await once(socket, 'data');
    close();
    expect(existsSync(address)).toBe(false);
    await once(socket, 'close');
    expect(aborted).toHaveBeenCalledOnce();
    close();
  });

  it('takes the place of one that a killed bridge has left', async () => {
    writeFileSync(address, '');
    await listening();
    expect(await said('x\n')).toBe(ECHOED('x'));
  });

  it('takes the place of one of the same host that still listens, whose end leaves it alone', async () => {
    const older = await listening(() => ({ withinMs: 1, text: Promise.resolve('older') }));
    const newer = await listening();
    expect(await said('x\n')).toBe(ECHOED('x'));
    older.close();
    expect(await said('x\n')).toBe(ECHOED('x'));
    newer.close();
    expect(existsSync(address)).toBe(false);
  });

  it('that cannot be made is a failure', async () => {
    expect(await listenForHooks(join(dirname(address), 'no', 'folder.sock'), ECHO)).toEqual({
      kind: 'failed',
      reason: expect.stringContaining('listen'),
    });
  });

  it('that nobody listens at any more is taken away, whoever has its process id by now; and no other, though we see no such process', async () => {
    const stale = endpointFor(process.ppid, tmpdir())!;
    const dead = await listenAndDie(stale);
    address = endpointFor(dead.pid!, tmpdir())!;
    await listening();
    const other = join(dirname(stale), 'other');
    writeFileSync(other, '');
    expect(existsSync(stale)).toBe(true);
    await removeStale();
    expect([existsSync(stale), existsSync(other), existsSync(address)]).toEqual([false, true, true]);
    expect(await said('x\n')).toBe(ECHOED('x'));
  });
});

it('the sockets of shared services that were killed are taken away, and no other', async () => {
  const socketOf = (digit: string): string => join(dirname(address), `s-${digit.repeat(24)}`);
  await listenAndDie(socketOf('d'));
  address = socketOf('a');
  await listening();
  await removeStale();
  expect([existsSync(socketOf('d')), existsSync(address)]).toEqual([false, true]);
});

it('a service that takes the address of a killed one meanwhile keeps it', async () => {
  address = join(dirname(address), `s-${'d'.repeat(24)}`);
  await listenAndDie(address);
  const server = createServer().listen(`${address}.1`);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const removed = removeStale();
  renameSync(`${address}.1`, address);
  await removed;
  expect(existsSync(address)).toBe(true);
});

describe('a hook', () => {
  it.each<[what: string, pieces: (string | Buffer)[], line: string]>([
    ['in one piece', ['{"a": "é"}\n'], '{"a": "é"}'],
    [
      'in pieces that cut a character in two',
      [Buffer.from('{"é').subarray(0, 3), Buffer.from('{"é').subarray(3), '"}\n'],
      '{"é"}',
    ],
    ['with more behind the line', ['one\ntwo\n'], 'one'],
    ['with an empty line', ['\n'], ''],
  ])('is answered when it asks %s', async (_, pieces, line) => {
    await listening();
    const socket = await connected();
    const answer = text(socket);
    for (const piece of pieces) await new Promise((resolve) => socket.write(piece, resolve));
    expect(await answer).toBe(ECHOED(line));
  });

  it('is acknowledged at once, and answered when there is an answer', async () => {
    let resolve: (text: string) => void = () => undefined;
    const answer = new Promise<string>((settle) => (resolve = settle));
    await listening(() => ({ withinMs: 1234, text: answer }));
    const socket = await connected();
    socket.write('x\n');
    const [ack] = (await once(socket, 'data')) as [Buffer];
    expect(String(ack)).toBe('{"withinMs":1234}\n');
    resolve('done');
    expect(await text(socket)).toBe('{"text":"done"}\n');
  });

  it('that hangs up ends its question', async () => {
    const ended = vi.fn();
    await listening((_, gone) => {
      gone.addEventListener('abort', ended);
      return { withinMs: 60_000, text: new Promise(() => undefined) };
    });
    const socket = await connected();
    socket.write('x\n');
    await once(socket, 'data');
    expect(ended).not.toHaveBeenCalled();
    socket.destroy();
    await expect.poll(() => ended.mock.calls.length).toBe(1);
  });

  it('that asks too much is not read on', async () => {
    const asked = vi.fn(ECHO);
    await listening(asked);
    expect(await said(Buffer.alloc(MAX_BRIDGE_REQUEST_BYTES + 2, 'x'))).not.toContain('withinMs');
    expect(await said(`${'x'.repeat(MAX_BRIDGE_REQUEST_BYTES + 1)}\n`)).not.toContain('withinMs');
    expect(asked).not.toHaveBeenCalled();
  });

  it('that would be sent too much is sent nothing', async () => {
    await listening(() => ({ withinMs: 1, text: Promise.resolve('x'.repeat(MAX_BRIDGE_ANSWER_BYTES)) }));
    expect(await said('x\n')).toBe('{"withinMs":1}\n{"text":""}\n');
  });

  it('that never ends its line is hung up on', async () => {
    await listening();
    const started = performance.now();
    expect(await said('never')).toBe('');
    expect(performance.now() - started).toBeGreaterThan(ACK_MS - 50);
  });

  it('is answered beside three hundred others that wait', async () => {
    const lines = Array.from({ length: 300 }, (_, index) => String(index));
    let asked = 0;
    let answerAll: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (answerAll = resolve));
    await listening((line) => {
      if (++asked === lines.length) answerAll();
      return { withinMs: 7, text: all.then(() => `<${line}>`) };
    });
    expect(await Promise.all(lines.map((line) => said(`${line}\n`)))).toEqual(lines.map(ECHOED));
  });
});
