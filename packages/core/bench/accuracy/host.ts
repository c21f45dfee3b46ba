import { appendDiagnostics } from '../../src/lsp/append-diagnostics.js';
import { MAX_TOTAL_LINES } from '../../src/lsp/format-diagnostics.js';
import { LspServiceClient } from '../../src/lsp/lsp-service-client.js';
import { LSP_DEFAULTS, type CheckReport, type Diagnostic, type LspConfig } from '../../src/lsp/types.js';
import { applyPatch } from '../../src/tools/apply-patch.js';
import type { ToolContext } from '../../src/tools/context.js';
import { edit } from '../../src/tools/edit.js';
import { writeFile } from '../../src/tools/write-file.js';
import type { ToolCall } from './plan/tool-call.js';

/** A late answer is slow, and what is judged here is whether it is right. */
const PATIENCE_MS = 60_000;

const CONFIG: Required<LspConfig> = {
  ...LSP_DEFAULTS,
  diagnosticTimeout: PATIENCE_MS,
  firstTouchTimeout: PATIENCE_MS,
  includeSeverities: ['error', 'warning'],
  maxDiagnosticsPerFile: 1000,
};

const RUN = { edit, write_file: writeFile, apply_patch: applyPatch };

/** What a tool call brought to light about the file that it edited. */
export type Answer =
  | { readonly kind: 'answered'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'no answer'; readonly reason: string };

/**
 * A session of a host: calls go through the product's own tools, its `appendDiagnostics` and the sidecar. The report behind a result is
 * kept on its way, since the text that the model reads says the same with less.
 */
export class Host {
  readonly #client: LspServiceClient;
  readonly #context: ToolContext;
  #report: CheckReport | undefined;

  private constructor(workspace: string) {
    this.#client = new LspServiceClient({ workspaceRoot: workspace, config: CONFIG, logger: { debug: () => undefined } });
    const checker = {
      isAlive: () => this.#client.isAlive(),
      check: async (...question: Parameters<LspServiceClient['check']>) => (this.#report = await this.#client.check(...question)),
    };
    this.#context = {
      workspaceRoot: workspace,
      appendDiagnostics: (success, request) => appendDiagnostics(success, { ...request, checker, config: CONFIG }),
    };
  }

  static async start(workspace: string): Promise<Host> {
    const host = new Host(workspace);
    await host.#client.start();
    if (!host.#client.isAlive()) throw new Error(`the sidecar did not start: ${host.#client.getUnavailableReason() ?? 'unknown'}`);
    return host;
  }

  /**
   * @param file the edited one's name after the call, relative to the workspace
   * @param server whose answer it takes
   */
  async call({ tool, params }: ToolCall, file: string, server: string): Promise<Answer> {
    this.#report = undefined;
    const { llmContent, error } = await RUN[tool](params, this.#context);
    if (error !== undefined) throw new Error(`${tool} refused: ${error.message}`);
    return answerOf(this.#report, llmContent, file, server);
  }

  close(): Promise<void> {
    return this.#client.shutdown();
  }
}

/** What the text does not say, the model is not told: such a diagnostic counts as none, unless there are more than a text may hold. */
export function answerOf(report: CheckReport | undefined, text: string, file: string, server: string): Answer {
  const diagnostics = report?.files[file];
  if (report === undefined || diagnostics === undefined) return { kind: 'no answer', reason: `the report says nothing about ${file}` };
  const asked = report.servers.filter(({ id }) => id === server);
  const silent = asked.find(({ outcome }) => outcome !== 'complete');
  if (silent?.outcome === 'unavailable') throw new Error(`${server} is not installed, or what it needs is not: npm run setup:servers installs language servers`);
  if (silent !== undefined || asked.length === 0) return { kind: 'no answer', reason: `${server}: ${silent?.outcome ?? 'not asked'}` };
  if (diagnostics.length > MAX_TOTAL_LINES) return { kind: 'answered', diagnostics };
  const section = text.slice(text.indexOf(`<diagnostics file="${file}">`)).split('</diagnostics>')[0] ?? '';
  const told = new Set(section.match(/^[A-Z]+ \[\d+:\d+\]/gm));
  return {
    kind: 'answered',
    diagnostics: diagnostics.filter(({ severity, line, character }) => told.has(`${severity.toUpperCase()} [${line}:${character}]`)),
  };
}
