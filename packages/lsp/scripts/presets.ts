// Writes what is made of src/languages/presets/facts.txt: the table, the ids of the protocol, and
// the rows of docs/servers.md: npm run generate.
import { writeFileSync } from 'node:fs';

import { presetFiles } from './preset-files.ts';

for (const [path, { text, former }] of presetFiles()) if (text !== former) writeFileSync(path, text);
