// npm run pack:gemini -- [FOLDER]: makes the extension for Gemini CLI as a folder of its own, for a
// release branch or an archive.
import { relative, resolve } from 'node:path';
import process from 'node:process';
import { packGemini } from './lib/pack-gemini.mjs';
import { cache } from './lib/paths.mjs';

const folder = resolve(process.argv[2] ?? `${cache}/gemini-cli-extension`);
packGemini(folder);
console.log(`packed: ${relative(process.cwd(), folder) || '.'}`);
