// npm run pack -- [FOLDER]: the files that npm gets, one for each package. What they are made of has to be built.
import { relative, resolve } from 'node:path';
import process from 'node:process';
import { packAll } from './lib/packs/pack.mjs';
import { cache } from './lib/paths.mjs';

for (const file of await packAll(resolve(process.argv[2] ?? `${cache}/packs`))) console.log(relative(process.cwd(), file));
