/**
 * typescript-language-server, as far as it passes questions on to tsserver.
 *
 * A text with `ORPHAN` is refused with "No Project" until it is opened a second time. After `GONE` there is no tsserver any more, and
 * the server lives on. `IMPORT name` is an error unless that file was open when the projects were loaded last.
 */

import type { Diagnostic } from 'vscode-languageserver-protocol';

import { INCREMENTAL, Refusal, serve } from './base.ts';
import { judge, order } from './language.ts';

const opened = new Map<string, number>();
const loaded = new Set<string>();
let gone = false;

const server = await serve(
  { textDocumentSync: INCREMENTAL, executeCommandProvider: { commands: ['typescript.tsserverRequest'] } },
  {
    'textDocument/didOpen': ({ textDocument: { uri } }) => {
      opened.set(uri, (opened.get(uri) ?? 0) + 1);
    },
    'workspace/executeCommand': ({ arguments: [command, args] = [] }) => {
      const uri = Bun.pathToFileURL((args as { file?: string } | undefined)?.file ?? '/').href;
      const text = server.text(uri);
      gone ||= order(text, 'GONE') !== undefined;
      if (gone) return { type: 'noServer' };
      if (command === 'reloadProjects') for (const one of opened.keys()) loaded.add(one);
      if (command === 'status') return { type: 'response', success: true, body: { version: '5.9.9' } };
      if (order(text, 'ORPHAN') !== undefined && (opened.get(uri) ?? 0) < 2) return new Refusal(1, '<main> TypeScript Server Error (5.9.9)\nNo Project.');
      const imported = order(text, 'IMPORT');
      const missing = imported !== undefined && !loaded.has(new URL(imported, uri).href);
      const found = missing ? judge(`ERROR Cannot find module ${imported}`) : judge(text);
      return { type: 'response', success: true, body: command === 'semanticDiagnosticsSync' ? found.map(toTsserver) : [] };
    },
  },
);

function toTsserver({ range: { start, end }, message }: Diagnostic): object {
  return {
    message,
    category: 'error',
    code: 1,
    startLocation: { line: start.line + 1, offset: start.character + 1 },
    endLocation: { line: end.line + 1, offset: end.character + 1 },
  };
}
