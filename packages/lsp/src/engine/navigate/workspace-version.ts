import type { AnnouncedChange } from '../disk/announced-change.ts';
import type { SessionServers } from '../session/pool/servers.ts';

/**
 * Integers that grow when what servers could answer has changed. They are the same after every
 * start of an unchanged workspace.
 */
export interface WorkspaceVersion {
  readonly roots: number;
  /** Some file holds another text. */
  readonly text: number;
  /** Some file came or went. */
  readonly fs: number;
}

/** Nothing has changed in between. */
export function isSameVersion(a: WorkspaceVersion, b: WorkspaceVersion): boolean {
  return a.roots === b.roots && a.text === b.text && a.fs === b.fs;
}

/** gateway-contract 3.6.2. The roots are given once, at the start. */
export class WorkspaceVersionCounter {
  #text = 0;
  #fs = 0;

  get now(): WorkspaceVersion {
    return { roots: 0, text: this.#text, fs: this.#fs };
  }

  changed(changes: readonly Pick<AnnouncedChange, 'change'>[]): void {
    if (changes.some(({ change }) => change === 'changed')) this.#text++;
    if (changes.some(({ change }) => change !== 'changed')) this.#fs++;
  }
}

/** The servers, and how old an answer of theirs is. */
export interface NavigatedServers extends SessionServers {
  readonly workspaceVersion: WorkspaceVersionCounter;
}
