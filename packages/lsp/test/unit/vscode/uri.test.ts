import { expect, test } from 'bun:test';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';

import { documentOf } from '../../../src/channels/tools/vscode/uri.ts';
import { type AdmittedPath, isBelow, toUri } from '../../../src/support/paths.ts';
import { failed, type Found, found } from '../../../src/engine/navigate/found.ts';
import { Workspace as Boundary } from '../../../src/engine/base/workspace.ts';
import { Workspace } from '../../harness/workspace.ts';

/** As the navigator does it. */
function admit(boundary: Boundary, path: string): Found<AdmittedPath> {
  const admission = boundary.look(path);
  return admission.kind === 'admitted'
    ? found(admission.path)
    : failed(admission.why === 'outside' ? 'outside' : 'path-invalid', admission.reason);
}

function documents(workspace: Workspace): (uri: string) => Found<AdmittedPath> {
  const boundary = new Boundary(workspace.root);
  return (uri) => documentOf({ root: boundary.root, admit: (path) => admit(boundary, path) }, uri);
}

test('REQ-NAV-030 REQ-NAV-040: every spelling of a file inside is that file, and whatever else is refused', () => {
  using workspace = new Workspace({
    'src/a.ts': '',
    'a b#c%41é.ts': '',
    '../outside.ts': '',
    '../workspace2/a.ts': '',
  });
  const { root, outside } = workspace;
  symlinkSync(join(outside, 'outside.ts'), join(root, 'link.ts'));
  symlinkSync(outside, join(root, 'out'));
  symlinkSync(join(root, 'src'), join(root, 'alias'));
  symlinkSync('loop.ts', join(root, 'loop.ts'));
  mkdirSync(join(root, 'folder'));
  const documentAt = documents(workspace);
  const table: [uri: string, want: string][] = [
    [`file://${root}/src/a.ts`, 'src/a.ts'],
    [`file:${root}/src/a.ts`, 'src/a.ts'],
    [`FILE://LocalHost${root}/src/a.ts`, 'src/a.ts'],
    [`file://${root}/src/%61.ts`, 'src/a.ts'],
    [`file://${root}//src/./x/../a.ts`, 'src/a.ts'],
    [`file://${root}/src/x/%2e%2e/a.ts`, 'src/a.ts'],
    [`file://${outside}/workspace/src/a.ts`, 'src/a.ts'],
    [`file://${root}/../workspace/src/a.ts`, 'src/a.ts'],
    [`file://${root}/alias/a.ts`, 'src/a.ts'],
    [toUri(join(root, 'a b#c%41é.ts')), 'a b#c%41é.ts'],
    [`file://${root}/a b%23c%2541é.ts`, 'a b#c%41é.ts'],
    [`file://${root}/not/there.ts`, 'not/there.ts'],
    [`file://${root}/ends-with-a-blank `, 'ends-with-a-blank '],
    [`file://${root}/folder`, 'folder'],

    [`file://${root}`, 'not-found'],
    [`file://${root}/`, 'not-found'],

    [`file://${outside}/outside.ts`, 'outside'],
    [`file://${root}2/a.ts`, 'outside'],
    [`file://${root}/../outside.ts`, 'outside'],
    [`file://${root}/%2e%2e/outside.ts`, 'outside'],
    [`file://${root}/src/../../outside.ts`, 'outside'],
    [`file://${root}/link.ts`, 'outside'],
    [`file://${root}/out/outside.ts`, 'outside'],
    [`file://${root}/out/not-there.ts`, 'outside'],
    ['file:///', 'outside'],
    ['file:///etc/passwd', 'outside'],
    ['file:////etc/passwd', 'outside'],

    ['', 'path-invalid'],
    ['file:', 'path-invalid'],
    ['file://', 'path-invalid'],
    [root, 'path-invalid'],
    ['src/a.ts', 'path-invalid'],
    ['file:src/a.ts', 'path-invalid'],
    ['file:src/../../etc/passwd', 'path-invalid'],
    [`https://localhost${root}/src/a.ts`, 'path-invalid'],
    [`vscode-remote://wsl${root}/src/a.ts`, 'path-invalid'],
    ['untitled:Untitled-1', 'path-invalid'],
    [`file://elsewhere${root}/src/a.ts`, 'path-invalid'],
    [`file://127.0.0.1${root}/src/a.ts`, 'path-invalid'],
    [`file://user@localhost${root}/src/a.ts`, 'path-invalid'],
    [`file://localhost:80${root}/src/a.ts`, 'path-invalid'],
    [`file://${root}/src/a.ts?x`, 'path-invalid'],
    [`file://${root}/src/a.ts#x`, 'path-invalid'],
    [`file://${root}/src/a.ts%00.txt`, 'path-invalid'],
    [`file://${root}/src/a.ts\0`, 'path-invalid'],
    [`file://${root}/src/a\n.ts`, 'path-invalid'],
    [`file://${root}/src\\a.ts`, 'path-invalid'],
    [`file://${root}/..%2f..%2fetc/passwd`, 'path-invalid'],
    [`file://${root}/..%2Foutside.ts`, 'path-invalid'],
    [`file://${root}/%zz.ts`, 'path-invalid'],
    [`file://${root}/%`, 'path-invalid'],
    [`file://${root}/%ff.ts`, 'path-invalid'],
    [` file://${root}/src/a.ts`, 'path-invalid'],
    [`file://${root}/loop.ts`, 'path-invalid'],
    [`file://${root}/${'x'.repeat(300)}.ts`, 'path-invalid'],
    [`file://${root}/${'x/'.repeat(5000)}a.ts`, 'path-invalid'],
  ];
  for (const [uri, want] of table) {
    const document = documentAt(uri);
    expect([uri, document.kind === 'failed' ? document.why : document.value.slice(root.length + 1)]).toEqual([
      uri,
      want,
    ]);
    if (document.kind === 'failed')
      for (const secret of ['outside.ts', 'etc', 'passwd']) expect(document.message).not.toContain(secret);
  }
});

