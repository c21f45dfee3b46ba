import { basename } from 'node:path';
import type { Workspace } from './workspace.ts';

/** Below the workspace, what `git worktree add` makes there, without its files and without git. */
export function addWorkTree(workspace: Workspace, folder: string): void {
  const own = `.git/worktrees/${basename(folder)}`;
  workspace.write('.git/HEAD', 'ref: refs/heads/main\n');
  workspace.write(`${own}/HEAD`, `ref: refs/heads/${basename(folder)}\n`);
  workspace.write(`${own}/commondir`, '../..\n');
  workspace.write(`${folder}/.git`, `gitdir: ${workspace.path(own)}\n`);
}
