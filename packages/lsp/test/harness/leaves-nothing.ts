import { afterAll } from 'bun:test';
import { register } from '../../../../scripts/lib/profile-register.ts';
import { removeTemporaryFolder } from '../../src/client/temporary-folder.ts';

register(Bun.main);

// Servers and compilers that tests start in this process have a folder here, and a test runner's end is no `exit`.
afterAll(removeTemporaryFolder);
