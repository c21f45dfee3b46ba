import type { LspClient } from '../client/lsp-client.ts';
import type { Publish } from '../client/published.ts';
import type { DiagnosticSource, Settlement } from '../diagnostics/source.ts';
import type { AdmittedPath } from '../paths.ts';
import { LastPublished } from './last-published.ts';
import { type Patience, waitFor } from './patience.ts';
import type { Suspects } from './session.ts';

/** Files about which one language server may say something else than before, though nobody has edited them. */
export class ServerOthers {
  readonly #lastPublished = new LastPublished();

  constructor(
    private readonly client: LspClient,
    private readonly source: DiagnosticSource,
  ) {}

  heard(publish: Publish): void {
    if (this.source.settle !== undefined) this.#lastPublished.keep(publish);
  }

  /** The server ended. */
  clear(): void {
    this.#lastPublished.clear();
  }

  /** What it published last about files that are not open in a newer version. */
  published(): Publish[] {
    return this.#lastPublished.current((path) => this.client.documents.get(path)?.version);
  }

  /** Has the server publish all that it has to say, if it can. */
  async settle(patience: Patience, cancel: AbortSignal): Promise<Settlement> {
    if (this.source.settle === undefined) return 'not-offered';
    const settling = this.source.settle(this.client.documents.all().map(({ uri }) => uri));
    const waited = await waitFor(settling, AbortSignal.any([patience.signal, cancel]));
    return waited.kind === 'done' ? waited.value : 'refused';
  }

  /** Those with findings, and the open ones, which the change may have broken. */
  suspects(withFindings: readonly AdmittedPath[]): Pick<Suspects, 'paths' | 'settle'> {
    return { paths: [...withFindings, ...this.client.documents.all().map(({ path }) => path)] };
  }
}
