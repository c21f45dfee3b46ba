import { stripVTControlCharacters } from 'node:util';
import type { Diagnostic, Severity } from '@vybestack/llxprt-lsp-core';
import { type Escaped, escaped, inline, joined } from '@vybestack/llxprt-lsp-core';
import type { Findings } from './report-text.js';

const COMMANDS = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
  hint: 'notice',
} as const satisfies Record<Severity, string>;

/**
 * A workflow command for each diagnostic, which GitHub Actions shows beside its line; '' if there
 * is none.
 */
export function formatForGithub({ file, diagnostics }: Findings): Escaped {
  return joined(
    diagnostics.map((diagnostic) => escaped`${commandFor(file, diagnostic)}\n`),
    '',
  );
}

/** A trouble as one line. */
export function troubleForGithub(line: string): Escaped {
  return escaped`::error title=llxprt-lsp::${data(line)}\n`;
}

function commandFor(
  file: string,
  { line, character, endLine = line, endCharacter, severity, message, code, source }: Diagnostic,
): Escaped {
  const title = [source, code].filter((part) => part !== undefined).join(' ');
  const properties = {
    file,
    line,
    // Columns count only within one line.
    ...(endLine === line
      ? { col: character, ...(endCharacter !== undefined && { endColumn: endCharacter }) }
      : { endLine }),
    ...(title !== '' && { title }),
  };
  const written = Object.entries(properties).map(
    ([name, value]) => escaped`${inline(name)}=${property(String(value))}`,
  );
  return escaped`::${COMMANDS[severity]} ${joined(written, ',')}::${data(message)}`;
}

/**
 * The runner reads `%0A` as a line break, which is part of a message. Of what is hidden, nothing
 * reaches the log.
 */
function data(text: string): Escaped {
  return inline(percentEncoded(stripVTControlCharacters(text)));
}

function property(text: string): Escaped {
  return inline(percentEncoded(text).replaceAll(':', '%3A').replaceAll(',', '%2C'));
}

function percentEncoded(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
