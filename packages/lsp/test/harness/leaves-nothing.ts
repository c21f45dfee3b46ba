import { afterAll } from 'bun:test';
import { removeTemporaryFolder } from '../../src/client/temporary-folder.ts';

// Servers and compilers that tests start in this process have a folder here, and a test runner's end is no `exit`.
afterAll(removeTemporaryFolder);
