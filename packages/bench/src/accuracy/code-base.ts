import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '../workspace.js';
import type { CodeBase } from './plan/sites.js';
import type { Subject } from './subject.js';

export function codeBaseOf(
  { edits, settings }: Pick<Subject, 'edits' | 'settings'>,
  workspace: string,
): CodeBase {
  const files = filesOf(workspace);
  return {
    sources: textsOf(workspace, files.filter(edits)),
    settings: textsOf(workspace, files.filter(settings)),
  };
}

/** Texts with a carriage return are left alone: patterns speak of lines that end with LF. */
function textsOf(workspace: string, files: readonly string[]): Map<string, string> {
  const texts = [...files].sort().map((file) => [file, readFileSync(join(workspace, file), 'utf8')] as const);
  return new Map(texts.filter(([, text]) => text.endsWith('\n') && !text.includes('\r')));
}
