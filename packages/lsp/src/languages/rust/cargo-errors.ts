import { resolve } from 'node:path';
import type { Finding } from '../../backend/output/output.ts';

/** An error of Cargo itself, written to stderr: about a manifest, a build script or the network. */
export interface CargoError {
  /** Includes the last cause, which is the informative one. */
  readonly message: string;
  /** Present where Cargo names the manifest. */
  readonly finding: Finding | undefined;
}

/** Left out: rustc has already reported why the crate did not compile, unless it was killed. */
const NO_NEWS = /^could not compile .* due to \d+ previous error/;

const HEAD = /^error(?:\[\w+\])?: *(.*)$/s;
const PLACE = /^\s*--> (.+):(\d+):(\d+)$/;
const MANIFEST = /^failed to parse manifest at `(.+)`$/;

interface Draft {
  readonly message: string;
  readonly causes: string[];
  place?: Pick<Finding, 'path' | 'line' | 'character'>;
}

/**
 * @param stderr lines without the empty ones
 * @param root the folder where Cargo ran, absolute: Cargo names files relative to it
 */
export function errorsOf(stderr: readonly string[], root: string): CargoError[] {
  const drafts: Draft[] = [];
  let amongCauses = false;
  for (const line of stderr) {
    const message = HEAD.exec(line)?.[1];
    const draft = drafts.at(-1);
    const [, path, row, column] = PLACE.exec(line) ?? [];
    if (message !== undefined) {
      drafts.push({ message, causes: [] });
      amongCauses = false;
    } else if (draft !== undefined && path !== undefined) {
      draft.place ??= { path: resolve(root, path), line: Number(row), character: Number(column) };
    } else if (line === 'Caused by:') amongCauses = true;
    else if (!line.startsWith('  ')) amongCauses = false;
    else if (amongCauses && !line.startsWith('  help:')) draft?.causes.push(line.trim());
  }
  return drafts
    .filter(({ message }) => !NO_NEWS.test(message))
    .map((draft) => ({ message: wordingOf(draft), finding: findingOf(draft) }));
}

/** The last cause says most, but not below the panic of a build script: a backtrace follows it. */
function wordingOf({ message, causes }: Draft): string {
  const panic = causes.findIndex((cause) => /^thread '.*' (?:\(\d+\) )?panicked at /.test(cause));
  const last = panic < 0 ? causes.at(-1) : causes[panic + 1];
  return [message, ...(last === undefined ? [] : [last])].join(': ');
}

function findingOf({ message, causes, place }: Draft): Finding | undefined {
  const about = { severity: 'error', source: 'cargo' } as const;
  if (place !== undefined) return { ...place, ...about, message };
  const chain = [message, ...causes];
  const at = chain.findIndex((cause) => MANIFEST.test(cause));
  const path = MANIFEST.exec(chain[at] ?? '')?.[1];
  return path === undefined
    ? undefined
    : { path, line: 1, character: 1, ...about, message: chain.slice(at + 1).join(': ') || message };
}
