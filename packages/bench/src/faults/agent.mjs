/**
 * Loaded into a process before its own program (`--preload`, `--import`), under Bun and Node:
 * breaks it from inside when it is told to.
 *
 * The program itself is what users run. `FAULTS_CONTROL` is the socket of whoever tells it,
 * `FAULTS_ROLE` what this process is.
 */
import childProcess from 'node:child_process';
import { appendFileSync, closeSync, openSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tamper } from './tamper.mjs';

const FLOOD = 8 * 1024 * 1024;
/** How many lines of 400 characters fill every pipe, and what their reader keeps of them. */
const COMPLAINTS = 8000;
const role = process.env['FAULTS_ROLE'] ?? '';
const channels = { rpc: new Tamper(role === 'bridge' ? 'lines' : 'headers'), mcp: new Tamper('lines') };
/** @type {import('node:child_process').ChildProcess | undefined} of a host */
let sidecar;
/** @typedef {Record<string, (args: any) => unknown>} Calls */
/** @type {(calls: Calls) => void} */
let offer = () => undefined;
/** @type {Promise<Calls>} */
const offered = new Promise((resolve) => (offer = resolve));

/** @type {Record<string, (order: any) => unknown>} */
const orders = {
  exit: () => process.exit(0),
  'close stdin': () => (sidecar === undefined ? close(0) : sidecar.stdin?.destroy()),
  'close stdout': () => (sidecar === undefined ? close(1) : sidecar.stdout?.destroy()),
  'flood stderr': () => (sidecar === undefined ? flood() : sidecar.stderr?.pause()),
  'flood log': () => complain(),
  tamper: ({ channel, how }) => channels[/** @type {'rpc' | 'mcp'} */ (channel)].arm(how),
  pause: ({ ms }) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
  'write to disk': () => writeFileSync(join(tmpdir(), 'cache'), 'x'.repeat(4096)),
  'start a child': () =>
    new Promise((resolve) =>
      childProcess.spawn('true', { stdio: 'ignore' }).on('error', resolve).on('exit', resolve),
    ),
  call: async ({ op, args }) => (await offered)[op]?.(args),
};

/**
 * What the program itself is asked for, from now on.
 *
 * @param {Calls} calls by name: from the arguments to the answer
 */
export function serve(calls) {
  offer(calls);
}

/**
 * With the duplicates that a runtime holds; somebody else's file may get the number otherwise.
 *
 * @param {number} fd
 */
function close(fd) {
  const pipe = target(String(fd));
  for (const name of readdirSync('/proc/self/fd')) {
    if (target(name) !== pipe) continue;
    closeSync(Number(name));
    openSync('/dev/null', 'r+');
  }
}

/** @param {string} fd of ours; the listing's own is closed by now */
function target(fd) {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return undefined;
  }
}

/** What a program does that prints more than anybody wants to read. */
function flood() {
  const line = Buffer.from(`${'stderr '.repeat(100)}\n`);
  for (let written = 0; written < FLOOD; written += line.length) process.stderr.write(line);
}

/** As a language server, to the log of its editor. */
function complain() {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    method: 'window/logMessage',
    params: { type: 1, message: 'x'.repeat(400) },
  });
  for (let count = 0; count < COMPLAINTS; count += 1)
    process.stdout.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
}

/** Tells of the answer to a request that nobody knows. @param {string | Uint8Array} chunk */
function overhear(chunk) {
  const text = Buffer.from(chunk).toString('latin1');
  if (!text.includes('"id":"nobody-knows"') || text.includes('"nobody/knows"')) return;
  say({ event: 'replied', value: Number(/"code":(-?\d+)/.exec(text)?.[1]) });
}

/** @param {import('node:stream').Readable} source of answers, once something is asked */
function overhears(source) {
  return () => void source.on('data', overhear);
}

/** @param {any} sink @param {Tamper} tamper */
function tap(sink, tamper) {
  const write = sink.write.bind(sink);
  sink.write = (/** @type {string | Uint8Array} */ chunk, /** @type {unknown[]} */ ...rest) => {
    if (role === 'host') overhear(chunk);
    return write(tamper.through(chunk), ...rest);
  };
  return sink;
}

