import { readdirSync } from 'node:fs';
import { readBytes, readTextFile, SETTINGS_BYTES } from '../../support/read-file.ts';

/**
 * The processes below `pid`, children before grandchildren; [] where the system does not list them.
 *
 * A killed server leaves helpers behind (tsserver, cargo) that no other program knows of. On Linux
 * only: elsewhere they end when their pipes close.
 */
export function descendants(pid: number): number[] {
  return treesOf([pid]).flatMap(([, ...below]) => below);
}

/** Each of these processes first, then those below it. Reads the process list once. */
export function treesOf(pids: readonly number[]): number[][] {
  const children = pids.length === 0 ? new Map<number, number[]>() : childrenByParent();
  const treeOf = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(treeOf)];
  return pids.map(treeOf);
}

/** The command line of a process; [] where the system does not give it. On Linux only. */
export function commandLine(pid: number): string[] {
  const line = readTextFile(`/proc/${pid}/cmdline`, SETTINGS_BYTES);
  return line.kind === 'text' ? line.text.split('\0') : [];
}

/**
 * SIGKILL for the process and all below it, top first, so that no parent starts new ones meanwhile.
 */
export function killTree(pid: number): void {
  for (const target of [pid, ...descendants(pid)]) kill(target);
}

/** SIGKILL for the process group that this process leads. */
export function killGroup(leader: number): void {
  kill(-leader);
}

/**
 * SIGKILL for every process that was started with `name=value` in its environment, however far
 * down, and whichever process has adopted it. Children of a crashed server are no longer below it;
 * their environment still identifies them.
 */
export function killMarked(name: string, value: string): void {
  const mark = Buffer.from(`\0${name}=${value}\0`);
  for (const pid of runningProcesses()) {
    if (pid === process.pid || !environmentOf(pid).includes(mark)) continue;
    kill(pid);
  }
}

function environmentOf(pid: number): Buffer {
  const variables = readBytes(`/proc/${pid}/environ`, SETTINGS_BYTES);
  return variables.kind === 'bytes' ? Buffer.concat([SEPARATOR, variables.bytes, SEPARATOR]) : SEPARATOR;
}

const SEPARATOR = Buffer.from('\0');

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already exited.
  }
}

function childrenByParent(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const pid of runningProcesses()) {
    const parent = parentOf(pid);
    if (parent !== undefined) children.getOrInsert(parent, []).push(pid);
  }
  return children;
}

function runningProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function parentOf(pid: number): number | undefined {
  const stat = readTextFile(`/proc/${pid}/stat`, SETTINGS_BYTES);
  // "pid (name) state ppid ...": the name may contain spaces and parentheses.
  return stat.kind === 'text'
    ? Number(stat.text.slice(stat.text.lastIndexOf(')') + 2).split(' ')[1])
    : undefined;
}
