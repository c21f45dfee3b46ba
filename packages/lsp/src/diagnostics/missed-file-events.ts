import { existsSync } from 'node:fs';
import type { LspClient } from '../client/lsp-client.ts';
import { perClient } from '../client/per-client.ts';
import { WATCHED_FILES } from '../client/registrations.ts';
import { Condition } from '../condition.ts';
import type { FileMove } from './source.ts';
import { type TsserverRequests, tsserverRequests } from './tsserver-requests.ts';

/**
 * What moved on disk and tsserver, which leaves the watching to us, may not have heard of when it was announced. While it is at work it may have looked at
 * a place before something came there, and not said yet that it wants to be told of it. And that a file has come which it holds open by then it does not believe: an
 * import of it stays unresolved for good.
 *
 * So it is told once more when it is done with what it is at, with such files closed for that moment, and whoever asks meanwhile waits for it. To have it
 * load everything anew would be as right, and takes as long as to start.
 */
export class MissedFileEvents {
  #untold = 0;
  readonly #told = new Condition();

  constructor(
    private readonly client: LspClient,
    private readonly requests: TsserverRequests,
  ) {}

  /** Sends at once what tells that it is done; call it directly after the announcement. */
  async tellAgain(moves: readonly FileMove[]): Promise<void> {
    this.#untold++;
    // It counts as reading: texts that were sent with the announcement may have it load a project, and who asks about them is waiting.
    await this.requests.pass('status');
    await this.client.queue.write(() => {
      this.#announce(moves);
      return Promise.resolve();
    });
    this.#untold--;
    this.#told.changed();
  }

  #announce(moves: readonly FileMove[]): void {
    // Quirk(typescript-language-server): to watch other places it withdraws what it has registered for, and registers anew.
    if (!this.client.registrations.has(WATCHED_FILES)) {
      this.requests.reload();
      return;
    }
    // What has moved once more has been announced once more.
    const still = moves.filter(({ path, change }) => existsSync(path) === (change !== 'deleted'));
    const come = still.filter(({ change }) => change === 'created');
    this.client.documents.whileClosed(come.map(({ path }) => path), () => {
      this.client.announce(still);
    });
  }

  /** Resolves to true once it was told everything, at once if it was; to false when `signal` aborts first. */
  whenTold(signal: AbortSignal): Promise<boolean> {
    return this.#told.until(() => this.#untold === 0, signal);
  }
}

/** It came, and tsserver had it open already when it was told so. */
export function ignoresCreate({ change, wasOpen }: FileMove): boolean {
  return change === 'created' && wasOpen;
}

/** Whoever asks one tsserver waits for the same news. */
export const missedFileEvents = perClient((client) => new MissedFileEvents(client, tsserverRequests(client)));
