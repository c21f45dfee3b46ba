import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import * as fc from 'fast-check';

import type { FuzzTarget } from '../../../../scripts/lib/fuzz/target.ts';
import { readBootstrap } from '../../src/bootstrap.ts';
import { parseSettings } from '../../src/settings.ts';
import { BUILT_IN_CHECKERS, BUILT_IN_SERVERS, LSP_DEFAULTS } from '../../src/types.ts';
import { Sidecar } from '../harness/sidecar.ts';
import { anyJson, hostileText, objectOf } from './values.ts';

const folder = fc.oneof(fc.constantFrom('/', '/tmp', '.', '', '/etc/passwd', '/no/such/folder'), hostileText);
const values = fc.oneof(
  anyJson,
  fc.constantFrom<unknown>(
    true,
    1,
    5000,
    ['error'],
    'never',
    'write',
    { file: 'x' },
    [],
    { command: 'x', extensions: ['.x'], parser: 'gcc' },
    { enabled: false },
  ),
);
const programs = (ids: readonly string[]): fc.Arbitrary<unknown> =>
  fc.dictionary(fc.constantFrom(...ids, 'own', '__proto__'), values, { maxKeys: 3, noNullPrototype: true });
const listed = fc.array(
  objectOf({
    id: fc.constantFrom('ts', 'python', 'rust', ...BUILT_IN_SERVERS, '__proto__'),
    command: hostileText,
    args: values,
    extensions: values,
    rootUri: values,
  }),
  { maxLength: 3 },
);
const config = objectOf({
  ...Object.fromEntries(Object.keys(LSP_DEFAULTS).map((key) => [key, values])),
  ...Object.fromEntries(
    ['diagnosticsTimeoutMs', 'firstTouchTimeoutMs', 'navigationTimeoutMs', 'requestTimeoutMs'].map((key) => [
      key,
      values,
    ]),
  ),
  servers: fc.oneof(programs(BUILT_IN_SERVERS), listed),
  checkers: programs(BUILT_IN_CHECKERS),
});
const envelope = objectOf({
  workspaceRoot: folder,
  config,
  nodePath: hostileText,
  catalog: fc.constantFrom('lsp', 'vscode', 'other'),
  trusted: fc.boolean(),
});
const text = fc.oneof(
  { weight: 4, arbitrary: envelope.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.json() },
);

const property = fc.asyncProperty(text, config, async (json, settings) => {
  const read = readBootstrap(json);
  if (read.kind === 'invalid') assert.match(read.problem, /^LSP_BOOTSTRAP: ./su);
  else {
    assert.ok(statSync(read.envelope.workspaceRoot).isDirectory());
    // REQ-START-030: only the host's own word may take trust away, and only a boolean is one.
    assert.equal(typeof read.envelope.trusted, 'boolean');
  }
  const parsed = parseSettings(settings);
  if (parsed.kind === 'invalid') assert.match(parsed.problem, /^LSP_BOOTSTRAP: config: ./su);
  else assert.deepEqual({ ...parseSettings(parsed.config), ignored: [] }, { ...parsed, ignored: [] });
});

export const bootstrap: FuzzTarget = {
  name: 'bootstrap',
  holds:
    'REQ-START-040: whatever LSP_BOOTSTRAP holds is read or named as what is wrong, and what was read is valid',
  check: (budget) => fc.check(property, budget),
  found: {},
};

/** NUL ends the value of an environment variable, so nothing behind it would arrive. */
const variable = fc.option(
  text.filter((json) => !json.includes('\0') && json.isWellFormed()),
  { nil: undefined },
);

const starts = fc.asyncProperty(variable, async (json) => {
  await using sidecar = new Sidecar({ bootstrap: json });
  const read = readBootstrap(json);
  if (read.kind === 'valid' && parseSettings(read.envelope.config).kind === 'valid') {
    await sidecar.ready();
    assert.equal(typeof (await sidecar.request('lsp/getDiagnosticEpoch', {})), 'number');
    return;
  }
  const { code } = await sidecar.exited;
  assert.equal(code, 1, sidecar.stderr);
  assert.match(sidecar.stderr, /LSP_BOOTSTRAP/);
});

export const start: FuzzTarget = {
  name: 'start',
  holds: 'REQ-START-040: a sidecar answers, or ends with code 1 and says that LSP_BOOTSTRAP is the reason',
  check: (budget) => fc.check(starts, budget),
  found: {},
};
