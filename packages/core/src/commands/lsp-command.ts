import { type Escaped, escaped, inline, joined, jsonOf, oneLine } from '../support/escaped.js';
import type { ServerStatus, ServiceMetrics } from '../lsp/types.js';
import { formatServers, formatService, type RestartCommand, type StatusOptions } from './server-rows.js';

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
      /** The service had ended, and another one was started: its servers start when they are needed. */
      isNew?: true;
      /** Only with `verbose`. */
      service?: ServiceMetrics;
    };

const USAGE = 'Usage: /lsp status [--verbose] [--all]';
const RESTART_USAGE = '/lsp restart [SERVER]';

const HELP = [
  'Edits come back with the errors that they caused, as language servers see them.',
  '/lsp status            which of them run in this workspace, and why others do not',
  '/lsp status --verbose  how they do, too, where each program is, and what it last wrote to stderr',
  '/lsp status --all      also those that no file here needs, or that nobody has installed',
  '/lsp restart [SERVER]  ends all servers, or one by its name, and starts them anew',
  '/lsp help              this text',
] as const;

/**
 * Answers `/lsp <args>` with plain text for a person (requirements.md, section 9). Never rejects:
 * if the state cannot be read, LSP is reported as unavailable.
 *
 * @param restart see {@link Config.restartServers}; without it there is no `/lsp restart`
 */
export async function lspCommand(
  args: string,
  getState: (options: StatusOptions) => Promise<LspState>,
  restart?: (id?: string) => Promise<LspState>,
): Promise<Escaped> {
  const words = args.split(/\s+/).filter((word) => word !== '');
  if (words.length === 1 && words[0] === 'help')
    return joined(
      HELP.filter((line) => restart !== undefined || !line.startsWith('/lsp restart')).map(
        (line) => escaped`${line}`,
      ),
      '\n',
    );
  if (restart !== undefined && words[0] === 'restart') {
    const [, id, ...others] = words;
    return others.length > 0
      ? escaped`Usage: ${RESTART_USAGE}`
      : orUnavailable(async () => formatRestart(await restart(id), id));
  }
  const options = words[0] === 'status' ? words.slice(1) : words;
  const unknownOption = options.find((option) => option !== '--verbose' && option !== '--all');
  if (unknownOption !== undefined) {
    const usage = restart === undefined ? escaped`${USAGE}` : escaped`${USAGE}, ${RESTART_USAGE}`;
    return escaped`Unknown: ${inline(unknownOption)}\n${usage}`;
  }
  const asked: StatusOptions = {
    verbose: options.includes('--verbose'),
    ...(options.includes('--all') && { all: true }),
  };
  return orUnavailable(async () => formatStatus(await getState(asked), asked));
}

async function orUnavailable(text: () => Promise<Escaped>): Promise<Escaped> {
  try {
    return await text();
  } catch (error) {
    return formatStatus({
      kind: 'unavailable',
      reason: error instanceof Error ? error.message : String(error),
    });
  }
}

/**
 * The text of `/lsp restart`, without a line break at its end.
 *
 * @param state its servers are those that were restarted
 * @param command what a person types to restart them again
 */
export function formatRestart(
  state: LspState,
  id: string | undefined,
  command: RestartCommand = RESTART,
): Escaped {
  if (state.kind !== 'running') return formatStatus(state);
  if (state.isNew === true)
    return escaped`LSP runs again in ${inline(state.workspaceRoot)}: servers start with the next file.`;
  if (state.servers.length > 0)
    return joined(
      [
        escaped`Restarted in ${inline(state.workspaceRoot)}:`,
        ...formatServers(state.servers, { verbose: false, all: true, restart: command }),
      ],
      '\n',
    );
  return id === undefined
    ? escaped`No server runs here: there is nothing to restart.`
    : escaped`No server ${jsonOf(id)} runs here: there is nothing to restart.`;
}

const RESTART = '/lsp restart';

/**
 * The text of `/lsp status`, without a line break at its end.
 *
 * @param restart what a person types to restart a broken server, before its id
 */
export function formatStatus(
  state: LspState,
  { verbose, all = false }: StatusOptions = { verbose: false },
  restart: RestartCommand = RESTART,
): Escaped {
  switch (state.kind) {
    case 'disabled':
      return escaped`LSP disabled by configuration.`;
    case 'unavailable':
      return escaped`LSP unavailable: ${oneLine(state.reason)}`;
    case 'running': {
      const title = escaped`LSP servers in ${inline(state.workspaceRoot)}:`;
      return state.servers.length === 0
        ? escaped`${title} none`
        : joined(
            [
              title,
              ...formatServers(state.servers, { verbose, all, restart }),
              ...(verbose && state.service ? formatService(state.service) : []),
            ],
            '\n',
          );
    }
  }
}
