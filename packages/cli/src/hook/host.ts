import type { AppliedPatch, BridgeRequest, CheckRequest, SettleRequest } from '../bridge/request.js';
import { mayWrite } from '@vybestack/llxprt-lsp-core';
import { asText, type JsonObject } from './json.js';
import { patchedPaths } from './patch-paths.js';

/** What a host reads from its hook: one line of JSON. */
export type HostReply = Readonly<Record<string, unknown>>;

/** An empty reply: the host goes on as if there were no hook. */
export const NOTHING: HostReply = {};

/** The request that an event of a host leads to. */
export interface HookRequest {
  /** The host's working directory, absolute. */
  readonly cwd: string;
  readonly request: BridgeRequest;
  /** @param text the bridge's text; undefined: there was no answer */
  reply(text: string | undefined): HostReply;
}

/**
 * The part that differs between hosts: a function of the event's JSON; undefined: there is nothing
 * to ask.
 *
 * @param env of the hook; some of it may say which host has really started it
 */
export type HostAdapter = (event: JsonObject, env?: NodeJS.ProcessEnv) => HookRequest | undefined;

export function checkRequest(
  check: Omit<CheckRequest, 'ask'>,
  say: (text: string) => HostReply,
): HookRequest {
  return {
    cwd: check.cwd,
    request: { ask: 'check', ...check },
    reply: (text) => (text === undefined || text === '' ? NOTHING : say(text)),
  };
}

/**
 * Asks what a command of a shell has changed and broken, whether it ended well or not. There is nothing to
 * ask after one that only reads.
 *
 * @param command as the model wrote it; undefined where its form is not known, and it may have written
 */
export function commandRequest(
  cwd: string,
  command: string | undefined,
  say: (text: string) => HostReply,
): HookRequest | undefined {
  return command !== undefined && !mayWrite(command)
    ? undefined
    : checkRequest({ kind: 'command', cwd, files: [] }, say);
}

/** Asks about all files of a patch in one request: one part of it may need another. */
export function patchRequest(
  cwd: string,
  patch: AppliedPatch,
  say: (text: string) => HostReply,
  scope: Pick<CheckRequest, 'onlyPatches'> = {},
): HookRequest | undefined {
  const { files, deleted, text } = patchedPaths(patch.text);
  const changed = files.some(({ created }) => created !== true);
  return files.length + deleted.length === 0
    ? undefined
    : checkRequest(
        { kind: 'patch', ...scope, cwd, files, deleted, ...(changed && { patch: { ...patch, text } }) },
        say,
      );
}

export function warmRequest(cwd: string, files: readonly string[]): HookRequest | undefined {
  return files.length === 0
    ? undefined
    : { cwd, request: { ask: 'warm', cwd, files: files.slice(0, MAX_WARM_FILES) }, reply: () => NOTHING };
}

/** Of patterns, among which there may be plain paths. */
export function plainPaths(patterns: readonly string[]): string[] {
  return patterns.filter((path) => !/[*?[\]{}!]/.test(path));
}

/** More files would not start more servers. */
const MAX_WARM_FILES = 50;

/**
 * Asks at the end of a turn what still stands. In all hosts that have such an event, a decision
 * keeps the turn from ending, and its reason is what the model reads next.
 */
export function settleRequest(
  event: JsonObject,
  decision: 'block' | 'deny',
  prompt?: string,
): HookRequest | undefined {
  const cwd = asText(event['cwd']);
  if (cwd === undefined) return undefined;
  const request: SettleRequest = {
    ask: 'settle',
    again: event['stop_hook_active'] === true,
    ...(prompt !== undefined && { prompt: prompt.slice(0, MAX_PROMPT) }),
  };
  return {
    cwd,
    request,
    reply: (text) => (text === undefined || text === '' ? NOTHING : { decision, reason: text }),
  };
}

/** A subagent ends, and the host says which one: what it has left open is its own to mend. */
export function isSubagentStop(event: JsonObject): boolean {
  return event['hook_event_name'] === 'SubagentStop' && asText(event['agent_id']) !== undefined;
}

/** In UTF-16 code units. A prompt may hold whole files, and no more is needed to tell two apart. */
const MAX_PROMPT = 10_000;

/** The reply of most hosts with text that the model reads with a tool's result. */
export function additionalContext(hookEventName: string): (text: string) => HostReply {
  return (text) => ({ hookSpecificOutput: { hookEventName, additionalContext: text } });
}
