// Writes schemas/tools/*.json from the schemas in src/channels: npm run schemas [-- --check]
// With --check nothing is written, and the exit code is 1 if something should be. Either way it is named.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { schemaFiles } from './schema-files.ts';

const folder = join(import.meta.dir, '../schemas/tools');
const wanted = schemaFiles();
mkdirSync(folder, { recursive: true });
const leftOver = readdirSync(folder).filter((name) => !wanted.has(name));
const different = [...wanted].filter(([name, text]) => !existsSync(join(folder, name)) || readFileSync(join(folder, name), 'utf8') !== text);

for (const name of [...leftOver, ...different.map(([name]) => name)]) console.error(`schemas/tools/${name} is not what src/channels says`);
if (process.argv.includes('--check')) {
  process.exitCode = leftOver.length + different.length === 0 ? 0 : 1;
} else {
  for (const name of leftOver) rmSync(join(folder, name));
  for (const [name, text] of different) writeFileSync(join(folder, name), text);
}
