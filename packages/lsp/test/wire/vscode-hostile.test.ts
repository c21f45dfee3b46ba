import { expect, test } from 'bun:test';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { encodeCursor } from '../../src/channels/tools/paging/cursor.ts';
import { sha256Hex } from '../../src/channels/tools/paging/state.ts';
import { Gateway, type Json, outcomeOf } from '../harness/gateway.ts';
import { fake } from '../harness/lab.ts';

const SECRET = 'TOP-SECRET-CONTENT';

/** What stands in for a whole number, for a text, and for an object, and is none. */
const NO_NUMBERS: unknown[] = [-1, 1.5, 2 ** 31, 2 ** 53, '1', null, true, [], {}, [1], { line: 1 }];
const NO_TEXTS: unknown[] = [0, null, false, [], {}, ['file:///a'], { toString: 'x' }];
const NO_OBJECTS: unknown[] = ['/etc/passwd', 7, null, true, [], [{}]];

type Case = readonly [tool: string, input: unknown, want: string];

function* hostile(gateway: Gateway): Generator<Case> {
  const { root, outside } = gateway.lab.workspace;
  const uri = gateway.uri('a.fake');
  const position = { line: 0, character: 5 };
  const bases: Record<string, Json> = {
    definition: { uri, position },
    references: { uri, position },
    hover: { uri, position },
    documentSymbols: { uri },
    workspaceSymbols: { query: 'alpha' },
    'diagnostics.document': { uri },
    'diagnostics.workspace': {},
  };
  for (const [tool, base] of Object.entries(bases)) {
    const wrong = function* (fields: Json): Generator<Case> {
      yield [tool, { ...base, ...fields }, '-32602 INVALID_PARAMS'];
    };
    for (const key of [
      'path',
      'file',
      '__proto__',
      'constructor',
      'toString',
      '',
      'URI',
      '/etc/passwd',
      'x'.repeat(10_000),
    ]) {
      yield [
        tool,
        JSON.parse(`{"__end":0,${JSON.stringify(key)}:{"secret":"${SECRET}"}}`),
        '-32602 INVALID_PARAMS',
      ];
      const input = JSON.parse(
        `{${JSON.stringify(key)}:1,${JSON.stringify(base).slice(1)}`.replace(/,\}$/, '}'),
      ) as Json;
      yield [tool, input, '-32602 INVALID_PARAMS'];
    }
    for (const key of Object.keys(base)) {
      const { [key]: _, ...rest } = base;
      yield [tool, rest, '-32602 INVALID_PARAMS'];
    }
    if ('position' in base) {
      for (const value of NO_OBJECTS) yield* wrong({ position: value });
      for (const value of NO_NUMBERS)
        for (const field of ['line', 'character'])
          yield* wrong({ position: { ...position, [field]: value } });
      yield* wrong({ position: { line: 0 } });
      yield* wrong({ position: { ...position, offset: 3 } });
      yield [tool, { ...base, position: { line: 2 ** 31 - 1, character: 0 } }, '-32602 NOT_FOUND'];
      yield [tool, { ...base, position: { line: 0, character: 2 ** 31 - 1 } }, '-32602 NOT_FOUND'];
    }
    if ('uri' in base) {
      for (const value of NO_TEXTS) yield* wrong({ uri: value });
      for (const [value, want] of uris(root, outside))
        yield [tool, { ...base, uri: value }, `-32602 ${want}`];
    }
    if ('query' in base)
      for (const value of [...NO_TEXTS, '', ' ', '\u00a0\u2003', 'x'.repeat(1001), SECRET.repeat(50_000)])
        yield* wrong({ query: value });
    if (tool === 'references')
      for (const value of ['true', 0, null, [], {}]) yield* wrong({ includeDeclaration: value });
    if (['references', 'workspaceSymbols', 'diagnostics.workspace'].includes(tool)) {
      for (const value of [0, -5, 1.5, '10', null, true, [], {}]) yield* wrong({ pageSize: value });
      for (const value of [0, true, [], {}, ['x'], { v: 2 }]) yield* wrong({ cursor: value });
      for (const [cursor, want] of cursors(requestKey(tool, uri)))
        yield [tool, { ...base, cursor }, `-32602 ${want}`];
    }
  }
}

