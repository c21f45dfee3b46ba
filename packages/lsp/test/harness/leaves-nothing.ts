import { afterAll } from 'bun:test';
import { ownTemporaryFolder } from '../../../../scripts/lib/own-folder.mjs';
import { removeTemporaryFolder } from '../../src/client/temporary-folder.ts';

// With --isolate this runs before each test file is loaded, and its hook after those of the file.
const end = ownTemporaryFolder();

afterAll(async () => {
  // Servers and compilers that tests start in this process have a folder here, and a test runner's end is no `exit`.
  removeTemporaryFolder();
  await end();
});
