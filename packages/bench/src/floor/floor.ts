import type { Side } from '../side.js';
import type { ServerKind } from '../subjects/subject.js';
import { CompilerFloor } from './compiler.js';
import { meansOf } from './means.js';
import { ServerFloor } from './server.js';

/** The least that can be done to be right: what nobody can be faster than. It knows nothing but the edits it is told. */
export interface Floor extends Side {
  /** Bytes of what runs between two questions, and of all that it has started. */
  resident(): Promise<number>;
}

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
