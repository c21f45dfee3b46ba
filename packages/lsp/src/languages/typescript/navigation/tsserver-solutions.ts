import { dirname, extname } from 'node:path';
import type { LspClient } from '../../../client/lsp-client.ts';
import { referencesAbove } from '../tsconfig.ts';
import { type Load, loadedProjects } from '../server/tsserver-projects.ts';
import { projectOf, type TsserverRequests, tsserverRequests } from '../server/tsserver-requests.ts';
import type { AdmittedPath } from '../../../support/paths.ts';

const AT_ONCE = 20;

/**
 * Has tsserver load the projects that a config file only references. Example: a `tsconfig.json`
 * that makes `tsconfig.app.json` and `tsconfig.spec.json` one solution.
 *
 * Quirk(tsserver): a request cannot name such a project. tsserver finds the project of a file that
 * is opened. Once loaded it stays as long as the solution.
 */
export class Solutions {
  readonly #requests: TsserverRequests;
  /** The load of each solution for which all its references were loaded, too. */
  readonly #whole = new Map<string, Load>();

  constructor(private readonly client: LspClient) {
    this.#requests = tsserverRequests(client);
  }

  /** The current load of each solution whose references are all loaded. */
  loaded(): Map<string, Load> {
    const projects = loadedProjects(this.client);
    return new Map([...this.#whole].filter(([config]) => projects.has(config)));
  }

  /** @param files to which no other config file is nearer */
  async load(config: string, files: readonly AdmittedPath[], signal: AbortSignal): Promise<void> {
    const load = loadedProjects(this.client).load(config);
    if (this.#whole.get(config) === load) return;
    const missing = new Set(referencesAbove(config, files));
    const closed = variety(files.filter((path) => this.client.documents.get(path) === undefined));
    for (let at = 0; at < closed.length && missing.size > 0; at += AT_ONCE) {
      if (signal.aborted) return;
      for (const project of await this.#open(closed.slice(at, at + AT_ONCE))) missing.delete(project);
    }
    this.#whole.set(config, load);
  }

  /**
   * In one turn. The gateway opens them in tsserver itself: the language server would begin to
   * publish.
   */
  async #open(files: readonly AdmittedPath[]): Promise<string[]> {
    void this.#requests.pass('updateOpen', {
      openFiles: files.map((file) => ({ file, projectRootPath: this.client.launch.root })),
    });
    const replies = files.map((file) =>
      this.#requests.pass('projectInfo', { file, needFileNameList: false }),
    );
    void this.#requests.pass('updateOpen', { closedFiles: files });
    return (await Promise.all(replies)).flatMap((reply) => projectOf(reply) ?? []);
  }
}

/**
 * Files that differ most in folder and extension come first: they most likely belong to different
 * projects.
 */
function variety(files: readonly AdmittedPath[]): AdmittedPath[] {
  const groups = [
    ...Map.groupBy(
      files,
      (path) => `${dirname(path)} ${extname(path.slice(0, -extname(path).length))}${extname(path)}`,
    ).values(),
  ];
  const most = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: most }, (_, at) => groups.flatMap((group) => group.slice(at, at + 1))).flat();
}
