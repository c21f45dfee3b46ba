import { root } from './paths.mjs';
import { run } from './process.mjs';

/**
 * The change in the checkout.
 * @typedef {{ since: string, files: readonly string[] }} Change `since`: a commit;
 *   `files`: relative to the root, with "/", those that exist: changed, new, and untracked
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
  if ((await git('rev-parse', '--git-dir')) === undefined) return { failed: 'This is no git checkout: use npm test.' };
  if (since !== undefined) {
    const commit = await git('rev-parse', '--verify', '--quiet', `${since}^{commit}`);
    return commit === undefined ? { failed: `--since ${since}: git knows no such commit.` } : changeSince(commit);
  }
  for (const upstream of ['@{upstream}', 'origin/HEAD', 'origin/main']) {
    const base = await git('merge-base', 'HEAD', upstream);
    if (base === undefined) continue;
    const found = await changeSince(base);
    if (found.files.length > 0) return found;
  }
  const uncommitted = await changeSince((await git('rev-parse', 'HEAD')) ?? emptyTree);
  if (uncommitted.files.length > 0) return uncommitted;
  return changeSince((await git('rev-parse', '--verify', '--quiet', 'HEAD~1')) ?? emptyTree);
}

/** The empty tree, which every repository knows. */
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/**
 * @param {string} folder
 * @param {string} since
 * @returns {Promise<Change>}
 */
async function change(folder, since) {
  const [changed = '', untracked = ''] = await Promise.all([
    runGit(folder, ['diff', '--name-only', '-z', '--no-renames', '--diff-filter=d', since]),
    runGit(folder, ['ls-files', '--others', '--exclude-standard', '-z']),
  ]);
  const files = `${changed}\0${untracked}`.split('\0').filter((file) => file !== '');
  return { since, files: files.toSorted() };
}

/**
 * @param {string} folder
 * @param {readonly string[]} args
 * @returns {Promise<string | undefined>} what git printed, or undefined where it failed
 */
async function runGit(folder, args) {
  const { code, output } = await run('git', args, { cwd: folder });
  return code === 0 ? output.trimEnd() : undefined;
}