function tapServer() {
  tap(process.stdout, channels.rpc);
  channels.rpc.asked = overhears(process.stdin);
}

function tapSidecar() {
  const { Bun } = /** @type {any} */ (globalThis);
  const { stdout, file } = Bun;
  const [writer, open] = [stdout.writer.bind(stdout), file.bind(Bun)];
  const tapped = (/** @type {any} */ sink, /** @type {Tamper} */ tamper) => ({
    write: (/** @type {string} */ text) => sink.write(tamper.through(text)),
    flush: () => sink.flush(),
  });
  stdout.writer = () => tapped(writer(), channels.rpc);
  Bun.file = (/** @type {unknown[]} */ ...args) => {
    const opened = open(...args);
    if (args[0] !== 4) return opened;
    const writes = opened.writer.bind(opened);
    opened.writer = () => tapped(writes(), channels.mcp);
    return opened;
  };
}

/** A host's wire to its sidecar, in both its channels. */
function tapHost() {
  const { spawn } = childProcess;
  const tapping = (/** @type {any[]} */ ...args) => {
    const child = spawn(.../** @type {Parameters<typeof spawn>} */ (/** @type {unknown} */ (args)));
    const fromServer = child.stdio[4];
    if (child.stdio[3] && child.stdout && fromServer && 'on' in fromServer && child.pid !== undefined) {
      sidecar = child;
      channels.rpc.asked = overhears(child.stdout);
      channels.mcp.asked = overhears(/** @type {import('node:stream').Readable} */ (fromServer));
      tap(child.stdin, channels.rpc);
      tap(child.stdio[3], channels.mcp);
    }
    return child;
  };
  childProcess.spawn = /** @type {typeof spawn} */ (/** @type {unknown} */ (tapping));
  syncBuiltinESMExports();
}

/** A bridge answers its hooks on sockets and its host on stdout. */
function tapBridge() {
  tap(process.stdout, channels.mcp);
  const { createServer } = net;
  const tapping = (/** @type {(socket: net.Socket) => void} */ listener) =>
    createServer((socket) => {
      tap(socket, channels.rpc);
      const end = socket.end.bind(socket);
      socket.end = (/** @type {any} */ chunk) => (chunk === undefined ? end() : (socket.write(chunk), end()));
      listener(socket);
    });
  net.createServer = /** @type {typeof createServer} */ (/** @type {unknown} */ (tapping));
  syncBuiltinESMExports();
}

/** @type {Record<string, () => void>} */
const taps = { server: tapServer, sidecar: tapSidecar, host: tapHost, bridge: tapBridge };
taps[role]?.();

const socket = await new Promise((resolve, reject) => {
  const opening = net.connect(process.env['FAULTS_CONTROL'] ?? '', () => resolve(opening));
  opening.once('error', reject);
});
let held = '';
/** @type {() => void} */
let go = () => undefined;
/** @type {Promise<void>} */
const allowed = new Promise((resolve) => (go = resolve));
socket.setEncoding('utf8');
socket.on('data', (/** @type {string} */ chunk) => {
  const lines = (held + chunk).split('\n');
  held = lines.pop() ?? '';
  for (const line of lines) void obey(JSON.parse(line));
});
socket.on('error', () => undefined);
process.on('exit', () => appendFileSync(process.env['FAULTS_EXITS'] ?? '', `${role}\n`));
say({ event: 'up' });
await allowed;
// The program ends when it has nothing more to do, whoever listens.
if (role !== 'host') socket.unref();

/** @param {{ do?: string, id?: number }} order */
async function obey(order) {
  if (order.do === 'go') go();
  const run = orders[order.do ?? ''];
  if (run === undefined) return;
  const value = await run(order);
  say({ event: 'did', id: order.id, value: value instanceof Error ? value.message : value });
}

/** @param {object} what */
function say(what) {
  socket.write(`${JSON.stringify({ role, pid: process.pid, ...what })}\n`);
}
