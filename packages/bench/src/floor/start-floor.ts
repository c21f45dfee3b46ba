import type { ServerKind } from '../subjects/subject.js';
import { CompilerFloor } from './compiler.js';
import type { Floor } from './floor.js';
import { meansOf } from './means.js';
import { ServerFloor } from './server.js';

/** @param workspace absolute, real */
export function startFloor(kind: ServerKind, workspace: string): Floor {
  const means = meansOf(kind, workspace);
  switch (means.kind) {
    case 'server':
      return new ServerFloor(means, workspace);
    case 'compiler':
      return new CompilerFloor(means, workspace);
  }
}
