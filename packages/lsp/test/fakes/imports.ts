/**
 * Pulls, and judges what it has open against the other files: `from m import name` is an error where m.py, open or on disk, defines and imports no such name.
 * A text that says `HOLD` is not answered before the test says `answer`. With the argument `late` it does not start before the test says `initialize`,
 * with `slow` each answer takes it 20 ms.
 */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Diagnostic } from 'vscode-languageserver-protocol';

import { PULLS, serve } from './base.ts';

const held: (() => void)[] = [];

const told = Promise.withResolvers<undefined>();
if (!process.argv.includes('late')) told.resolve(undefined);

const server = await serve(PULLS, {
  initialize: async () => {
    await told.promise;
    return { capabilities: PULLS };
  },
  'textDocument/diagnostic': async ({ textDocument: { uri } }) => {
    const text = server.text(uri);
    if (process.argv.includes('slow')) await Bun.sleep(20);
    if (text.includes('HOLD')) await new Promise<void>((resolve) => held.push(resolve));
    return { kind: 'full', items: text.split('\n').flatMap((line, at) => missing(uri, line, at)) };
  },
});

server.onCommand('initialize', () => told.resolve(undefined));

server.onCommand('answer', () => {
  for (const answer of held.splice(0)) answer();
});

function missing(uri: string, line: string, at: number): Diagnostic[] {
  const [, module, name] = /^from (\w+) import (\w+)/.exec(line) ?? [];
  if (
    module === undefined ||
    new RegExp(`^((def|from \\w+ import) )?${name}\\b`, 'm').test(textOf(new URL(`${module}.py`, uri).href))
  )
    return [];
  return [
    {
      range: { start: { line: at, character: 0 }, end: { line: at, character: line.length } },
      severity: 1,
      message: `${module} has no ${name}`,
    },
  ];
}

function textOf(uri: string): string {
  const path = fileURLToPath(uri);
  return server.documents.get(uri)?.text ?? (existsSync(path) ? readFileSync(path, 'utf8') : '');
}
