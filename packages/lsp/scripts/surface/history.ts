import { execFileSync } from 'node:child_process';

/** What a commit did to one file. */
export interface Edit {
  readonly commit: string;
  /** In the repository. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** A file that is larger is no source. */
const MOST_BYTES = 64 * 2 ** 20;

export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', maxBuffer: MOST_BYTES });
}

/** Commits that changed such files, the youngest first. */
export function commitsOf(folder: string, head: string, files: readonly string[], most: number): string[] {
  const args = ['log', '--no-merges', '--diff-filter=M', '--format=%H', '-n', String(most), head, '--'];
  return lines(git(folder, ...args, ...files));
}

/** The files that a commit changed, and that were there before. */
export function editsOf(folder: string, commit: string, files: readonly string[]): Edit[] {
  const args = [
    'diff-tree',
    '--no-commit-id',
    '-r',
    '--diff-filter=M',
    '--name-only',
    commit,
    '--',
    ...files,
  ];
  return lines(git(folder, ...args)).flatMap((path) => {
    const [before, after] = [textAt(folder, `${commit}^`, path), textAt(folder, commit, path)];
    return before === undefined || after === undefined || before === after
      ? []
      : { commit, path, before, after };
  });
}

function textAt(folder: string, commit: string, path: string): string | undefined {
  try {
    return git(folder, 'show', `${commit}:${path}`);
  } catch {
    // A link to another repository.
    return undefined;
  }
}

export function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
