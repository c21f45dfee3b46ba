import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { findProgram, isNestedWorkTree, ownEnvironment } from '@vybestack/llxprt-lsp-core';

/** For the paths of a large branch, bytes. */
const MOST_OUTPUT = 64 * 1024 * 1024;

export type Changed =
  | { readonly kind: 'changed'; readonly files: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * The files below `folder` that differ from a revision of git, and those that are untracked and not
 * ignored. Absolute, and only files that still exist. Only for a workspace that is trusted: git
 * obeys the configuration of its repository.
 *
 * @param folder the workspace, absolute
 */
export async function changedSince(revision: string, folder: string, signal: AbortSignal): Promise<Changed> {
  // First: outside a repository it fails, where `git diff` would compare two files of the disk.
  const untracked = await git(['ls-files', '--others', '--exclude-standard', '-z'], folder, signal);
  if (untracked.kind === 'failed')
    return { kind: 'failed', reason: `--since ${revision}: ${untracked.reason}` };
  // `--end-of-options`: no revision is taken for an option.
  const diff = await git(
    [
      'diff',
      '--name-only',
      '--no-renames',
      '--diff-filter=d',
      '--relative',
      '-z',
      '--end-of-options',
      revision,
      '--',
    ],
    folder,
    signal,
  );
  if (diff.kind === 'failed') return { kind: 'failed', reason: `--since ${revision}: ${diff.reason}` };
  const names = `${diff.output}${untracked.output}`.split('\0').filter((name) => name !== '');
  const paths = [...new Set(names)].map((name) => resolve(folder, name));
  // Of another repository git names the folder. A work tree of this one is another workspace.
  return { kind: 'changed', files: paths.filter((path) => !isNestedWorkTree(path, folder)) };
}

function git(
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<{ kind: 'done'; output: string } | { kind: 'failed'; reason: string }> {
  const place = { workspaceRoot: cwd, trusted: true, env: process.env };
  const program = findProgram('git', place);
  if (program === undefined)
    return Promise.resolve({ kind: 'failed', reason: 'git was not found on PATH, outside of the workspace' });
  return new Promise((done) => {
    execFile(
      program,
      [...args],
      { cwd, signal, maxBuffer: MOST_OUTPUT, env: { ...ownEnvironment(place), LC_ALL: 'C' } },
      (error, output, stderr) => {
        if (error === null) done({ kind: 'done', output });
        else
          done({
            kind: 'failed',
            reason:
              stderr
                .split('\n')
                .find((line) => line !== '')
                ?.replace(/^fatal: /, '') ?? error.message,
          });
      },
    );
  });
}
