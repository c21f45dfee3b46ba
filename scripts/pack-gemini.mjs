// npm run pack:gemini -- [FOLDER]: the extension for Gemini CLI as a folder of its own, as a release branch or an archive holds it.
import { relative, resolve } from 'node:path';
import process from 'node:process';
import { packGemini } from './lib/pack-gemini.mjs';
import { cache } from './lib/paths.mjs';

const folder = resolve(process.argv[2] ?? `${cache}/gemini-cli-extension`);
packGemini(folder);
console.log(`packed: ${relative(process.cwd(), folder) || '.'}`);
