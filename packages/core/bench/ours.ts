import { LspServiceClient } from '../src/lsp/lsp-service-client.js';
import { LSP_DEFAULTS, type Diagnostic } from '../src/lsp/types.js';
import type { Finding } from './edits.js';
import { ProcessTable } from './memory.js';
import type { Side, Source } from './side.js';
import type { ServerKind } from './subjects/subject.js';

/** Above everything that is measured: a check that takes longer than the product would wait is slow, not wrong. */
const PATIENCE_MS = 60_000;

/** The sidecar's id of each server; no other one runs in a workspace. */
const SERVER_ID: Readonly<Record<ServerKind, string>> = {
  tsserver: 'typescript',
  typescript7: 'typescript',
  pyright: 'pyright',
  eslint: 'eslint',
};

/** A host's way: everything goes through the service client and the sidecar. */
export class Ours implements Side {
  readonly workspace: string;
  readonly #client: LspServiceClient;
  readonly #serverId: string;

  private constructor(workspace: string, serverId: string) {
    this.workspace = workspace;
    this.#serverId = serverId;
    const others = Object.values(SERVER_ID).filter((id) => id !== serverId);
    this.#client = new LspServiceClient({
      workspaceRoot: workspace,
      config: {
        ...LSP_DEFAULTS,
        servers: Object.fromEntries(others.map((id) => [id, { enabled: false }])),
        diagnosticTimeout: PATIENCE_MS,
        firstTouchTimeout: PATIENCE_MS,
        linterGrace: PATIENCE_MS,
      },
      logger: { debug: () => undefined },
    });
  }

  /** Starts the sidecar; its language server starts with the first check. */
  static async start(kind: ServerKind, workspace: string): Promise<Ours> {
    const ours = new Ours(workspace, SERVER_ID[kind]);
    await ours.#client.start();
    if (!ours.#client.isAlive()) throw new Error(`the sidecar did not start: ${ours.#client.getUnavailableReason() ?? 'unknown'}`);
    // It says ready before it has loaded everything; a session's first edit comes long after.
    await ours.#client.getDiagnosticEpoch();
    return ours;
  }

  async check({ file, text }: Source): Promise<Finding[]> {
    return (await this.#client.checkFile(file, text)).filter(isError);
  }

  async checkAll(sources: readonly Source[]): Promise<Finding[][]> {
    const { files } = await this.#client.check({ files: sources.map(({ file, text }) => ({ filePath: file, text })) });
    return sources.map(({ file }) => {
      const diagnostics = files[file];
      if (diagnostics === undefined) throw new Error(`the report says nothing about ${file}`);
      return diagnostics.filter(isError);
    });
  }

  /** Once a file has been checked. */
  async resident(): Promise<{ readonly sidecar: number; readonly server: number }> {
    const status = await this.#client.status();
    const pid = status.find(({ id, serverPid }) => id === this.#serverId && serverPid !== undefined)?.serverPid;
    if (pid === undefined) throw new Error(`${this.#serverId} does not run: ${JSON.stringify(status)}`);
    const table = ProcessTable.now();
    return { sidecar: table.residentOf(table.parentOf(pid) ?? 0), server: table.residentOfTree(pid) };
  }

  close(): Promise<void> {
    return this.#client.shutdown();
  }
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error';
}
