import type { z } from 'zod';
import { type Escaped, clip, escaped, inline } from '../support/escaped.js';
import { nearest } from './nearest.js';
import { MATCHER_KEYS, PATTERN_KEYS } from './parser-schema.js';
import { CHECKER_KEYS, LSP_KEYS, SERVER_KEYS, type SettingsScope } from './settings-schema.js';

export type { SettingsScope };

/** One value of the settings that does not count, and why. */
export interface SettingsProblem {
  scope: SettingsScope;
  /** The exact key: `lsp.servers.foo.extensions[0]`. */
  key: string;
  /** The same as the file has it, where it has a name or a form of LLxprt Code's. */
  written?: string;
  /** What was expected, and what was found. */
  message: string;
  /** Where it stands, if not in the usual file of its scope. */
  file?: string;
}

/**
 * Like `user settings: lsp.diagnosticTimeout: must be a whole number of milliseconds from 1 to
 * 600000; found "3s"`.
 */
export function formatSettingsProblem({ scope, key, written, message, file }: SettingsProblem): Escaped {
  const where = file === undefined ? escaped`` : escaped` (${inline(file)})`;
  return escaped`${scope} settings${where}: ${inline(written ?? key)}: ${inline(message)}`;
}

/** The path of a value below the key `lsp`: property names and 0-based list indexes. */
export type SettingsPath = readonly PropertyKey[];

/**
 * One fault, and the path of the value that is dropped for it, which may hold more than the faulty
 * value.
 */
export interface Fault {
  path: SettingsPath;
  message: string;
  cost: SettingsPath;
}

/** Keys whose value is dropped as a whole, because a part of it has no meaning. */
const WHOLE: readonly PropertyKey[] = ['args', 'parser'];

/** The faults behind one zod issue about `settings`. Each unknown key is a separate fault. */
export function faultsOf(issue: z.core.$ZodIssue, settings: unknown, scope: SettingsScope): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const path = [...issue.path, key];
      return { path, message: unknownKey(issue.path, key, scope), cost: path };
    });
  }
  if (issue.code === 'invalid_union') {
    const meant = issue.errors.find((issues) => !issues.some(isAboutType));
    if (meant !== undefined)
      return meant.flatMap((inner) =>
        faultsOf({ ...inner, path: [...issue.path, ...inner.path] }, settings, scope),
      );
  }
  const { path, message } = issue;
  const [, , key] = path;
  const cost = key !== undefined && WHOLE.includes(key) ? path.slice(0, 3) : there(settings, path);
  return [{ path, message: `${message}; found ${describe(valueAt(settings, path))}`, cost }];
}

/**
 * The part of the path that exists. If a required part is missing, the value that lacks it is
 * dropped.
 */
function there(settings: unknown, path: SettingsPath): SettingsPath {
  const missing = path.findIndex((key, at) => {
    const holder = valueAt(settings, path.slice(0, at));
    return typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, key);
  });
  return missing === -1 ? path : path.slice(0, missing);
}

/** Of several alternatives, the one whose type the value has is meant. */
function isAboutType({ code, path }: z.core.$ZodIssue): boolean {
  return path.length === 0 && ['invalid_type', 'invalid_value', 'invalid_union'].includes(code);
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
      typeof inner === 'object' && inner !== null
        ? Object.getOwnPropertyDescriptor(inner, key)?.value
        : undefined,
    value,
  );
}

function unknownKey(parent: SettingsPath, key: string, scope: SettingsScope): string {
  const known = keysAt(parent);
  if (parent.length === 0 && key === 'enabled')
    return 'is not a setting; to switch LSP off, set "lsp" to false';
  if (scope === 'workspace' && known.includes(key)) {
    return 'counts only in the user settings, where a model cannot write; it is ignored here';
  }
  const meant = nearest(key, known);
  return (
    'is not a setting; ' +
    (meant === undefined ? `there are ${known.join(', ')}` : `did you mean "${meant}"?`)
  );
}

function keysAt([programs, , parser, ...within]: SettingsPath): readonly string[] {
  if (programs === undefined) return LSP_KEYS;
  if (parser === undefined) return programs === 'servers' ? SERVER_KEYS : CHECKER_KEYS;
  return within.length === 0 ? MATCHER_KEYS : PATTERN_KEYS;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'string') return clip(JSON.stringify(value), 60);
  if (value === undefined) return 'nothing';
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
