import { oneLine } from '../lsp/one-line.js';
import type { ServerStatus, ServiceMetrics } from '../lsp/types.js';
import { formatServers, formatService, type StatusOptions } from './server-rows.js';

export type { StatusOptions };

/** The state of LSP in this session. */
export type LspState =
  | { kind: 'disabled' }
  /** The service did not start or has died; `reason` names the cause (REQ-STATUS-035). */
  | { kind: 'unavailable'; reason: string }
  | {
      kind: 'running';
      workspaceRoot: string;
      servers: readonly ServerStatus[];
      /** Only with `verbose`. */
      service?: ServiceMetrics;
    };

const USAGE = 'Usage: /lsp status [--verbose] [--all]';

const HELP = [
  'Edits come back with the errors that they caused, as language servers see them.',
  '/lsp status            which of them run in this workspace, and why others do not',
  '/lsp status --verbose  how they do, too, where each program is, and what it last wrote to stderr',
  '/lsp status --all      also those that no file here needs, or that nobody has installed',
  '/lsp help              this text',
].join('\n');

/**
 * Answers `/lsp <args>` with plain text for a person (requirements.md, section 9). Never rejects:
 * if the state cannot be read, LSP is reported as unavailable.
 */
export async function lspCommand(
  args: string,
  getState: (options: StatusOptions) => Promise<LspState>,
): Promise<string> {
  const words = args.split(/\s+/).filter((word) => word !== '');
  if (words.length === 1 && words[0] === 'help') return HELP;
  const options = words[0] === 'status' ? words.slice(1) : words;
  const unknownOption = options.find((option) => option !== '--verbose' && option !== '--all');
  if (unknownOption !== undefined) return `Unknown: ${oneLine(unknownOption)}\n${USAGE}`;
  const asked: StatusOptions = { verbose: options.includes('--verbose'), ...(options.includes('--all') && { all: true }) };
  try {
    return formatStatus(await getState(asked), asked);
  } catch (error) {
    return formatStatus({ kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) });
  }
}

/** The text of `/lsp status`, without a line break at its end. */
export function formatStatus(state: LspState, { verbose, all = false }: StatusOptions = { verbose: false }): string {
  switch (state.kind) {
    case 'disabled':
      return 'LSP disabled by configuration.';
    case 'unavailable':
      return `LSP unavailable: ${oneLine(state.reason)}`;
    case 'running': {
      const title = `LSP servers in ${oneLine(state.workspaceRoot)}:`;
      return state.servers.length === 0
        ? `${title} none`
        : [title, ...formatServers(state.servers, { verbose, all }), ...(verbose && state.service ? formatService(state.service) : [])].join('\n');
    }
  }
}
