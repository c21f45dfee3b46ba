import { execFile } from 'node:child_process';
import { findProgram, ownEnvironment } from '../../support/own-program.js';

/** Both relative to the workspace root, with `/`. */
export interface Renamed {
  readonly from: string;
  readonly to: string;
}

/** Longer than git takes for thousands of files, ms. */
const LIMIT_MS = 5000;
const MOST_OUTPUT = 10 * 1024 * 1024;
/** No program of the repository's settings runs. */
const SETTINGS = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '--literal-pathspecs'];

/**
 * Lets git's index follow files that have moved, as `git mv` does: entries keep their text, and
 * nothing is committed. Files that git does not track, and folders that are no repository, stay as
 * they are. Without git, or while another git holds the index, nothing happens. Never rejects.
 *
 * Only for a workspace that is trusted: git obeys the configuration of its repository.
 */
export async function renameInIndex(workspaceRoot: string, renamed: readonly Renamed[]): Promise<void> {
  if (renamed.length === 0) return;
  const targets = new Map(renamed.map(({ from, to }) => [from, to]));
  // The workspace may be a folder of the repository, whose index has paths of its own.
  const prefix = (await git(workspaceRoot, ['rev-parse', '--show-prefix'])).replace(/\n$/, '');
  const listed = await git(workspaceRoot, ['ls-files', '--stage', '-z', '--', ...targets.keys()]);
  const entries = listed.split('\0').flatMap((line) => {
    const [, mode, object, stage, path = ''] = /^(\d+) ([0-9a-f]+) (\d)\t([^]*)$/.exec(line) ?? [];
    const to = targets.get(path);
    // A file with a conflict has no one text.
    return to === undefined || stage !== '0'
      ? []
      : [`0 ${'0'.repeat(object?.length ?? 0)}\t${prefix}${path}\0${mode} ${object}\t${prefix}${to}\0`];
  });
  if (entries.length > 0) await git(workspaceRoot, ['update-index', '-z', '--index-info'], entries.join(''));
}

/** What it prints; nothing where it fails. Paths are relative to the folder. */
function git(cwd: string, args: readonly string[], input = ''): Promise<string> {
  const place = { workspaceRoot: cwd, trusted: true, env: process.env };
  const program = findProgram('git', place);
  if (program === undefined) return Promise.resolve('');
  return new Promise((resolve) => {
    const child = execFile(
      program,
      [...SETTINGS, ...args],
      { cwd, timeout: LIMIT_MS, maxBuffer: MOST_OUTPUT, env: ownEnvironment(place) },
      (error, output) => resolve(error === null ? output : ''),
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
