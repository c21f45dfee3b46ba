import { type Diagnostic, LSP_DEFAULTS, LspServiceClient } from '@vybestack/llxprt-lsp-core';
import type { Finding } from './edits.js';
import { ProcessTable } from './memory.js';
import type { Side, Source } from './side.js';
import { SERVERS, type ServerTraits } from './servers.js';
import type { ServerKind } from './subjects/subject.js';

/** Above everything that is measured: a check that takes longer than the product would wait is slow, not wrong. */
const PATIENCE_MS = 180_000;

/** A host's way: everything goes through the service client and the sidecar. */
export class Ours implements Side {
  readonly workspace: string;
  readonly #client: LspServiceClient;
  readonly #log: string[] = [];

  private constructor(workspace: string, { id, env }: ServerTraits) {
    this.workspace = workspace;
    const others = Object.values(SERVERS).filter((other) => other.id !== id);
    this.#client = new LspServiceClient({
      workspaceRoot: workspace,
      config: {
        ...LSP_DEFAULTS,
        servers: {
          ...Object.fromEntries(others.map((other) => [other.id, { enabled: false }])),
          [id]: { env: { ...env(workspace) } },
        },
        diagnosticTimeout: PATIENCE_MS,
        firstTouchTimeout: PATIENCE_MS,
        linterGrace: PATIENCE_MS,
      },
      logger: { debug: (line) => this.#log.push(line) },
    });
  }

  /** Starts the sidecar; its language server starts with the first check. */
  static async start(kind: ServerKind, workspace: string): Promise<Ours> {
    const ours = new Ours(workspace, SERVERS[kind]);
    await ours.#client.start();
    if (!ours.#client.isAlive())
      throw new Error(`the sidecar did not start: ${ours.#client.getUnavailableReason() ?? 'unknown'}`);
    // It says ready before it has loaded everything; a session's first edit comes long after.
    await ours.#client.getDiagnosticEpoch();
    return ours;
  }

  async check({ file, text }: Source): Promise<Finding[]> {
    return (await this.#client.checkFile(file, text)).filter(isError);
  }

  /** A change of a file, and what is said of others: how many have errors, and whether the bound cut the search short. */
  async change(
    { file, text }: Source,
    before: string,
    others: boolean,
  ): Promise<{ readonly found: number; readonly complete: boolean }> {
    const report = await this.#client.check({ files: [{ filePath: file, text, before }], others });
    return { found: Object.keys(report.others).length, complete: report.othersComplete };
  }

  async checkAll(sources: readonly Source[]): Promise<Finding[][]> {
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
    const pid = Number(/service (\d+) ready/.exec(this.#log.join('\n'))?.[1]);
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
