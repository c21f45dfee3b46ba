import type { z } from 'zod';
import { clip } from '../lsp/one-line.js';
import { nearest } from './nearest.js';
import { LSP_KEYS, SERVER_KEYS, USER_ONLY } from './settings-schema.js';

export type SettingsScope = 'user' | 'workspace';

/** One value of the settings that does not count, and why. */
export interface SettingsProblem {
  scope: SettingsScope;
  /** The exact key: `lsp.servers.foo.extensions[0]`. */
  key: string;
  /** What was expected, and what was found. */
  message: string;
}

/** `user settings: lsp.diagnosticTimeout: must be a whole number of milliseconds from 1 to 600000; found "3s"` */
export function formatSettingsProblem({ scope, key, message }: SettingsProblem): string {
  return `${scope} settings: ${key}: ${message}`;
}

/** Where a value stands below the key `lsp`: names of properties and, 0-based, places in lists. */
export type SettingsPath = readonly PropertyKey[];

/** One complaint and the value that it costs. */
export interface Fault {
  path: SettingsPath;
  message: string;
}

/** The faults behind one complaint of zod about `settings`: an unknown key is a fault of its own. */
export function faultsOf(issue: z.core.$ZodIssue, settings: unknown, scope: SettingsScope): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: unknownKey(issue.path, key, scope) }));
  }
  return [{ path: issue.path, message: `${issue.message}; found ${describe(valueAt(settings, issue.path))}` }];
}

/** The path as a person would write it. */
export function formatKey(path: SettingsPath): string {
  return path.reduce<string>((key, part) => {
    if (typeof part === 'number') return `${key}[${part}]`;
    const name = String(part);
    return /^[\w-]+$/.test(name) ? `${key}.${name}` : `${key}[${JSON.stringify(name)}]`;
  }, 'lsp');
}

export function valueAt(value: unknown, path: SettingsPath): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? Object.getOwnPropertyDescriptor(inner, key)?.value : undefined,
    value,
  );
}

function unknownKey(parent: SettingsPath, key: string, scope: SettingsScope): string {
  const ofServer = parent.length > 0;
  if (!ofServer && key === 'enabled') return 'is not a setting; to switch LSP off, set "lsp" to false';
  if (ofServer && scope === 'workspace' && USER_ONLY.some((known) => known === key)) {
    return 'counts only in the user settings, where a model cannot write; it is ignored here';
  }
  const known = ofServer ? SERVER_KEYS : LSP_KEYS;
  const meant = nearest(key, known);
  return `is not a setting; ${meant === undefined ? `there are ${known.join(', ')}` : `did you mean "${meant}"?`}`;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'string') return clip(JSON.stringify(value), 60);
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
