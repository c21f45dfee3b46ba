/**
 * Pulls, and offers one fix for each error: the error's text becomes `fixed`. Its first argument says how it misbehaves:
 *
 * - `--unlisted`: its fix is a command, and whoever runs that has the file written by the server
 * - `--listed`: its fix is the command `clangd.applyFix`, which asks the client to apply the edit; `--twice`: to apply two
 * - `--stale`: the edit is about the version before
 * - `--unresolved`: the edit comes with a resolve that never ends; `--resolved`: with one that does
 * - `--breaks`: with the fix comes another error; `--both`: in another file
 * - `--outside`: the edit is about a file outside of the workspace
 * - `--overlaps`: the edit has two parts that overlap
 * - `--silences`, `--stub`, `--removes`: what it offers
 * - `--unasked`: it asks the client to apply the edit before it answers
 * - `--two`: it offers two fixes, and prefers none; `--prefers`: it prefers the second one
 * - `--mute`: it never answers
 * - `--lines`: the new text has two lines
 * - `--creates`: the edit is in a new file
 */

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CodeAction, Diagnostic, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';

import { INCREMENTAL, NEVER, PULLS, serve } from './base.ts';
import { fullReport } from './language.ts';

const is = (word: string): boolean => process.argv.includes(`--${word}`);
const isCommand = is('unlisted') || is('listed') || is('twice');
const isLate = is('unresolved') || is('resolved');

const server = await serve(
  {
    ...PULLS,
    textDocumentSync: INCREMENTAL,
    codeActionProvider: { codeActionKinds: ['quickfix'], resolveProvider: isLate },
    executeCommandProvider: { commands: ['clangd.applyFix', 'fake.write'] },
  },
  {
    sync: () => null,
    'textDocument/diagnostic': ({ textDocument: { uri } }) => fullReport(server.text(uri)),
    'textDocument/codeAction': ({ textDocument: { uri }, context: { diagnostics } }) => {
      if (is('mute')) return NEVER;
      if (is('unasked')) void server.ask('workspace/applyEdit', { edit: editOf(uri, diagnostics[0]) });
      return diagnostics.flatMap((diagnostic) => actionsFor(uri, diagnostic));
    },
    'codeAction/resolve': (action) =>
      is('resolved') ? { ...action, edit: editOf(...(action.data as [string, Diagnostic])) } : NEVER,
    'workspace/executeCommand': async ({ command, arguments: args = [] }) => {
      const [uri, diagnostic] = args as [string, Diagnostic];
      if (command === 'fake.write') writeFileSync(fileURLToPath(uri), 'written by the server');
      for (let times = is('twice') ? 2 : 1; times > 0; times -= 1)
        await server.ask('workspace/applyEdit', { edit: editOf(uri, diagnostic) });
      return null;
    },
  },
);

function messageOf({ message }: Diagnostic): string {
  return typeof message === 'string' ? message : message.value;
}

function actionsFor(uri: string, diagnostic: Diagnostic): CodeAction[] {
  const message = messageOf(diagnostic);
  const title = is('silences')
    ? `Ignore '${message}' for this line`
    : is('stub')
      ? `Create function '${message}'`
      : `Fix ${message}`;
  const action = { title, kind: 'quickfix', diagnostics: [diagnostic] };
  if (isCommand)
    return [
      {
        ...action,
        command: {
          title,
          command: is('unlisted') ? 'fake.write' : 'clangd.applyFix',
          arguments: [uri, diagnostic],
        },
      },
    ];
  if (isLate) return [{ ...action, data: [uri, diagnostic] }];
  const first = { ...action, edit: editOf(uri, diagnostic) };
  if (!is('two') && !is('prefers')) return [first];
  return [
    first,
    {
      ...action,
      title: `${title} otherwise`,
      edit: editOf(uri, diagnostic, 'fixed otherwise'),
      ...(is('prefers') && { isPreferred: true }),
    },
  ];
}

function editOf(uri: string, diagnostic: Diagnostic | undefined, text = 'fixed'): WorkspaceEdit {
  if (diagnostic === undefined) return {};
  const { range } = diagnostic;
  const newText = is('breaks')
    ? `${text}\nERROR another`
    : is('lines')
      ? `${text}\nfixed`
      : is('removes')
        ? ''
        : text;
  const edits: TextEdit[] = [
    { range, newText },
    ...(is('overlaps')
      ? [
          {
            range: { start: range.start, end: { ...range.start, character: range.start.character + 2 } },
            newText,
          },
        ]
      : []),
  ];
  if (is('creates'))
    return {
      documentChanges: [
        { kind: 'create', uri: new URL('new.fake', uri).href },
        {
          textDocument: { uri: new URL('new.fake', uri).href, version: null },
          edits: [
            { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText: 'new' },
          ],
        },
        { textDocument: { uri, version: null }, edits },
      ],
    };
  const version = (server.documents.get(uri)?.version ?? 0) - (is('stale') ? 1 : 0);
  const own = {
    textDocument: {
      uri: is('outside') ? new URL('../outside/x.fake', uri).href : uri,
      version: is('outside') ? null : version,
    },
    edits,
  };
  const other = {
    textDocument: { uri: new URL('b.fake', uri).href, version: null },
    edits: [
      {
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
        newText: 'ERROR elsewhere\n',
      },
    ],
  };
  return { documentChanges: is('both') ? [own, other] : [own] };
}
