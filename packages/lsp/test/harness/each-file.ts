import { afterAll, beforeAll, mock } from 'bun:test';
import childProcess from 'node:child_process';
import fs from 'node:fs';

import { collecting, install, refusing } from '../../../../scripts/lib/collecting.mjs';
import { ownTemporaryFolder } from '../../../../scripts/lib/own-folder.mjs';
import { removeTemporaryFolder } from '../../src/client/process/temporary-folder.ts';

// With --isolate this runs before each test file is read, and its last hook after those of the file.
const end = ownTemporaryFolder();

afterAll(async () => {
  // Servers and compilers that tests start in this process have a folder here, and a test runner's end is no `exit`.
  removeTemporaryFolder();
  await end();
});

// Bun has no `syncBuiltinESMExports`.
install();
void mock.module('node:fs', () => ({ ...fs, default: fs }));
void mock.module('node:fs/promises', () => ({ ...fs.promises, default: fs.promises }));
void mock.module('node:child_process', () => ({ ...childProcess, default: childProcess }));
for (const name of ['spawn', 'spawnSync', 'serve', 'listen', 'write'] as const)
  Object.assign(Bun, { [name]: refusing(`Bun.${name}`, Bun[name]) });
collecting(true);
beforeAll(() => collecting(false));
