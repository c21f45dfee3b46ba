// Writes the sources that are made from others: npm run generate. Not committed are core's copies of
// files of packages/lsp, and the JSON Schemas of the tools; committed is what the table of servers
// makes: a module, the list of ids in types.ts, rows of docs/servers.md.
import process from 'node:process';
import { root } from './lib/paths.mjs';
import { node } from './lib/process.mjs';
import { writeCopies } from './lib/shared.mjs';

for (const made of ['presets', 'schemas']) {
  const { code } = await node(['scripts/lsp.mjs', 'run', made], { cwd: root, inherit: true });
  if (code !== 0) process.exitCode = code;
}
writeCopies();
