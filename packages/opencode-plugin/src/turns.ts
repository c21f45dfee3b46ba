import type { HostEvent, Speaker } from './opencode.js';

/** A turn of a model ends. */
export interface TurnEnd {
  readonly sessionID: string;
  /** By the user. */
  readonly isAborted: boolean;
}

/** What opencode's events say of turns, also of subagents'. */
export class Turns {
  readonly #speakers = new Map<string, Speaker>();
  /** How a turn has failed, until its end. */
  readonly #failures = new Map<string, 'aborted' | 'failed'>();

  /** A message was sent to this session's model. */
  began(sessionID: string, { agent, model }: Speaker): void {
    this.#failures.delete(sessionID);
    this.#speakers.set(sessionID, {
      ...(agent !== undefined && { agent }),
      ...(model !== undefined && { model }),
    });
  }

  /** The agent and the model of the last message. */
  speaker(sessionID: string): Speaker {
    return this.#speakers.get(sessionID) ?? {};
  }

  /** @returns the end of a turn, unless that has failed */
  on({ type, properties }: HostEvent): TurnEnd | undefined {
    const { sessionID, error } = (properties ?? {}) as { sessionID?: string; error?: { name?: string } };
    if (sessionID === undefined) return undefined;
    if (type === 'session.error')
      this.#failures.set(sessionID, error?.name === 'MessageAbortedError' ? 'aborted' : 'failed');
    if (type !== 'session.idle') return undefined;
    const failure = this.#failures.get(sessionID);
    this.#failures.delete(sessionID);
    return failure === 'failed' ? undefined : { sessionID, isAborted: failure === 'aborted' };
  }
}

/** A call's own id is one only within its session: some models count their calls. */
export function callOf({
  sessionID,
  callID,
}: {
  readonly sessionID: string;
  readonly callID: string;
}): string {
  return `${sessionID}/${callID}`;
}

/** The {@link callOf} of a tool call that has failed, or was kept from running. */
export function failedCall({ type, properties }: HostEvent): string | undefined {
  if (type !== 'message.part.updated') return undefined;
  const { part } = properties as {
    part?: { type?: string; sessionID?: string; callID?: string; state?: { status?: string } };
  };
  if (
    part?.type !== 'tool' ||
    part.state?.status !== 'error' ||
    part.sessionID === undefined ||
    part.callID === undefined
  )
    return undefined;
  return callOf({ sessionID: part.sessionID, callID: part.callID });
}
