import type { Diagnostic, HostDefaults, LspServiceClient } from '@vybestack/llxprt-lsp-core';
import { PATIENT, serverAlone, startClient } from './client.js';
import type { LineFinding } from './edits.js';
import { ProcessTable } from './memory.js';
import type { Side, Source } from './side.js';
import type { ServerKind } from './subjects/subject.js';

/** A host's way: everything goes through the service client and the sidecar. */
export class Ours implements Side {
  readonly #client: LspServiceClient;

  private constructor(
    readonly workspace: string,
    client: LspServiceClient,
    private readonly log: readonly string[],
    private readonly isHost: boolean,
  ) {
    this.#client = client;
  }

  /**
   * Starts the sidecar; its language server starts with the first check.
   *
   * @param host its settings: then it asks as a host does that has written the file
   */
  static async start(kind: ServerKind, workspace: string, host?: HostDefaults): Promise<Ours> {
    const log: string[] = [];
    const config = { ...PATIENT, ...host, servers: serverAlone(kind, workspace) };
    const client = await startClient(workspace, config, (line) => log.push(line));
    return new Ours(workspace, client, log, host !== undefined);
  }

  /** @param before the text before the edit, as a tool has it */
  async check({ file, text }: Source, before?: string): Promise<LineFinding[]> {
    if (this.isHost) {
      const written = { filePath: file, text, ...(before !== undefined && { before }) };
      const { files } = await this.#client.check({ files: [written], written: true });
      return (files[file] ?? []).filter(isError);
    }
    return (await this.#client.checkFile(file, text)).filter(isError);
  }

  /**
   * A change of a file, and what is said of others: how many have errors, and whether the bound cut
   * the search short.
   */
  async change(
    { file, text }: Source,
    before: string,
    others: boolean,
  ): Promise<{ readonly found: number; readonly complete: boolean }> {
    const report = await this.#client.check({ files: [{ filePath: file, text, before }], others });
    return { found: Object.keys(report.others).length, complete: report.othersComplete };
  }

  async checkAll(sources: readonly Source[]): Promise<LineFinding[][]> {
    const { files } = await this.#client.check({
      files: sources.map(({ file, text }) => ({ filePath: file, text })),
    });
    return sources.map(({ file }) => {
      const diagnostics = files[file];
      if (diagnostics === undefined) throw new Error(`the report says nothing about ${file}`);
      return diagnostics.filter(isError);
    });
  }

  /** Bytes of the sidecar, and of all that it has started. */
  resident(): { readonly sidecar: number; readonly server: number } {
    const pid = Number(/service (\d+) ready/.exec(this.log.join('\n'))?.[1]);
    const table = ProcessTable.now();
    const sidecar = table.residentOf(pid);
    return { sidecar, server: table.residentOfTree(pid) - sidecar };
  }

  close(): Promise<void> {
    return this.#client.shutdown();
  }
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
