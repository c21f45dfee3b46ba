import { setTimeout } from 'node:timers/promises';
import {
  appendDiagnostics,
  applyPatch,
  type CheckFileParams,
  type CheckReport,
  type Diagnostic,
  edit,
  LSP_DEFAULTS,
  type LspConfig,
  type LspServiceClient,
  type ServerConfig,
  type ToolContext,
  writeFile,
} from '@vybestack/llxprt-lsp-core';
import { startClient } from '../client.js';
import { MAX_TOTAL_LINES } from '../../../core/src/lsp/format-diagnostics.js';
import { WELL_KNOWN_SERVERS } from '../../../core/src/lsp/types.js';
import type { ToolCall } from './plan/tool-call.js';

/** A late answer is slow, and what is judged here is whether it is right. */
export const DEADLINE_MS = 60_000;

/**
 * Servers that this machine may have besides, and whose findings the judge does not have: ruff's of
 * a syntax error, say.
 */
const OTHERS_OFF = Object.fromEntries(WELL_KNOWN_SERVERS.map((id) => [id, { enabled: false }]));

export const CONFIG: Required<LspConfig> = {
  ...LSP_DEFAULTS,
  servers: OTHERS_OFF,
  diagnosticTimeout: DEADLINE_MS,
  firstTouchTimeout: DEADLINE_MS,
  includeSeverities: ['error', 'warning'],
  maxDiagnosticsPerFile: 1000,
  maxProjectDiagnosticsFiles: 10_000,
};

/** The search in the background is over when the service has learnt nothing for so long, ms. */
const SILENCE_MS = 6000;
const LOOK_MS = 100;
/** Longer than any search may take. */
const SEARCH_MS = 300_000;

const RUN = { edit, write_file: writeFile, apply_patch: applyPatch };

/**
 * Who asks the sidecar: the product's own tools, which have the texts, or a hook, which is told
 * what was written.
 */
export type Asking = 'tool' | 'hook';

function withoutTexts({ filePath, created }: CheckFileParams): CheckFileParams {
  return { filePath, ...(created !== undefined && { created }) };
}

/**
 * What a tool call brought to light: about the file that it edited and, where the tool speaks of
 * them, about the others.
 */
export type Answer =
  | { readonly kind: 'answered'; readonly diagnostics: readonly Diagnostic[]; readonly others?: OtherFiles }
  | { readonly kind: 'no answer'; readonly reason: string };

export interface OtherFiles {
  readonly diagnostics: readonly Diagnostic[];
  /** False where the bound cut the search short. */
  readonly complete: boolean;
}

/**
 * A session of a host: calls go through the product's own tools, its `appendDiagnostics` and the
 * sidecar. The report behind a result is kept on its way, since the text that the model reads says
 * the same with less.
 */
export class Host {
  readonly #client: LspServiceClient;
  readonly #context: ToolContext;
  /** Of the call under way. */
  #reports: CheckReport[] = [];
  #asking: Asking = 'tool';

  private constructor(client: LspServiceClient, workspace: string, config: Required<LspConfig>) {
    this.#client = client;
    const checker = {
      isAlive: () => this.#client.isAlive(),
      check: async (...question: Parameters<LspServiceClient['check']>) => {
        const [params, signal] = question;
        const report = await this.#client.check(
          this.#asking === 'hook' ? { ...params, files: params.files.map(withoutTexts) } : params,
          signal,
        );
        this.#reports.push(report);
        return report;
      },
    };
    this.#context = {
      workspaceRoot: workspace,
      appendDiagnostics: (success, request) => appendDiagnostics(success, { ...request, checker, config }),
    };
  }

  static async start(workspace: string, servers: Readonly<Record<string, ServerConfig>> = {}): Promise<Host> {
    const config = { ...CONFIG, servers: { ...CONFIG.servers, ...servers } };
    return new Host(await startClient(workspace, config), workspace, config);
  }

  /**
   * @param file the edited one's name after the call, relative to the workspace
   * @param server whose answer it takes
   * @param asking `hook`: the question names the files alone, and the sidecar reads them
   */
  async call({ tool, params }: ToolCall, file: string, server: string, asking: Asking): Promise<Answer> {
    this.#reports = [];
    this.#asking = asking;
    const { llmContent, error } = await RUN[tool](params, this.#context);
    if (error !== undefined) throw new Error(`${tool} refused: ${error.message}`);
    const report = this.#reports[0];
    const answer = answerOf(report, llmContent, file, server);
    if (answer.kind === 'no answer' || tool !== 'write_file' || report === undefined) return answer;
    const { others, othersComplete: complete } = report;
    return { ...answer, others: { diagnostics: Object.values(others).flat(), complete } };
  }

  /** What the service holds about all files once the search that goes on behind a result has ended. */
  async afterSearch(): Promise<Diagnostic[]> {
    const start = performance.now();
    let [epoch, since] = [await this.#client.getDiagnosticEpoch(), start];
    for (let now = start; now - since < SILENCE_MS; now = performance.now()) {
      if (now - start > SEARCH_MS)
        throw new Error(`the search in the background did not end within ${SEARCH_MS / 1000} s`);
      await setTimeout(LOOK_MS);
      const next = await this.#client.getDiagnosticEpoch();
      if (next !== epoch) [epoch, since] = [next, performance.now()];
    }
    return Object.values(await this.#client.getAllDiagnostics()).flat();
  }

  /**
   * How many processes of this server run now, by the version of the workspace's package that they
   * judge with; by its id where there is none.
   */
  async processes(server: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { id, serverPid, program } of await this.#client.status()) {
      if (id !== server || serverPid === undefined) continue;
      const version = program?.uses?.version ?? id;
      counts[version] = (counts[version] ?? 0) + 1;
    }
    return counts;
  }

  close(): Promise<void> {
    return this.#client.shutdown();
  }
}

/**
 * What the text does not say, the model is not told: such a diagnostic counts as none, unless there
 * are more than a text may hold.
 */
export function answerOf(
  report: CheckReport | undefined,
  text: string,
  file: string,
  server: string,
): Answer {
  const diagnostics = report?.files[file];
  if (report === undefined || diagnostics === undefined)
    return { kind: 'no answer', reason: `the report says nothing about ${file}` };
  const asked = report.servers.filter(({ id }) => id === server);
  const silent = asked.find(({ outcome }) => outcome !== 'complete');
  if (silent?.outcome === 'unavailable')
    throw new Error(
      `${server} is not installed, or what it needs is not: npm run setup:servers installs language servers`,
    );
  if (silent !== undefined || asked.length === 0)
    return { kind: 'no answer', reason: `${server}: ${silent?.outcome ?? 'not asked'}` };
  if (diagnostics.length > MAX_TOTAL_LINES) return { kind: 'answered', diagnostics };
  const section = text.slice(text.indexOf(`<diagnostics file="${file}">`)).split('</diagnostics>')[0] ?? '';
  const told = new Set(section.match(/^[A-Z]+ \[\d+:\d+\]/gm));
  return {
    kind: 'answered',
    diagnostics: diagnostics.filter(({ severity, line, character }) =>
      told.has(`${severity.toUpperCase()} [${line}:${character}]`),
    ),
  };
}
