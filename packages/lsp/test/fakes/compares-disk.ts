/**
 * Pulls, and its one finding is that the text it was sent is not what the disk holds. `--full` takes whole texts only, `--options` and
 * `--number` say so in the two ways there are; `--utf8` counts positions in bytes where the client can.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Diagnostic, TextDocumentSyncOptions } from 'vscode-languageserver-protocol';

import { serve } from './base.ts';
import { judge } from './language.ts';

const flags = new Set(process.argv.slice(2));
const change = flags.has('--full') ? 1 : 2;
const textDocumentSync: TextDocumentSyncOptions | 1 | 2 = flags.has('--number')
  ? change
  : { openClose: true, change };
let bytes = false;

const server = await serve(
  {},
  {
    initialize: ({ capabilities }) => {
      bytes = flags.has('--utf8') && (capabilities.general?.positionEncodings ?? []).includes('utf-8');
      const diagnosticProvider = { interFileDependencies: false, workspaceDiagnostics: false };
      return {
        capabilities: {
          textDocumentSync,
          diagnosticProvider,
          ...(bytes ? { positionEncoding: 'utf-8' } : {}),
        },
      };
    },
    'textDocument/didChange': ({ contentChanges }) => {
      const ranged = contentChanges.some((content) => 'range' in content);
      if (ranged && change === 1) throw new Error('asked for whole texts, got a range');
    },
    'textDocument/diagnostic': ({ textDocument }) => {
      const text = server.text(textDocument.uri);
      // Like an editor, a client leaves the byte order mark out.
      const disk = readFileSync(fileURLToPath(textDocument.uri), 'utf8').replace(/^\uFEFF/, '');
      if (text !== disk)
        return { kind: 'full', items: judge(`ERROR ${JSON.stringify(text)} is not ${JSON.stringify(disk)}`) };
      return {
        kind: 'full',
        items: judge(text).map((finding) => (bytes ? inBytes(finding, text) : finding)),
      };
    },
  },
);

function inBytes(finding: Diagnostic, text: string): Diagnostic {
  const line = text.split(/\r\n|\n|\r/)[finding.range.start.line] ?? '';
  const at = (character: number): number => Buffer.byteLength(line.slice(0, character));
  const { start, end } = finding.range;
  const range = {
    start: { line: start.line, character: at(start.character) },
    end: { line: end.line, character: at(end.character) },
  };
  return { ...finding, range };
}
