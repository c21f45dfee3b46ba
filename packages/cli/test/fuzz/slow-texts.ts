import { once } from '../../../../scripts/lib/fuzz/slow.js';
import type { FuzzTarget } from '../../../../scripts/lib/fuzz/target.js';
import { readers } from './readers.js';

/** Each took seconds for some kilobytes, or for ever. */
export const found: FuzzTarget['found'] = {
  'a rule of stars': once(readers, 'gitignore', { unit: '*a' }),
  'a rule of folders': once(readers, 'gitignore', { unit: '**/a/' }),
  'a rule on each line': once(readers, 'gitignore', { unit: '\n{{' }),
  'brackets in brackets': once(readers, 'json-editor', { unit: '{"a":[' }),
  'escaped quotes in a table': once(readers, 'toml-editor', { head: '# "', unit: '\\"' }),
};
