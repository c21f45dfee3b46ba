import { once } from '../../../../scripts/lib/fuzz/slow.js';
import type { FuzzTarget } from '../../../../scripts/lib/fuzz/target.js';
import { readers } from './readers.js';

/** Each took seconds for some kilobytes, or for ever. */
export const found: FuzzTarget['found'] = {
  'empty lines in a patch': once(readers, 'patch-begin', { head: '@@\n', unit: '\n', tail: '+x\nx' }),
  'a hunk that fits everywhere but at its end': once(readers, 'patch-hunk', { unit: ' a\n', tail: ' b\n' }),
  'headers that stand everywhere': once(readers, 'patch-begin', { unit: '@@ a\n', tail: '+x\n' }),
  'files of a plain diff': once(readers, 'patch-any', { unit: '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n' }),
  'places of one line': once(readers, 'edit', { unit: 'aaaaa bbb ' }),
  'variables without an end': once(readers, 'imported-settings', { unit: '${workspaceFolder:' }),
  'a hunk that may have been anywhere': once(readers, 'undo', { unit: ' a\n', tail: '-b\n+c\n' }),
};
