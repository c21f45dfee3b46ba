import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './paths.mjs';

/**
 * The change in the checkout.
 * @typedef {{ since: string, files: readonly string[], deleted: readonly string[] }} Change
 *   `since`: a commit; `files`: relative to the root, with "/", those that exist: changed, new, and
 *   untracked
 */

/**
 * What the checkout has and `since` lacks. Without `since`: what the upstream branch, or origin's
 * main, lacks; where neither is known, what is not committed; where all is committed, the last
 * commit.
 * @param {string | undefined} since anything that names a commit
 * @param {string} [folder] of the checkout
 * @returns {Promise<Change | { failed: string }>}
 */
export async function findChange(since, folder = root) {
  const git = (/** @type {string[]} */ ...args) => runGit(folder, args);
  const changeSince = (/** @type {string} */ commit) => change(folder, commit);
  if ((await git('rev-parse', '--git-dir')) === undefined)
    return { failed: 'This is no git checkout: use npm test.' };
  if (since !== undefined) {
    const commit = await git('rev-parse', '--verify', '--quiet', `${since}^{commit}`);
    return commit === undefined
      ? { failed: `--since ${since}: git knows no such commit.` }
      : changeSince(commit);
  }
  for (const upstream of ['@{upstream}', 'origin/HEAD', 'origin/main']) {
    const base = await git('merge-base', 'HEAD', upstream);
    if (base === undefined) continue;
    const found = await changeSince(base);
    if (!isEmpty(found)) return found;
  }
  const head = await git('rev-parse', '--verify', '--quiet', 'HEAD');
  const uncommitted = head === undefined ? undefined : await changeSince(head);
  if (uncommitted !== undefined && !isEmpty(uncommitted)) return uncommitted;
  const last = await git('rev-parse', '--verify', '--quiet', 'HEAD~1');
  if (last !== undefined) return changeSince(last);
  return { failed: 'There is no commit before this one to compare with: use npm test, or --since REF.' };
}

const isEmpty = (/** @type {Change} */ { files, deleted }) => files.length === 0 && deleted.length === 0;

/**
 * @param {string} folder
 * @param {string} since
 * @returns {Promise<Change>}
 */
async function change(folder, since) {
  const [changed = '', untracked = ''] = await Promise.all([
    runGit(folder, ['diff', '--name-only', '-z', '--no-renames', '--relative', since]),
    runGit(folder, ['ls-files', '--others', '--exclude-standard', '-z']),
  ]);
  const all = `${changed}\0${untracked}`
    .split('\0')
    .filter((file) => file !== '')
    .toSorted();
  const isThere = (/** @type {string} */ file) => existsSync(join(folder, file));
  return { since, files: all.filter(isThere), deleted: all.filter((file) => !isThere(file)) };
}

/**
 * @param {string} folder
 * @param {readonly string[]} args
 * @returns {Promise<string | undefined>} what git printed, or undefined where it failed
 */
async function runGit(folder, args) {
  try {
    // Its warnings are on stderr, which is no part of the answer.
    return (
      await promisify(execFile)('git', [...args], { cwd: folder, maxBuffer: 64 * 1024 * 1024 })
    ).stdout.trimEnd();
  } catch {
    return undefined;
  }
}
