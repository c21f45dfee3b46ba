// Writes schemas/tools.json, and each schema in a file of its own, from the schemas in
// src/channels. They are built, not committed.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { schemaFiles, toolsFile } from './schema-files.ts';

const folder = join(import.meta.dir, '../schemas/tools');
const wanted = schemaFiles();
mkdirSync(folder, { recursive: true });
for (const name of readdirSync(folder)) if (!wanted.has(name)) rmSync(join(folder, name));
for (const [name, text] of wanted) writeFileSync(join(folder, name), text);
writeFileSync(`${folder}.json`, toolsFile());
