import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';
import { asking, collecting, install } from './collecting.mjs';
import { ownTemporaryFolder } from './own-folder.mjs';

// Settings and receipts are those below the home folder that a test names.
for (const name of ['XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'LLXPRT_CONFIG_HOME', 'LLXPRT_DATA_HOME'])
  Reflect.deleteProperty(process.env, name);

// This runs before each test file is read, in the process of several.
install();
syncBuiltinESMExports();
// A hook that is registered first ends last.
afterAll(asking(ownTemporaryFolder));
collecting(true);
beforeAll(() => collecting(false));
