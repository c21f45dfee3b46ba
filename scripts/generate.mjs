// Writes the sources that are made from others, and are not committed: npm run generate.
// These are core's copies of files of packages/lsp, and the JSON Schemas of the tools.
import process from 'node:process';
import { root } from './lib/paths.mjs';
import { node } from './lib/process.mjs';
import { writeCopies } from './lib/shared.mjs';

writeCopies();
const { code } = await node(['scripts/lsp.mjs', 'run', 'schemas'], { cwd: root, inherit: true });
process.exitCode = code;
