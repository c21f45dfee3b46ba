import { parseJson, type LspState, type StatusOptions } from '@vybestack/llxprt-lsp-core';
import { z } from 'zod';
import { ancestors } from './ancestors.js';
import { version } from '../package.js';
import { ask } from './ask.js';
import { endpointsOf, listEndpoints, madeAt, type Endpoint } from './endpoint.js';
import type { BridgeStatus } from './protocol.js';

export interface SessionStatus extends BridgeStatus {
  /** The process id of the host that the session belongs to. */
  readonly hostPid: number;
  /** ms since 1970; 0 where it is unknown. */
  readonly since: number;
}

export interface Sessions {
  /**
   * The sessions of a host that is an ancestor of this process come first, then those of the host
   * that began one last; of one host, the oldest first.
   */
  readonly answered: readonly SessionStatus[];
  /** Hosts whose running sessions did not answer: they hang, or are of another release. */
  readonly silent: readonly number[];
}

export interface SessionQuestion extends Required<StatusOptions> {
  /** Only the sessions of this host, or the one whose bridge has this process id. */
  readonly hostPid: number | undefined;
}

/** At most so many sessions are asked, the first ones in the order of {@link Sessions.answered}. */
const MOST = 16;

/** Asks the sessions that run in a workspace for their status, all at once. */
export async function askSessions(
  workspaceRoot: string,
  { hostPid, ...asked }: SessionQuestion,
): Promise<Sessions> {
  const above = await ancestors(process.ppid);
  const distance = (endpoint: Endpoint): number =>
    above.includes(endpoint.hostPid) ? above.indexOf(endpoint.hostPid) : above.length;
  const wanted = endpointsOf(workspaceRoot).filter(
    (endpoint) => hostPid === undefined || endpoint.hostPid === hostPid || endpoint.bridgePid === hostPid,
  );
  const nearest = wanted.sort((a, b) => distance(a) - distance(b)).slice(0, MOST);
  return askEach(nearest, asked);
}

/** Asks the sessions of all workspaces of this user, with the figures of their servers. */
export function askAllSessions(): Promise<Sessions> {
  return askEach(listEndpoints(), { verbose: true, all: false });
}

/**
 * Restarts servers of one session.
 *
 * @returns undefined without an answer
 */
export async function restartIn(
  workspaceRoot: string,
  { pid }: Pick<SessionStatus, 'pid'>,
  id: string | undefined,
): Promise<LspState | undefined> {
  const endpoint = endpointsOf(workspaceRoot).find(({ bridgePid }) => bridgePid === pid);
  const answer =
    endpoint && (await ask(endpoint.address, { ask: 'restart', ...(id !== undefined && { id }) }));
  return answer?.kind === 'answered' ? parseStatus(answer.text)?.state : undefined;
}

async function askEach(endpoints: readonly Endpoint[], asked: Required<StatusOptions>): Promise<Sessions> {
  const answers = await Promise.all(
    endpoints.map(async (endpoint) => ({
      endpoint,
      answer: await ask(endpoint.address, { ask: 'status', ...asked }),
    })),
  );
  const found = answers.flatMap(({ endpoint, answer }) =>
    answer.kind === 'absent'
      ? []
      : { endpoint, status: answer.kind === 'answered' ? parseStatus(answer.text) : undefined },
  );
  return {
    answered: found.flatMap(({ endpoint, status }) =>
      status === undefined ? [] : { hostPid: endpoint.hostPid, since: madeAt(endpoint.address), ...status },
    ),
    silent: found.flatMap(({ endpoint, status }) => (status === undefined ? endpoint.hostPid : [])),
  };
}

/** Only of the same release, whose form of the state is known: a session may outlive an update. */
const bridgeStatus: z.ZodType<BridgeStatus> = z.object({
  version: z.literal(version),
  pid: z.int(),
  client: z.object({ name: z.string(), version: z.string() }).exactOptional(),
  state: z.custom<LspState>((value) => typeof value === 'object' && value !== null),
});

function parseStatus(text: string): BridgeStatus | undefined {
  return bridgeStatus.safeParse(parseJson(text)).data;
}
