import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseSettingsText } from '@vybestack/llxprt-lsp-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { change, patch, TOOL_NAMES, TOOLS, type Call, type Tool } from './support/calls.js';
import { fake, Session } from './support/session.js';

const FILES = {
  'a.fake': 'one\ntwo\ntwo\n',
  'b.fake': 'one\n',
  'folder/c.fake': 'one\n',
};

/** A patch whose first part is fine. */
const half = (rest: string): Call => ({
  tool: 'apply_patch',
  params: { patch: `*** Begin Patch\n*** Update File: b.fake\n@@\n-one\n+ERROR two\n${rest}` },
});

const REFUSED: [what: string, call: Call, type: string][] = [
  ['no parameters', { tool: 'edit', params: {} }, 'invalid_params'],
  [
    'parameters of the wrong kind',
    { tool: 'write_file', params: { file_path: ['a.fake'], content: 1 } },
    'invalid_params',
  ],
  [
    'half a surrogate pair',
    { tool: 'write_file', params: { file_path: 'a.fake', content: 'ERROR \ud83d\n' } },
    'invalid_params',
  ],
  ['an empty path', change('edit', '', 'one\n', 'two\n'), 'invalid_params'],
  ['a path with a NUL', change('write_file', 'a\0.fake', '', 'ERROR two\n'), 'invalid_path'],
  [
    'a path out of the workspace',
    change('write_file', '../outside.fake', '', 'ERROR two\n'),
    'path_outside_workspace',
  ],
  [
    'an absolute path elsewhere',
    change('edit', '/etc/hosts.fake', '', 'ERROR two\n'),
    'path_outside_workspace',
  ],
  [
    'a link out of the workspace',
    change('edit', 'link/hosts', 'localhost', 'ERROR'),
    'path_outside_workspace',
  ],
  ['a folder', change('write_file', 'folder', '', 'ERROR two\n'), 'is_directory'],
  ['a file that is not there', change('edit', 'gone.fake', 'one\n', 'ERROR two\n'), 'file_not_found'],
  ['a text that is not there', change('edit', 'a.fake', 'three\n', 'ERROR two\n'), 'edit_not_found'],
  ['a text that is there twice', change('edit', 'a.fake', 'two\n', 'ERROR two\n'), 'edit_ambiguous'],
  ['Latin-1', change('edit', 'latin1.fake', 'one', 'ERROR two'), 'not_utf8'],
  ['a binary file', change('edit', 'binary.fake', 'one', 'ERROR two'), 'binary_file'],
  ['a read-only file', change('write_file', 'read-only.fake', '', 'ERROR two\n'), 'read_only'],
  ['an empty patch', { tool: 'apply_patch', params: { patch: '\n' } }, 'patch_malformed'],
  [
    'prose for a patch',
    { tool: 'apply_patch', params: { patch: 'Replace one by two in b.fake, please.\n' } },
    'patch_malformed',
  ],
  ['a patch cut short', half('*** Update File: a.fake\n'), 'patch_malformed'],
  [
    'a patch whose second part does not fit',
    half('*** Update File: a.fake\n@@\n-three\n+four\n*** End Patch\n'),
    'patch_no_match',
  ],
  [
    'a patch with a second part out of the workspace',
    half('*** Add File: ../outside.fake\n+four\n*** End Patch\n'),
    'path_outside_workspace',
  ],
];

describe('what cannot be done', () => {
  let session: Session;
  beforeAll(async () => {
    session = await Session.open({ files: FILES, lsp: { servers: { fake: fake('pull.ts') } } });
    for (const workspace of session.workspaces) {
      writeFileSync(workspace.path('latin1.fake'), Buffer.from('one \xe9\n', 'latin1'));
      writeFileSync(workspace.path('binary.fake'), 'one\0\n');
      writeFileSync(workspace.path('read-only.fake'), 'one\n', { mode: 0o444 });
      symlinkSync('/etc', workspace.path('link'));
    }
  });
  afterAll(() => session.close());

  it.each(REFUSED)(
    '%s: refused as without LSP, and no server is notified of it',
    async (_what, call, type) => {
      const { text, plain } = await session.call(call);
      expect(text).toBe(plain);
      expect(text).toMatch(/^Error: /);
      const { error } = await TOOLS[call.tool](call.params, session.config.toolContext());
      expect(error?.type).toBe(type);
      for (const [file, content] of Object.entries(FILES)) expect(session.workspace.read(file)).toBe(content);
      expect(session.probe.events).toEqual([]);
    },
  );
});

/** The tools put another line in the place of LINE. */
const TEXTS: [what: string, text: string][] = [
  ['CRLF', 'LINE\r\none\r\ntwo\r\n'],
  ['a byte order mark', '\uFEFFLINE\none\n'],
  ['a byte order mark and CRLF', '\uFEFFLINE\r\none\r\n'],
  ['one line and no line break', 'LINE'],
  ['emoji, combining characters and odd line breaks', 'LINE\n🙂 e\u0301 one\u2028two\u0085three\rfour\n'],
  ['a very long line', `LINE\n${'word '.repeat(40_000)}\n`],
];

