/**
 * TypeScript 7 without its API. `TS1005 text` is an error of that code. `HELD config` names the project file, relative to the workspace, whose
 * project judges the file; without it, none does. With `--silent` it says nothing of projects.
 *
 * Where it was asked about an open file, it answers neither question before it has heard the other.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { PULLS, Refusal, serve } from './base.ts';
import { order } from './language.ts';

const silent = process.argv.includes('--silent');
const heard = new Map<string, PromiseWithResolvers<void>>();

const server = await serve(PULLS, {
  'textDocument/diagnostic': async ({ textDocument: { uri } }) => {
    if (!silent) await both(uri, 'findings');
    return { kind: 'full', items: textOf(uri).split('\n').flatMap(errors) };
  },
  'custom/projectInfo': async ({ textDocument: { uri } }) => {
    if (silent) return new Refusal(-32601, 'no such method');
    await both(uri, 'project');
    const config = order(textOf(uri), 'HELD');
    return { configFilePath: config === undefined ? '' : `${process.cwd()}/${config}` };
  },
});

/** Resolves when both questions about this version have come; at once, if it is not open. */
async function both(uri: string, question: 'findings' | 'project'): Promise<void> {
  const document = server.documents.get(uri);
  if (document === undefined) return;
  const arrival = (of: string): PromiseWithResolvers<void> => {
    const key = `${of} ${uri} ${document.version}`;
    const known = heard.get(key) ?? Promise.withResolvers<void>();
    heard.set(key, known);
    return known;
  };
  arrival(question).resolve();
  await arrival(question === 'findings' ? 'project' : 'findings').promise;
}

function textOf(uri: string): string {
  return server.documents.get(uri)?.text ?? readFileSync(fileURLToPath(uri), 'utf8');
}

function errors(text: string, line: number): object[] {
  const [, code, message] = /TS(\d+) (.*)/.exec(text) ?? [];
  if (code === undefined) return [];
  return [
    {
      range: { start: { line, character: 0 }, end: { line, character: 1 } },
      severity: 1,
      code: Number(code),
      message,
      source: 'ts',
    },
  ];
}
