import { syncBuiltinESMExports } from 'node:module';
import { beforeAll } from 'vitest';
import { collecting, install } from './collecting.mjs';

// Runs before each test file, in the process of several.
install();
syncBuiltinESMExports();
collecting(true);
beforeAll(() => collecting(false));
