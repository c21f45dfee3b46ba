import { beforeAll, mock } from 'bun:test';
import childProcess from 'node:child_process';
import fs from 'node:fs';

import { collecting, install, refusing } from '../../../../scripts/lib/collecting.mjs';

// Bun has no `syncBuiltinESMExports`, and a runner's process has one test file.
install();
void mock.module('node:fs', () => ({ ...fs, default: fs }));
void mock.module('node:fs/promises', () => ({ ...fs.promises, default: fs.promises }));
void mock.module('node:child_process', () => ({ ...childProcess, default: childProcess }));
for (const name of ['spawn', 'spawnSync', 'serve', 'listen', 'write'] as const) Object.assign(Bun, { [name]: refusing(`Bun.${name}`, Bun[name]) });
collecting(true);
beforeAll(() => collecting(false));
