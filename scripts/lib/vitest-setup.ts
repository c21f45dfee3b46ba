import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';
import { asking, collecting, install } from './collecting.mjs';
import { ownTemporaryFolder } from './own-folder.mjs';

// This runs before each test file is read, in the process of several.
install();
syncBuiltinESMExports();
// A hook that is registered first ends last.
afterAll(asking(ownTemporaryFolder));
collecting(true);
beforeAll(() => collecting(false));
