// npm run pack -- [FOLDER]: makes the files that npm gets, one for each package. Everything has to
// be built before.
import { relative, resolve } from 'node:path';
import process from 'node:process';
import { packAll } from './lib/packs/pack.mjs';
import { cache } from './lib/paths.mjs';

for (const file of await packAll(resolve(process.argv[2] ?? `${cache}/packs`)))
  console.log(relative(process.cwd(), file));
