import type { LspClient } from '../../client/lsp-client.ts';
import type { OpenDocument } from '../../client/documents/documents.ts';
import { judgedInPart } from '../../backend/diagnostics/judged-in-part.ts';
import { PullSource } from '../../backend/diagnostics/pull.ts';
import type { DiagnosticsResult } from '../../backend/diagnostics/source.ts';
import { type ServerStrategies, strategiesOf } from '../../backend/strategies.ts';
import { isObject } from '../../support/json.ts';

/** `state` of `eslint/status`. */
const OK = 1;
const LONGEST = 300;

/**
 * Quirk(ESLint): where it cannot load its configuration, or a rule throws, its server answers that a
 * file has no findings. It says so in a notification of its own that comes before the answer, and why in
 * its editor's log.
 */
class EslintSource extends PullSource {
  readonly #failed = new Set<string>();
  #reason = '';

  constructor(private readonly eslint: LspClient) {
    super(eslint);
    eslint.onLog = (message) => {
      this.#reason = reasonIn(message) ?? this.#reason;
    };
    eslint.onOther = (method, params) => {
      if (method !== 'eslint/status' || !isObject(params)) return;
      const { uri, state } = params;
      if (typeof uri !== 'string') return;
      if (state === OK) this.#failed.delete(uri);
      else this.#failed.add(uri);
    };
  }

  override async ask(
    document: OpenDocument,
    signal: AbortSignal,
    deadline: number,
  ): Promise<DiagnosticsResult> {
    this.#failed.delete(document.uri);
    const answer = await super.ask(document, signal, deadline);
    const why = this.#reason === '' ? '' : `: ${this.#reason.replaceAll(`${this.eslint.launch.root}/`, '')}`;
    judgedInPart(this.eslint.launch).set(
      document.path,
      this.#failed.has(document.uri) ? `ESLint judged nothing${why}` : undefined,
    );
    return answer;
  }
}

/** The first line that names an error, without the stack below it. */
function reasonIn(message: string): string | undefined {
  const lines = message.split('\n').map((line) => line.trim());
  return lines
    .find((line) =>
      /\b\w*Error\b.*:|Cannot find |Failed to load|No ESLint configuration|couldn't find/i.test(line),
    )
    ?.slice(0, LONGEST);
}

export const ESLINT: ServerStrategies = {
  ...strategiesOf({ source: 'pull' }),
  diagnostics: (client) => new EslintSource(client),
};
