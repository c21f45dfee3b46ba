import { existsSync } from 'node:fs';
import type { LspClient } from '../../../client/lsp-client.ts';
import type { AdmittedPath } from '../../../support/paths.ts';
import { perKey } from '../../../support/per-key.ts';
import { WATCHED_FILES } from '../../../client/protocol/registrations.ts';
import { Condition } from '../../../support/condition.ts';
import type { NotifiedMove } from '../../../backend/diagnostics/source.ts';
import { type TsserverRequests, tsserverRequests } from './tsserver-requests.ts';

/**
 * File events that tsserver may miss, where it leaves the watching to us. While it works, it may
 * probe a path before a file appears there, and register a watcher for it only after the event. It
 * also ignores `created` for files that it holds open by then: an import of such a file stays
 * unresolved for good.
 *
 * So the events are announced again once its current work is done. Such files are closed for that
 * moment, and requests wait until then. Reloading all projects would be as correct, but takes as
 * long as a start.
 */
export class MissedFileEvents {
  #undelivered = 0;
  readonly #delivered = new Condition();

  constructor(
    private readonly client: LspClient,
    private readonly requests: TsserverRequests,
  ) {}

  /**
   * Sends the request that shows the end of the current work at once. Call it directly after the
   * announcement.
   */
  async announceAgain(moves: readonly NotifiedMove[]): Promise<void> {
    this.#undelivered++;
    // It counts as reading: texts sent with the announcement may make tsserver load a project, and
    // requests about them are waiting.
    await this.requests.pass('status');
    await this.client.queue.write(() => {
      this.#announce(moves);
      return Promise.resolve();
    });
    this.#undelivered--;
    this.#delivered.changed();
  }

  #announce(moves: readonly NotifiedMove[]): void {
    // Quirk(typescript-language-server): to watch other places it unregisters its watchers, and
    // registers new ones.
    if (!this.client.registrations.has(WATCHED_FILES)) {
      this.requests.reload();
      return;
    }
    // A file that changed again since then was announced again, too.
    const still = moves.filter(({ path, change }) => this.#exists(path) === (change !== 'deleted'));
    const come = still.filter(({ change }) => change === 'created');
    this.client.documents.whileClosed(
      come.map(({ path }) => path),
      () => {
        this.client.announce(still);
      },
    );
  }

  /** As the server is to see it: a proposed document is there, too. */
  #exists(path: AdmittedPath): boolean {
    return existsSync(path) || this.client.documents.get(path)?.isProposed === true;
  }

  /**
   * Resolves to true once everything was announced again, at once if nothing is pending. Resolves
   * to false when `signal` aborts first.
   */
  whenDelivered(signal: AbortSignal): Promise<boolean> {
    return this.#delivered.until(() => this.#undelivered === 0, signal);
  }
}

/** The file was created, and tsserver had it open already when the event was sent. */
export function ignoresCreate({ change, wasOpen }: NotifiedMove): boolean {
  return change === 'created' && wasOpen;
}

/** All requests to one tsserver wait for the same announcements. */
export const missedFileEvents = perKey(
  (client: LspClient) => new MissedFileEvents(client, tsserverRequests(client)),
);
