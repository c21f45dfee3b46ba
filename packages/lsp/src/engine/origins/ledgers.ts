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

  open(): Ledger {
    const ledger = new Ledger();
    this.#all.add(ledger);
    return ledger;
  }

  close(ledger: Ledger): void {
    this.#all.delete(ledger);
  }

  /**
   * Changes that no host session has announced, or another one than the ledger's own: to that one,
   * they are changes on disk. Call it before any server is notified of them.
   *
   * @param except the ledger of the session that has announced them
   */
  found(changes: readonly Change[], known: Known, except?: Ledger): void {
    for (const ledger of this.#all) if (ledger !== except) ledger.change(changes, known);
  }
}
