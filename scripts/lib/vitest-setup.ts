import { afterAll } from 'vitest';
import { ownTemporaryFolder } from './own-folder.mjs';

// This runs before each test file is loaded. A hook that is registered first ends last.
afterAll(ownTemporaryFolder());
