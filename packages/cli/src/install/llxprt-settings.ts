import { isObject, parseJsonObject } from '@vybestack/llxprt-lsp-core';
import { readText } from './read-text.js';

/**
 * The settings of LLxprt Code that keep it from running hooks of ours, one line each. Those of the
 * project win, and without any there are no hooks.
 *
 * @param user the file of the user
 * @param project that of the workspace
 */
export function llxprtHooksOff(user: string, project: string): string[] {
  const files = [project, user].map((path) => ({ path, settings: settingsOf(path) }));
  return [...notEnabled(files, user), ...switchedOff(files), ...disabled(files)];
}

interface Settings {
  readonly path: string;
  readonly settings: unknown;
}

const OFF = 'so LLxprt Code runs no hooks, and edits carry no errors';

function notEnabled(files: readonly Settings[], user: string): string[] {
  const says = files.find(({ settings }) => at(settings, 'hooksConfig', 'enabled') !== undefined);
  if (says === undefined)
    return [
      `${user}: the key hooksConfig.enabled is not there, and hooks are off by default, ${OFF}: it has ` +
        'to be true',
    ];
  return at(says.settings, 'hooksConfig', 'enabled') === true
    ? []
    : [`${says.path}: the key hooksConfig.enabled is not true, ${OFF}`];
}

function switchedOff(files: readonly Settings[]): string[] {
  const says = files.find(({ settings }) => at(settings, 'tools', 'enableHooks') !== undefined);
  return says !== undefined && at(says.settings, 'tools', 'enableHooks') === false
    ? [`${says.path}: the key tools.enableHooks is false, ${OFF}`]
    : [];
}

function disabled(files: readonly Settings[]): string[] {
  const says = files.find(({ settings }) => Array.isArray(at(settings, 'hooksConfig', 'disabled')));
  const list = at(says?.settings, 'hooksConfig', 'disabled');
  const ours = Array.isArray(list)
    ? list.filter((name) => typeof name === 'string' && name.includes('llxprt-lsp'))
    : [];
  return says === undefined || ours.length === 0
    ? []
    : [`${says.path}: the key hooksConfig.disabled lists a hook of ours: ${ours.join(', ')}`];
}

/** A file that cannot be read has no settings; other lines name it. */
function settingsOf(path: string): unknown {
  const file = readText(path);
  const parsed = parseJsonObject(file.kind === 'read' ? (file.text ?? '') : '', path, {
    trailingCommas: true,
  });
  return parsed.kind === 'read' ? parsed.value : undefined;
}

function at(settings: unknown, section: string, key: string): unknown {
  const found = isObject(settings) ? settings[section] : undefined;
  return isObject(found) ? found[key] : undefined;
}