test('REQ-NAV-030 REQ-PATH-010: no URI leads outside', () => {
  using workspace = new Workspace({ 'src/a.ts': '', '../outside.ts': '', '../workspace2/a.ts': '' });
  symlinkSync(workspace.outside, join(workspace.root, 'out'));
  const documentAt = documents(workspace);
  const segments = fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '%2E.',
    '..%2f',
    'src',
    'out',
    'a.ts',
    'workspace',
    'workspace2',
    'outside.ts',
    '',
    '%00',
    '..;',
    '..\\',
    '\u2025',
    '%c0%ae%c0%ae',
    'etc',
    '~',
  );
  const starts = fc.constantFrom(
    `file://${workspace.root}`,
    `file:${workspace.root}`,
    `file://localhost${workspace.root}`,
    'file://',
    'file:///',
    `file://${workspace.root}2`,
  );
  fc.assert(
    fc.property(
      starts,
      fc.array(fc.oneof({ weight: 5, arbitrary: segments }, { weight: 1, arbitrary: fc.string() }), {
        maxLength: 12,
      }),
      (start, path) => {
        const document = documentAt([start, ...path].join('/'));
        if (document.kind === 'found') expect(isBelow(document.value, workspace.root)).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});

test('gateway-contract 3.2: the URI that comes back names the same file', () => {
  using workspace = new Workspace();
  const documentAt = documents(workspace);
  const names = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((name) => !/[/\0]/.test(name) && name !== '.' && name !== '..' && name.isWellFormed());
  fc.assert(
    fc.property(names, (name) => {
      const path = join(workspace.root, name);
      expect(documentAt(toUri(path))).toEqual(found(path as AdmittedPath));
    }),
    { numRuns: 1000 },
  );
});
