import { expect, test } from 'bun:test';

import { readInitializeResult } from '../../src/client/protocol/server-capabilities.ts';

test('REQ-STATUS-010: the version of a server is one word, though gopls states all modules that it was built from', () => {
  const check = (version: unknown, want: string | undefined): void =>
    expect(readInitializeResult({ serverInfo: { version } }).version).toBe(want);
  check('1.2.3', '1.2.3');
  check('{"GoVersion":"go1.27.4","Path":"golang.org/x/tools/gopls","Version":"v0.24.0"}', 'v0.24.0');
  check('{"GoVersion":"go1.27.4"}', undefined);
  check('{broken', undefined);
  check('', undefined);
  check(7, undefined);
});