/** As anybody can compute it. */
function requestKey(tool: string, uri: string): string {
  const fields: Record<string, string> = {
    references: `|${uri}|0|5|false`,
    workspaceSymbols: '|alpha',
    'diagnostics.workspace': '',
  };
  return sha256Hex(`v1|vscode.lsp.${tool}${fields[tool]}`);
}

function* uris(root: string, outside: string): Generator<[uri: string, want: string]> {
  const name = outside.split('/').at(-1) ?? '';
  const beyond = [
    'file:///etc/passwd',
    'file:///etc/shadow',
    'file:////etc//passwd',
    'file:///',
    'file:/etc/passwd',
    'file:///proc/self/environ',
    'file:///dev/zero',
    `file://${outside}`,
    `file://${outside}/secret.fake`,
    `file://${root}2/secret.fake`,
    `file://${root}/../secret.fake`,
    `file://${root}/x/../../secret.fake`,
    `file://${root}/%2e%2e/secret.fake`,
    `file://${root}/.%2E/secret.fake`,
    `file://${root}/${'../'.repeat(40)}etc/passwd`,
    `file://${root}/link.fake`,
    `file://${root}/out/secret.fake`,
    `file://${root}/out/not-there.fake`,
    `file://${root}/out/../${name}/secret.fake/../../secret.fake/../../../../../../../../etc/passwd`,
  ];
  for (const uri of beyond) yield [uri, 'WORKSPACE_DENIED'];
  for (const up of ['..', '%2e%2e', '.%2e', './%2E.']) {
    for (const depth of [1, 2, 3, 10, 60]) {
      for (const target of ['secret.fake', 'workspace2/secret.fake', 'etc/passwd'])
        yield [`file://${root}/${`${up}/`.repeat(depth)}${target}`, 'WORKSPACE_DENIED'];
    }
  }
  const malformed = [
    '',
    ' ',
    'file:',
    'file:a.fake',
    'file:../secret.fake',
    `${root}/a.fake`,
    '../secret.fake',
    `FTP://localhost${root}/a.fake`,
    `http://localhost${root}/a.fake`,
    `javascript:${SECRET}`,
    'data:text/plain,x',
    'untitled:x',
    `file://evil.example${root}/a.fake`,
    `file://127.0.0.1${root}/a.fake`,
    `file://${root}/a.fake?secret`,
    `file://${root}/a.fake#secret`,
    `file://${root}/a.fake%00`,
    `file://${root}/a.fake\0`,
    `file://${root}/..%2fsecret.fake`,
    `file://${root}/..%2Fsecret.fake`,
    `file://${root}/..\\secret.fake`,
    `file://${root}/%`,
    `file://${root}/%c0%ae%c0%ae/secret.fake`,
    `file://${root}/loop.x`,
    `file://${root}/${'n'.repeat(256)}.fake`,
    `file://${root}/${'n/'.repeat(8000)}.fake`,
    `file://${root}/${SECRET.repeat(50_000)}`,
  ];
  for (const uri of malformed) yield [uri, 'URI_INVALID'];
  for (const uri of [
    `file://${root}`,
    `file://${root}/`,
    `file://${root}/nothing.fake`,
    `file://${root}/folder`,
    `file://${root}/dangling-inside.fake`,
  ])
    yield [uri, 'NOT_FOUND'];
}

