import { chownSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { llxprtFolders, ownFolders } from '../../src/own-folders.js';

/** Below the home folder: our settings, those of LLxprt Code, our earlier ones. */
export const OWN_SETTINGS = join(ownFolders('/', {}).config.slice(1), 'settings.json');
export const LLXPRT_SETTINGS = join(llxprtFolders('/', {}).config.slice(1), 'settings.json');
export const EARLIER_SETTINGS = '.llxprt/settings.json';

/** Below the home folder, what programs of ours write. */
export const OWN_STATE = ownFolders('/', {}).state[0].slice(1);

/** A folder with these files, under a name that quoting mistakes trip over; gone after the test. Real. */
export function folderOf(files: Record<string, string> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lsp core # é ')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** Another user's, who is nobody in particular. No place for it on Windows. Absolute. */
export function foreignFolder(files: Record<string, string> = {}): string {
  // The superuser alone can give files away, and no other user owns this one.
  if (process.getuid?.() !== 0) return '/usr';
  const folder = folderOf(files);
  for (const path of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, path), 1, 1);
  return folder;
}

/** The user's home is this folder until the test is over. */
export function livingIn(home: string): void {
  const before = process.env['HOME'];
  process.env['HOME'] = home;
  onTestFinished(() => {
    if (before === undefined) delete process.env['HOME'];
    else process.env['HOME'] = before;
  });
}
