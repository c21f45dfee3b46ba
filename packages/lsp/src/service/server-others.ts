import { basename, sep } from 'node:path';
import { type Candidate, rank } from '../affected/rank.ts';
import { Ripple } from '../affected/ripple.ts';
import type { LspClient } from '../client/lsp-client.ts';
import type { Publish } from '../client/published.ts';
import type { DiagnosticSource, Settlement } from '../diagnostics/source.ts';
import type { AdmittedPath } from '../paths.ts';
import { namesOf } from '../registry/language-map.ts';
import { LastPublished } from './last-published.ts';
import { type Patience, waitFor } from './patience.ts';
import type { AnnouncedChange, SessionOptions, Suspects } from './session.ts';

/** Files about which one language server may say something else than before, though nobody has edited them. */
export class ServerOthers {
  readonly #lastPublished = new LastPublished();
  /** Of a language whose imports can be read. */
  readonly #ripple: Ripple | undefined;

  constructor(
    private readonly options: SessionOptions,
    private readonly client: LspClient,
    private readonly source: DiagnosticSource,
  ) {
    const { imports } = options.definition;
    this.#ripple = imports === undefined ? undefined : new Ripple(imports);
  }

  heard(publish: Publish): void {
    if (this.source.settle !== undefined) this.#lastPublished.keep(publish);
  }

  /** The server has been told another text of this file. Undefined: there is, or was, none, or nobody knows it. */
  edited(path: AdmittedPath, before: string | undefined, after: string | undefined): void {
    this.#ripple?.edited(path, before, after);
  }

  /** The server has been told that these files are others than before. */
  changed(changes: readonly AnnouncedChange[]): void {
    for (const { path } of changes) {
      if (this.#mayChangeAll(path)) this.#ripple?.everything();
      else this.#ripple?.edited(path, undefined, undefined);
    }
  }

  #mayChangeAll(path: AdmittedPath): boolean {
    if (isSettingsFile(path)) return true;
    const isSource = namesOf(path).some((name) => this.options.definition.extensions.includes(name));
    return !isSource && this.client.launch.reloads?.(path) === true;
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

  /**
   * Where no server can tell which files a change broke: those that depend on what it took away, then those with findings, which it may have
   * mended, then all that depend on it. Of a language whose imports we cannot read, those with findings and the open ones.
   */
  async suspects(withFindings: readonly AdmittedPath[], patience: Patience): Promise<Omit<Suspects, 'settled'>> {
    const { definition } = this.options;
    const ripple = this.#ripple;
    if (definition.imports === undefined || ripple === undefined) return { paths: [...withFindings, ...this.client.documents.all().map(({ path }) => path)], complete: true };
    const wave = ripple.take();
    if (wave === undefined) return { paths: withFindings, complete: true };
    const graph = await waitFor(this.options.importGraph(definition.imports), patience.signal);
    if (graph.kind === 'gave-up') return { paths: withFindings, complete: false };
    const candidates = rank(graph.value, wave);
    const of = (wanted: Candidate['group']): AdmittedPath[] => candidates.flatMap(({ group, path }) => (group === wanted ? [path] : []));
    return {
      paths: [...of('likely'), ...withFindings, ...of('reachable')],
      complete: true,
      settle: () => {
        ripple.settle(wave);
      },
    };
  }
}

/** Upon these any file's verdict may depend: what compilers are configured by, and what is installed. */
function isSettingsFile(path: string): boolean {
  return SETTINGS.test(basename(path)) || path.includes(`${sep}node_modules${sep}`) || path.includes(`${sep}site-packages`);
}

const SETTINGS = /config.*\.json$|^package\.json$|^(pyproject|ty)\.toml$|^setup\.(cfg|py)$|^compile_(flags\.txt|commands\.json)$|^\.clangd$|^node_modules$/i;
