import { readdirSync, readFileSync } from 'node:fs';

/**
 * The processes below `pid`, children before grandchildren; [] where the system does not tell.
 *
 * A server that has to be killed leaves helpers behind (tsserver, cargo) that nobody else knows of. On Linux only: elsewhere they end
 * with their pipes.
 */
export function descendants(pid: number): number[] {
  const children = childrenByParent();
  const found: number[] = [];
  const visit = (parent: number): void => {
    for (const child of children.get(parent) ?? []) {
      found.push(child);
      visit(child);
    }
  };
  visit(pid);
  return found;
}

/** SIGKILL for the process and all below it, top first, so that nobody starts new ones meanwhile. */
export function killTree(pid: number): void {
  for (const target of [pid, ...descendants(pid)]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

function childrenByParent(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const name of listProc()) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = parentOf(pid);
    if (parent === undefined) continue;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [pid]);
    else siblings.push(pid);
  }
  return children;
}

function listProc(): string[] {
  try {
    return readdirSync('/proc');
  } catch {
    return [];
  }
}

function parentOf(pid: number): number | undefined {
  try {
    // "pid (name) state ppid ...": the name may hold spaces and parentheses.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
