import { LSP_DEFAULTS, LspServiceClient } from '@vybestack/llxprt-lsp-core';

/** A session that has projects checked. */
export class Session {
  private constructor(
    private readonly client: LspServiceClient,
    private readonly checker: string,
  ) {}

  static async start(workspace: string, checker: string): Promise<Session> {
    const client = new LspServiceClient({
      workspaceRoot: workspace,
      config: LSP_DEFAULTS,
      logger: { debug: () => undefined },
    });
    await client.start();
    if (!client.isAlive())
      throw new Error(`the sidecar did not start: ${client.getUnavailableReason() ?? 'unknown'}`);
    // It says ready before it has loaded everything.
    await client.getDiagnosticEpoch();
    return new Session(client, checker);
  }

  /** Resolves to how many findings there are. Throws where not all of it was judged. */
  async check(): Promise<number> {
    const report = await this.client.checkProject({ checkers: [this.checker] });
    const [project] = report?.projects ?? [];
    if (report === undefined || project?.outcome !== 'complete')
      throw new Error(
        `${this.checker}: ${project?.outcome ?? 'no project'}: ${project?.reason ?? 'no reason given'}`,
      );
    return Object.values(report.files).reduce((sum, list) => sum + list.length, 0);
  }

  close(): Promise<void> {
    return this.client.shutdown();
  }
}
