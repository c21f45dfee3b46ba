import { dirname } from 'node:path';
import { diskStamp, touchedSince } from '../../support/paths.ts';
import type { SessionServers } from '../session/pool/servers.ts';
import type { Knowledge, Judge } from '../session/session.ts';
import { type Change, Ledger } from './ledger.ts';

/** The servers, and what the changes of one host session have caused. */
export interface LedgeredServers extends SessionServers {
  readonly ledger: Ledger;
  /** Of all host sessions. */
  readonly ledgers: Ledgers;
}

type Known = () => ReadonlyMap<Judge, Knowledge>;

/** The ledgers of all host sessions of a workspace. */
export class Ledgers {
  readonly #all = new Set<Ledger>();
  /** When a session began that may still find older changes, ms since 1970. */
  readonly #began = new Map<Ledger, number>();

  /**
   * @param seen resolves once the log has all that was changed before: of what is found until then, that is
   * no change of this session
   */
  open(seen: Promise<unknown> = Promise.resolve()): Ledger {
    const ledger = new Ledger();
    this.#all.add(ledger);
    this.#began.set(ledger, Date.now());
    void seen.then(() => this.#began.delete(ledger));
    return ledger;
  }

  close(ledger: Ledger): void {
    this.#all.delete(ledger);
    this.#began.delete(ledger);
  }

  /**
   * Changes that no host session has announced, or another one than the ledger's own: to that one,
   * they are changes on disk. Call it before any server is notified of them.
   *
   * @param except the ledger of the session that has announced them
   */
  found(changes: readonly Change[], known: Known, except?: Ledger): void {
    for (const ledger of this.#all) {
      if (ledger === except) continue;
      const began = this.#began.get(ledger);
      const own = began === undefined ? changes : changes.filter(({ path }) => isSince(path, began));
      ledger.change(own, known);
    }
  }
}

/** Whether a file was changed after that time, ms since 1970. What is gone has changed its folder. */
export function isSince(path: string, time: number): boolean {
  const folder = dirname(path);
  if (diskStamp(path) !== undefined || folder === path) return touchedSince(path, time);
  return isSince(folder, time);
}
