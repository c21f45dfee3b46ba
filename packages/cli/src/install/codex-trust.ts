import { createHash } from 'node:crypto';
import { isObject, parseJson } from '@vybestack/llxprt-lsp-core';
import { parse } from 'smol-toml';
import { isHookOf } from './host-files.js';
import { readText, realFile } from './read-text.js';

const UNTRUSTED =
  'Codex skips it silently, so edits carry no errors: start codex in a terminal, and trust the hooks of ' +
  'llxprt-lsp there';

/**
 * Hooks of ours that Codex does not run, one line each: the user has not trusted them, or has trusted
 * another version, or has switched them off.
 *
 * @param hooks the file that names them
 * @param config of the user, where Codex stores what was trusted
 */
export function codexHooksOff(hooks: string, config: string): string[] {
  const state = stateIn(config);
  const real = realFile(hooks);
  const paths = [hooks, ...(real.kind === 'real' ? [real.path] : [])];
  return ownHooks(hooks).flatMap(({ at, hash }) => {
    const stored = paths.map((path) => state?.[`${path}:${at}`]).find(isObject);
    const name = `${hooks}: the hook ${at}`;
    if (stored?.['trusted_hash'] === undefined) return [`${name} is not trusted, and ${UNTRUSTED}`];
    if (stored['enabled'] === false) return [`${name} is switched off in ${config}: see /hooks in Codex`];
    return stored['trusted_hash'] === hash
      ? []
      : [`${name} has changed since it was trusted, and ${UNTRUSTED}`];
  });
}

interface OwnHook {
  /** As Codex names it behind the path of its file: `post_tool_use:0:0`. */
  readonly at: string;
  readonly hash: string;
}

export function ownHooks(path: string): OwnHook[] {
  const file = readText(path);
  const root = file.kind === 'read' ? parseJson(file.text ?? '') : undefined;
  const events = isObject(root) && isObject(root['hooks']) ? root['hooks'] : {};
  const isOurs = isHookOf('codex');
  return Object.entries(events).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, groupAt) =>
      listOf(isObject(group) ? group['hooks'] : undefined).flatMap((hook, hookAt) =>
        isObject(hook) && isOurs(hook)
          ? [
              {
                at: `${snakeCase(event)}:${groupAt}:${hookAt}`,
                hash: hashOf(snakeCase(event), isObject(group) ? group['matcher'] : undefined, hook),
              },
            ]
          : [],
      ),
    ),
  );
}

/** Codex's default of a hook, s. */
const TIMEOUT = 600;

/** Codex 0.169 stores the SHA-256 of what a hook is, as JSON with sorted keys. */
function hashOf(event: string, matcher: unknown, hook: Readonly<Record<string, unknown>>): string {
  const { command, timeout = TIMEOUT, statusMessage } = hook;
  const identity = {
    event_name: event,
    hooks: [
      {
        async: false,
        command,
        ...(statusMessage !== undefined && { statusMessage }),
        timeout,
        type: 'command',
      },
    ],
    ...(matcher !== undefined && { matcher }),
  };
  return `sha256:${createHash('sha256').update(JSON.stringify(identity)).digest('hex')}`;
}

const snakeCase = (name: string): string => name.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function stateIn(config: string): Readonly<Record<string, unknown>> | undefined {
  const file = readText(config);
  if (file.kind !== 'read' || file.text === undefined) return undefined;
  try {
    const { hooks } = parse(file.text, { integersAsBigInt: 'asNeeded' });
    return isObject(hooks) && isObject(hooks['state']) ? hooks['state'] : undefined;
  } catch {
    return undefined;
  }
}
