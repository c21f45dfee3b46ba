import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settingsRows } from '../src/doctor-command.js';
import { folderOf } from './support/io.js';

it('doctor lists a file once where the home folder is the workspace', () => {
  const home = folderOf({ '.llxprt/settings.json': '{"lsp": {}}', 'own/settings.json': '{"lsp": {}}' });
  const workspace = join(home, '.llxprt/settings.json');
  const user = join(home, 'own/settings.json');
  expect(settingsRows({ user, earlier: workspace, workspace })).toEqual([
    ['Settings', user],
    ['', workspace],
  ]);
  expect(settingsRows({ user: workspace, llxprtCode: workspace, workspace })).toEqual([
    ['Settings', workspace],
  ]);
});
