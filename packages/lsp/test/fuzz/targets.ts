import type { FuzzTarget } from '../../../../scripts/lib/fuzz/target.ts';
import { admission } from './admission.ts';
import { changes } from './changes.ts';
import { bootstrap, start } from './bootstrap.ts';
import { connection, framing } from './framing.ts';
import { races } from './races.ts';
import { sayers } from './sayers.ts';
import { slow } from './slow.ts';
import { tools } from './tools.ts';
import { wire } from './wire.ts';

export const targets: readonly FuzzTarget[] = [
  framing,
  connection,
  bootstrap,
  start,
  wire,
  ...tools,
  admission,
  races,
  changes,
  sayers,
  slow,
];