function* cursors(k: string): Generator<[cursor: string, want: string]> {
  const s = 'f'.repeat(64);
  const pack = (payload: unknown): string =>
    Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload)).toString('base64url');
  const good = { v: 2, o: 50, k, s };
  const forged = [
    '',
    'null',
    '../../etc/passwd',
    SECRET,
    'A'.repeat(4096),
    'A'.repeat(300_000),
    pack(''),
    pack('null'),
    pack('[]'),
    pack('{'),
    pack({}),
    pack({ ...good, v: 1 }),
    pack({ ...good, v: 3 }),
    pack({ ...good, o: -1 }),
    pack({ ...good, o: 0.5 }),
    pack({ ...good, o: '50' }),
    pack({ ...good, o: null }),
    pack({ ...good, k: 'f'.repeat(64) }),
    pack({ ...good, k: k.toUpperCase() }),
    pack({ ...good, k: [k] }),
    pack({ ...good, s: '' }),
    pack({ ...good, s: 7 }),
    pack({ ...good, more: SECRET }),
    pack(`{"v":2,"o":1e999,"k":"${k}","s":"${s}"}`),
    pack(`{"v":2,"o":50,"o":51,"k":"${k}","s":"${s}"}`),
    pack(`{"v":2,"o":50,"k":"${k}","s":"${s}","__proto__":{"v":2}}`),
    pack(` ${JSON.stringify(good)}`),
    `${pack(good)}=`,
    `${pack(good)}\n`,
    Buffer.from(`${JSON.stringify(good)} >>>>????`).toString('base64'),
  ];
  for (const cursor of forged) yield [cursor, 'CURSOR_INVALID'];
  const whole = pack(good);
  for (let length = 1; length < whole.length; length += 6) yield [whole.slice(0, length), 'CURSOR_INVALID'];
  for (const offset of [0, 1, 50, Number.MAX_SAFE_INTEGER])
    yield [encodeCursor({ offset, requestKey: k, snapshotKey: s }), 'CURSOR_STALE'];
}

test('REQ-NAV-030 REQ-BOUNDARY-010: a thousand hostile requests get their errors, learn nothing, and change nothing', async () => {
  await using gateway = await Gateway.open({
    files: {
      'a.fake': 'def alpha\n  ERROR here',
      'folder/x': '',
      '../secret.fake': `def alpha\n  ERROR ${SECRET}`,
      '../workspace2/secret.fake': SECRET,
      '../elsewhere/secret.fake': SECRET,
    },
    servers: { fake: fake('navigates.ts') },
  });
  const { root, outside } = gateway.lab.workspace;
  symlinkSync(join(outside, 'secret.fake'), join(root, 'link.fake'));
  symlinkSync(join(outside, 'elsewhere'), join(root, 'out'));
  symlinkSync('not-there.fake', join(root, 'dangling-inside.fake'));
  const ask = { uri: gateway.uri('a.fake') };
  await gateway.started('a.fake');
  const before = [
    await gateway.result('diagnostics.document', ask),
    await gateway.result('documentSymbols', ask),
  ];
  // The fake walks the folder, and would stumble over it.
  symlinkSync('loop.x', join(root, 'loop.x'));

  const cases = [...hostile(gateway)];
  expect(cases.length).toBeGreaterThan(1000);
  const said: string[] = [];
  // Many at once, as an attacker would.
  for (let from = 0; from < cases.length; from += 50) {
    await Promise.all(
      cases.slice(from, from + 50).map(async ([tool, input, want]) => {
        const answer = await gateway.error(tool, input);
        said.push(JSON.stringify(answer));
        expect([tool, shown(input), outcomeOf(answer)]).toEqual([tool, shown(input), want]);
      }),
    );
  }
  for (const answer of said) {
    for (const secret of [SECRET, outside, 'passwd', 'secret', 'workspace2', 'evil', '/etc'])
      expect(answer).not.toContain(secret);
    expect(answer.length).toBeLessThan(1000);
  }
  for (const name of ['vscode.lsp.rename', 'lsp_hover', '', '__proto__', 'constructor']) {
    const refused = await gateway.mcp.request('tools/call', { name, arguments: {} }).catch(String);
    expect([name, refused]).toEqual([name, expect.stringContaining('(-32602)')]);
  }

  rmSync(join(root, 'loop.x'));
  expect([
    await gateway.result('diagnostics.document', ask),
    await gateway.result('documentSymbols', ask),
  ]).toEqual(before);
  // The one server that the one file called for.
  expect(gateway.lab.started).toBe(1);
  expect(gateway.lab.probe.received('textDocument/didOpen').map(({ path }) => path)).toEqual([
    join(root, 'a.fake'),
  ]);
}, 120_000);

function shown(input: unknown): string {
  return JSON.stringify(input).slice(0, 300);
}
