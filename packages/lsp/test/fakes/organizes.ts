/**
 * Pulls, and organizes imports: it sorts the lines of the text. Its first argument says how it misbehaves:
 *
 * - `--listed`: by the command `clangd.applyFix`, which asks the client to apply the edit
 * - `--unlisted`: by a command that has the file written by the server
 * - `--resolved`: the edit comes with a resolve
 * - `--otherwise`: it answers with a quick fix, which was not asked for
 * - `--unable`: it offers quick fixes alone
 * - `--breaks`: with the edit comes an error
 * - `--both`: the edit is also about `b.fake`
 * - `--outside`: the edit is about a file outside of the workspace
 * - `--fails`: it answers with an error
 * - `--dies`: it ends
 */

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CodeAction, WorkspaceEdit } from 'vscode-languageserver-protocol';

import { INCREMENTAL, PULLS, Refusal, serve } from './base.ts';
import { fullReport } from './language.ts';

const is = (word: string): boolean => process.argv.includes(`--${word}`);
const KIND = 'source.organizeImports';

const server = await serve(
  {
    ...PULLS,
    textDocumentSync: INCREMENTAL,
    codeActionProvider: {
      codeActionKinds: is('unable') ? ['quickfix'] : ['quickfix', 'source'],
      resolveProvider: is('resolved'),
    },
    executeCommandProvider: { commands: ['clangd.applyFix', 'fake.write'] },
  },
  {
    sync: () => null,
    'textDocument/diagnostic': ({ textDocument: { uri } }) => fullReport(server.text(uri)),
    'textDocument/codeAction': ({ textDocument: { uri } }) => {
      if (is('dies')) process.exit(1);
      if (is('fails')) return new Refusal(-32603, 'no');
      return is('unable') ? [] : actions(uri);
    },
    'codeAction/resolve': (action) => ({ ...action, edit: editOf(action.data as string) }),
    'workspace/executeCommand': async ({ command, arguments: args = [] }) => {
      const [uri] = args as [string];
      if (command === 'fake.write') writeFileSync(fileURLToPath(uri), 'written by the server');
      await server.ask('workspace/applyEdit', { edit: editOf(uri) });
      return null;
    },
  },
);

function actions(uri: string): CodeAction[] {
  if (sorted(uri) === server.text(uri)) return [];
  const action = { title: 'Organize imports', kind: is('otherwise') ? 'quickfix' : `${KIND}.fake` };
  if (is('listed') || is('unlisted'))
    return [
      {
        ...action,
        command: {
          title: action.title,
          command: is('listed') ? 'clangd.applyFix' : 'fake.write',
          arguments: [uri],
        },
      },
    ];
  return [is('resolved') ? { ...action, data: uri } : { ...action, edit: editOf(uri) }];
}

function sorted(uri: string): string {
  return `${server.text(uri).trimEnd().split('\n').sort().join('\n')}\n`;
}

function editOf(uri: string): WorkspaceEdit {
  const newText = is('breaks') ? `${sorted(uri)}ERROR another\n` : sorted(uri);
  const target = is('outside') ? new URL('../outside/x.fake', uri).href : uri;
  const other = {
    [new URL('b.fake', uri).href]: [
      { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText: 'new\n' },
    ],
  };
  return {
    changes: {
      ...(is('both') && other),
      [target]: [
        {
          range: {
            start: { line: 0, character: 0 },
            end: { line: server.text(uri).split('\n').length, character: 0 },
          },
          newText,
        },
      ],
    },
  };
}
