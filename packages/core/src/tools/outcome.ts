import type { ToolResult } from '../host.js';
import { type Escaped, escaped, withTags } from '../support/escaped.js';

/** All refusals of the mutation tools. The names are stable: programs branch on them. */
export type RefusalType =
  | 'invalid_params'
  | 'workspace_not_found'
  | 'invalid_path'
  | 'path_outside_workspace'
  | 'is_directory'
  | 'not_a_directory'
  | 'not_a_regular_file'
  | 'not_readable'
  | 'permission_denied'
  | 'read_only'
  | 'file_not_found'
  | 'file_exists'
  | 'file_too_large'
  | 'file_changed'
  | 'binary_file'
  | 'not_utf8'
  | 'edit_not_found'
  | 'edit_ambiguous'
  | 'edit_no_change'
  | 'patch_malformed'
  | 'patch_no_match'
  | 'patch_no_change'
  | 'service_unavailable'
  | 'change_refused'
  | 'disk_full'
  | 'io_error'
  | 'lsp_off'
  | 'aborted';

export interface Refusal {
  readonly type: RefusalType;
  /** What is wrong, where, and what to do, in whole sentences. */
  readonly message: Escaped;
}

/** An expected failure is a value; only bugs throw. */
export type Outcome<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export function ok<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function refuse(type: RefusalType, message: Escaped): Outcome<never> {
  return { ok: false, refusal: { type, message } };
}

/** The result of a call that changed nothing. */
export function refusedResult({ type, message }: Refusal): ToolResult {
  return {
    llmContent: escaped`Error: ${message}`,
    returnDisplay: escaped`Error: ${withTags(message)}`,
    error: { type, message },
  };
}
