import type { FuzzTarget } from '../../../../scripts/lib/fuzz/target.js';
import { formatter } from './formatter.js';
import { notes } from './notes.js';
import { patch } from './patch.js';
import { patchText } from './patch-text.js';
import { settings, settingsText } from './settings.js';
import { slow } from './slow.js';
import { undo } from './undo.js';

export const targets: readonly FuzzTarget[] = [
  formatter,
  settings,
  settingsText,
  patch,
  patchText,
  notes,
  ...undo,
  slow,
];
