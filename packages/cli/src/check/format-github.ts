import type { Diagnostic, Severity } from '@vybestack/llxprt-lsp-core';
import type { Findings } from './report-text.js';

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice', hint: 'notice' };

/**
 * A workflow command for each diagnostic, which GitHub Actions shows beside its line; '' if there
 * is none.
 */
export function formatForGithub({ file, diagnostics }: Findings): string {
  return diagnostics.map((diagnostic) => `${commandFor(file, diagnostic)}\n`).join('');
}

/** A trouble as one line. */
export function troubleForGithub(line: string): string {
  return `::error title=llxprt-lsp::${escapeData(line)}\n`;
}

function commandFor(file: string, { line, character, endLine = line, endCharacter, severity, message, code, source }: Diagnostic): string {
  const title = [source, code].filter((part) => part !== undefined).join(' ');
  const properties = {
    file,
    line,
    // Columns count only within one line.
    ...(endLine === line ? { col: character, ...(endCharacter !== undefined && { endColumn: endCharacter }) } : { endLine }),
    ...(title !== '' && { title }),
  };
  const written = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${COMMANDS[severity]} ${written.join(',')}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
