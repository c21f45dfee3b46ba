import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';

/**
 * What a test file did: ms in which none of its processes computed or waited for a core, and ms of
 * processor time by program.
 * @typedef {{ idle: number, computed: Map<string, number> }} Usage
 * @typedef {{ pid: number, parent: number, isRunnable: boolean, ms: number }} Stat
 * @typedef {{ usages: ReadonlyMap<string, Usage>, stop: () => void }} Profiler
 */

const everyMs = 100;
/** The unit of processor times in /proc. */
const tickMs = 10;

/**
 * Samples what the processes of each test file do. Linux only: elsewhere it sees no process.
 * A process that runs a test file registers in the folder LLXPRT_TEST_PROFILE, under its id.
 * @returns {Profiler}
 */
export function startProfiler() {
  const folder = mkdtempSync(join(tmpdir(), 'profile-'));
  process.env['LLXPRT_TEST_PROFILE'] = folder;
  /** @type {Map<string, Usage>} */
  const usages = new Map();
  /** @type {Map<number, { file: string | undefined, program: string, ms: number }>} */
  const known = new Map();
  let last = performance.now();

  const sample = () => {
    const now = performance.now();
    const stats = new Map(readStats().map((stat) => [stat.pid, stat]));
    /** @type {Map<string, boolean>} */
    const isBusy = new Map();
    for (const stat of stats.values()) {
      const file = fileOf(stat, stats);
      const before = known.get(stat.pid);
      const seen = before ?? { file, program: programOf(stat.pid), ms: 0 };
      const ms = stat.ms - seen.ms;
      known.set(stat.pid, { ...seen, file, ms: stat.ms });
      if (file === undefined) continue;
      /** @type {Usage} */
      const usage = usages.get(file) ?? { idle: 0, computed: new Map() };
      usages.set(file, usage);
      usage.computed.set(seen.program, (usage.computed.get(seen.program) ?? 0) + ms);
      isBusy.set(file, (isBusy.get(file) ?? false) || ms > 0 || stat.isRunnable);
    }
    for (const pid of known.keys()) if (!stats.has(pid)) known.delete(pid);
    for (const [file, busy] of isBusy) {
      const usage = usages.get(file);
      if (usage && !busy) usage.idle += now - last;
    }
    last = now;
  };
  /**
   * The test file of the nearest ancestor that registered one. A process whose parent died keeps
   * its test file.
   * @param {Stat} stat
   * @param {ReadonlyMap<number, Stat>} stats
   */
  const fileOf = (stat, stats) => {
    for (let at = stats.get(stat.pid); at !== undefined; at = stats.get(at.parent)) {
      const registered = join(folder, String(at.pid));
      if (existsSync(registered)) return readFileSync(registered, 'utf8');
    }
    return known.get(stat.pid)?.file;
  };

  const timer = setInterval(sample, everyMs);
  const stop = () => {
    clearInterval(timer);
    delete process.env['LLXPRT_TEST_PROFILE'];
    rmSync(folder, { recursive: true, force: true });
  };
  return { usages, stop };
}

/** @returns {Stat[]} of all processes */
function readStats() {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc').flatMap((name) => {
    const [state = '', parent, ...rest] = /^\d+$/.test(name) ? statOf(name) : [];
    if (parent === undefined) return [];
    const ticks = Number(rest[9]) + Number(rest[10]);
    return { pid: Number(name), parent: Number(parent), isRunnable: 'RD'.includes(state), ms: ticks * tickMs };
  });
}

/**
 * The state of a process, its parent and what /proc says next.
 * @param {string} pid
 */
function statOf(pid) {
  const text = read(`/proc/${pid}/stat`);
  // The name of the program, in parentheses, may hold any characters.
  return text === '' ? [] : text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/**
 * The processor time of all processes that this one has started, once they have ended, and that
 * those have waited for. Linux only.
 * @returns {number | undefined} ms
 */
export function processorMs() {
  const fields = statOf('self');
  return fields.length === 0 ? undefined : (Number(fields[13]) + Number(fields[14])) * tickMs;
}

/**
 * @param {number} pid
 * @returns {string} the program, or the script that Node, Bun or Python runs
 */
function programOf(pid) {
  const [program = '', ...args] = read(`/proc/${String(pid)}/cmdline`).split('\0');
  const name = basename(program);
  if (!/^(node|bun|python)/.test(name)) return name || 'a process that has ended';
  const script = args.find((arg) => arg !== '' && !arg.startsWith('-'));
  return script === undefined ? name : `${name} ${basename(script)}`;
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // The process has ended meanwhile.
  }
}

const mostFiles = 20;
const mostPrograms = 4;

/**
 * The slowest test files, what they waited for, and the slowest test of each.
 * @param {Readonly<Record<string, number>>} times ms by test file
 * @param {readonly import('./cases.mjs').Case[]} cases
 * @param {ReadonlyMap<string, Usage>} usages by test file
 * @returns {string[]} lines
 */
export function profileLines(times, cases, usages) {
  const slowest = Object.entries(times).toSorted(([, a], [, b]) => b - a).slice(0, mostFiles);
  /** @type {Map<string, number>} */
  const all = new Map();
  for (const { computed } of usages.values()) for (const [program, ms] of computed) all.set(program, (all.get(program) ?? 0) + ms);
  const programs = [...all].toSorted(([, a], [, b]) => b - a).slice(0, mostFiles);
  const rows = slowest.flatMap(([file, ms]) => {
    const { idle = 0, computed = new Map() } = usages.get(file) ?? {};
    const programs = [...computed].filter(([, each]) => each >= everyMs).toSorted(([, a], [, b]) => b - a);
    const shown = programs.slice(0, mostPrograms).map(([program, each]) => `${program} ${seconds(each)}`);
    const waits = usages.has(file) ? [`timers and pipes ${seconds(idle)}`, ...shown].join(', ') : 'not seen';
    const slow = cases.filter((one) => one.file === file).toSorted((a, b) => (b.ms ?? 0) - (a.ms ?? 0))[0];
    return [`${seconds(ms).padStart(8)}  ${file}`, `${' '.repeat(10)}waits for: ${waits}`, ...(slow ? [`${' '.repeat(10)}slowest: ${seconds(slow.ms ?? 0)} ${slow.name}`] : [])];
  });
  return [...rows, '', 'processor time of all test files, by program:', ...programs.map(([program, ms]) => `${seconds(ms).padStart(8)}  ${program}`)];
}

/** @param {number} ms */
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
