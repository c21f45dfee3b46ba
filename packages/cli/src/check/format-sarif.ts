import type { Diagnostic, Severity } from '@vybestack/llxprt-lsp-core';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { version } from '../package.js';
import type { CheckResults } from './report.js';
import { toolsOf, type Tool } from './tools.js';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
  hint: 'note',
};

/** What relative URIs of a log are relative to (SARIF 2.1.0, section 3.14.14). */
const ROOT = 'WORKSPACE';

/**
 * A log in SARIF 2.1.0. It has a run for each tool that has found something or was run, since a
 * rule belongs to its tool (section 3.18), and at least one run. What could not be checked is a
 * notification, and makes the run a failed one.
 */
export function toSarif(workspace: string, report: CheckResults): object {
  const tools = toolsOf(report);
  const common = {
    columnKind: 'utf16CodeUnits',
    originalUriBaseIds: { [ROOT]: { uri: `${pathToFileURL(workspace).href}/` } },
  };
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: (tools.length > 0
      ? tools
      : [{ name: 'llxprt-lsp', version, diagnostics: [], troubles: report.troubles }]
    ).map((tool) => ({
      tool: { driver: toDriver(tool) },
      invocations: [toInvocation(tool)],
      ...common,
      results: tool.diagnostics.map(toResult),
    })),
  };
}

function toDriver({ name, version, diagnostics }: Tool): object {
  const rules = [
    ...new Set(diagnostics.flatMap(({ code }) => (code === undefined ? [] : [String(code)]))),
  ].sort();
  return { name, ...(version !== undefined && { version }), rules: rules.map((id) => ({ id })) };
}

function toInvocation({ troubles }: Tool): object {
  const judged = troubles.length === 0;
  return {
    executionSuccessful: judged,
    ...(!judged && { toolExecutionNotifications: troubles.map(toNotification) }),
  };
}

function toResult({
  file,
  line,
  character,
  endLine,
  endCharacter,
  severity,
  message,
  code,
}: Diagnostic): object {
  const region = {
    startLine: line,
    startColumn: character,
    ...(endLine !== undefined && endCharacter !== undefined && { endLine, endColumn: endCharacter }),
  };
  return {
    ...(code !== undefined && { ruleId: String(code) }),
    level: LEVELS[severity],
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: locationOf(file), region } }],
  };
}

function toNotification({ path, reason }: CheckResults['troubles'][number]): object {
  return {
    level: 'error',
    message: { text: reason },
    ...(path !== undefined && { locations: [{ physicalLocation: { artifactLocation: locationOf(path) } }] }),
  };
}

function locationOf(path: string): object {
  if (isAbsolute(path)) return { uri: pathToFileURL(path).href };
  return { uri: path.split('/').map(encode).join('/'), uriBaseId: ROOT };
}

/**
 * `Buffer` replaces lone surrogates, which names on Windows may hold: `encodeURIComponent` has no
 * encoding for them.
 */
function encode(segment: string): string {
  return encodeURIComponent(Buffer.from(segment).toString());
}
