import type { Diagnostic, Severity } from '@vybestack/llxprt-lsp-core';
import { pathToFileURL } from 'node:url';
import { version } from '../version.js';
import type { Report } from './report.js';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = { error: 'error', warning: 'warning', info: 'note', hint: 'note' };

/** What relative URIs of a log are relative to (SARIF 2.1.0, section 3.14.14). */
const ROOT = 'WORKSPACE';

/**
 * A log in SARIF 2.1.0: a run for each tool that has found something, since a rule belongs to its tool (section 3.18), and at least one. What
 * could not be judged is a notification, and makes the run a failed one.
 */
export function toSarif(workspace: string, report: Report): object {
  const found = [...report.diagnostics(), ...(report.others?.files.flatMap(({ diagnostics }) => diagnostics) ?? [])];
  const tools = [...new Set(found.map(toolOf))].sort();
  const common = { columnKind: 'utf16CodeUnits', originalUriBaseIds: { [ROOT]: { uri: `${pathToFileURL(workspace).href}/` } } };
  const judged = report.troubles.length === 0;
  const invocation = { executionSuccessful: judged, ...(!judged && { toolExecutionNotifications: report.troubles.map(toNotification) }) };
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: (tools.length > 0 ? tools : [OURSELVES]).map((tool) => {
      const diagnostics = found.filter((diagnostic) => toolOf(diagnostic) === tool);
      const driver = { name: tool, ...(tool === OURSELVES && { version }), rules: rulesOf(diagnostics).map((id) => ({ id })) };
      return { tool: { driver }, invocations: [invocation], ...common, results: diagnostics.map(toResult) };
    }),
  };
}

const OURSELVES = 'llxprt-lsp';

function toolOf({ source = OURSELVES }: Diagnostic): string {
  return source;
}

function rulesOf(diagnostics: readonly Diagnostic[]): string[] {
  return [...new Set(diagnostics.flatMap(({ code }) => (code === undefined ? [] : [String(code)])))].sort();
}

function toResult({ file, line, character, endLine, endCharacter, severity, message, code }: Diagnostic): object {
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

function toNotification({ path, reason }: Report['troubles'][number]): object {
  return {
    level: 'error',
    message: { text: reason },
    ...(path !== undefined && { locations: [{ physicalLocation: { artifactLocation: locationOf(path) } }] }),
  };
}

function locationOf(file: string): object {
  return { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: ROOT };
}