/** The call that turns one word into another one, in a file that holds `text`. */
function reword(tool: Tool, text: string, from: string, to: string): Call {
  if (tool === 'write_file') return change(tool, 'a.fake', '', text.replace(from, to));
  return change(tool, 'a.fake', from, to);
}

describe('what can be done', () => {
  let session: Session;
  beforeAll(async () => {
    const lsp = { maxProjectDiagnosticsFiles: 0, servers: { disk: fake('compares-disk.ts') } };
    session = await Session.open({ lsp });
  });
  afterAll(() => session.close());

  it.each(TEXTS)(
    'REQ-CONTENT-010: of a file with %s, the server judges exactly what is on disk',
    async (_what, text) => {
      for (const tool of TOOL_NAMES) {
        session.write({ 'a.fake': text });
        expect([tool, (await session.call(reword(tool, text, 'LINE', 'fine'))).found]).toEqual([tool, '']);
        const { found } = await session.call(
          reword(tool, text.replace('LINE', 'fine'), 'fine', '🙂ERROR <é>'),
        );
        expect([tool, found]).toEqual([
          tool,
          expect.stringMatching(
            /:\n<diagnostics file="a.fake">\nERROR \[1:3\] &lt;é&gt; \(F0\)\n<\/diagnostics>$/,
          ),
        ]);
      }
    },
  );

  it('REQ-CONTENT-020, REQ-GRACE-055: a file that vanishes between write and check goes without diagnostics, and the other one of its patch does not', async () => {
    for (const tool of TOOL_NAMES) {
      session.write({ 'gone.fake': 'one\n', 'folder/gone.fake': 'one\n' });
      for (const file of ['gone.fake', 'folder/gone.fake']) {
        const { text, plain } = await session.call(change(tool, file, 'one\n', 'ERROR two\n'), {
          afterWrite: () =>
            rmSync(
              file.includes('/') ? dirname(session.workspace.path(file)) : session.workspace.path(file),
              { recursive: true },
            ),
        });
        expect(text).toBe(plain);
      }
    }
    session.write({ 'gone.fake': 'one\n', 'stays.fake': 'one\n' });
    const both = await session.call(
      patch(['gone.fake', 'one\n', 'ERROR two\n'], ['stays.fake', 'one\n', 'ERROR three\n']),
      {
        afterWrite: () => session.workspace.remove('gone.fake'),
      },
    );
    expect(both.found).toBe(
      'LSP diagnostics after edit:\n<diagnostics file="stays.fake">\nERROR [1:1] three (F0)\n</diagnostics>',
    );
    session.write({ 'gone.fake': 'back\n' });
    expect((await session.call(change('edit', 'gone.fake', 'back\n', 'ERROR four\n'))).found).toContain(
      'ERROR [1:1] four (F0)',
    );
  });
});

it('settings that make no sense are named, and everything else holds', async () => {
  const read = (text: string): unknown => {
    const settings = parseSettingsText(text, 'settings.json');
    return settings.kind === 'read' ? settings.lsp : undefined;
  };
  const user = {
    diagnosticTimeout: 'soon',
    includeSeverities: ['error', 'loud'],
    servers: { fake: fake('pull.ts'), nonsense: 5, half: { extensions: ['.fake'] } },
  };
  const session = await Session.open({
    files: { 'a.fake': 'one\n' },
    settings: {
      user: read(`// mine\n${JSON.stringify({ lsp: user })}`),
      workspace: read(
        '{"lsp": {"servers": {"fake": {"command": "/bin/false"}, "evil": {"command": "/bin/sh", "extensions": [".fake"]}}, "maxDiagnosticsPerFile": -1}}',
      ),
    },
  });
  expect(
    session.problems.map((problem) => problem.slice(0, problem.indexOf(' ', problem.indexOf(' ') + 1))),
  ).toEqual([
    'user: lsp.servers.nonsense',
    'user: lsp.diagnosticTimeout',
    'user: lsp.includeSeverities[1]',
    'user: lsp.servers.half',
    'workspace: lsp.servers.fake.command',
    'workspace: lsp.servers.evil.command',
    'workspace: lsp.servers.evil.extensions',
    'workspace: lsp.maxDiagnosticsPerFile',
    'workspace: lsp.servers.evil',
  ]);
  expect((await session.call(change('edit', 'a.fake', 'one\n', 'ERROR two\n'))).found).toContain(
    'ERROR [1:1] two (F0)',
  );
  expect((await session.server('fake'))?.program?.path).toMatch(/bun/);
  expect(await session.server('evil')).toBeUndefined();
  await session.close();
});

it('a settings file that is no JSON leaves the defaults', async () => {
  expect(parseSettingsText('{"lsp": {"diagnosticTimeout": 1,}', 'settings.json')).toMatchObject({
    kind: 'malformed',
    message: expect.stringMatching(/^settings\.json:1:/),
  });
  const session = await Session.open({ settings: {} });
  expect(session.client.isAlive()).toBe(true);
  await session.close();
});
