import { existsSync } from 'node:fs';
import type { LspClient } from '../client/lsp-client.ts';
import { perClient } from '../client/per-client.ts';
import { Condition } from '../condition.ts';
import type { FileMove } from './source.ts';
import { type TsserverRequests, tsserverRequests } from './tsserver-requests.ts';

/**
 * What moved on disk while tsserver was at work, where it leaves the watching to us. It may have looked at a place before something came there, and not said
 * yet that it wants to be told of it, so the announcement was lost. What it is at comes to an end, and by then it has said so: it is told once more,
 * and whoever asks meanwhile waits for that. To have it load everything anew would be as right, and takes as long as to start.
 */
export class TsserverNews {
  #untold = 0;
  readonly #told = new Condition();

  constructor(
    private readonly client: LspClient,
    private readonly requests: TsserverRequests,
  ) {}

  /** Sends at once what tells that it is done; call it directly after the announcement. */
  async tellAgain(moves: readonly FileMove[]): Promise<void> {
    this.#untold++;
    await this.requests.pass('status', undefined, false);
    // What has moved once more has been announced once more.
    this.client.announce(moves.filter(({ path, change }) => existsSync(path) === (change !== 'deleted')));
    this.#untold--;
    this.#told.changed();
  }

  /** Resolves to true once it was told everything, at once if it was; to false when `signal` aborts first. */
  whenTold(signal: AbortSignal): Promise<boolean> {
    return this.#told.until(() => this.#untold === 0, signal);
  }
}

/** Whoever asks one tsserver waits for the same news. */
export const tsserverNews = perClient((client) => new TsserverNews(client, tsserverRequests(client)));
