import { describe, expect } from 'bun:test';
import { readdirSync } from 'node:fs';

import type { CheckReport } from '../../../../types.ts';
import { type Lab, outcomes } from '../../../../../test/harness/lab.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { found, openReal } from '../../../../../test/real/real-lab.ts';
import { dependencies, dependency, project } from './java-builds.ts';

const test = testWith('javac');

const VALUE = 'base/src/main/java/demo/Value.java';
const USER = 'top/src/main/java/demo/User.java';
const value = (type: string, result: string): string =>
  `package demo;\n\npublic class Value {\n    public static ${type} get() { return ${result}; }\n}\n`;
const NUMBER = value('int', '1');
const TEXT = value('String', '"one"');
const MISMATCH = '4:27 prob.found.req incompatible types: String cannot be converted to int';

const parent =
  '<parent><groupId>org.demo</groupId><artifactId>parent</artifactId><version>1.0</version></parent>';
const FILES = {
  'pom.xml': project(
    'org.demo:parent:1.0',
    '<packaging>pom</packaging><modules><module>base</module><module>top</module></modules>',
  ),
  'base/pom.xml': `<project>${parent}<artifactId>base</artifactId></project>`,
  'top/pom.xml': `<project>${parent}<artifactId>top</artifactId>${dependencies(dependency('org.demo:base:${project.version}'))}</project>`,
  [VALUE]: NUMBER,
  [USER]: 'package demo;\n\npublic class User {\n    int wanted = Value.get();\n}\n',
};

describe('javac after edits of two Maven modules', () => {
  let lab: Lab;
  test.beforeAll(async () => {
    lab = await openReal({ servers: ['javac'], checkers: { javac: {} }, files: FILES });
  });
  test.afterAll(() => lab[Symbol.asyncDispose]());

  /** Writes files as the tools do, and asks about them and all others in one question. */
  function edit(files: Record<string, string>): Promise<CheckReport> {
    const asked = Object.entries(files).map(([filePath, text]) => {
      lab.workspace.write(filePath, text);
      return { filePath, text };
    });
    return lab.sidecar.request('lsp/check', { files: asked, others: true });
  }

  async function expectErrors(
    report: Promise<CheckReport>,
    files: Record<string, string[]>,
    others: Record<string, string[]> = {},
  ): Promise<void> {
    const said = await report;
    expect({
      files: found(said.files),
      others: found(said.others),
      complete: said.othersComplete,
      outcomes: outcomes(said),
    }).toEqual({ files, others, complete: true, outcomes: { javac: 'complete' } });
  }

  test('REQ-DIAG-010 REQ-DIAG-040: each edit has the errors that it caused, in a module that was never opened too, and none once mended', async () => {
    for (let round = 0; round < 3; round += 1) {
      await expectErrors(edit({ [VALUE]: TEXT }), {}, { [USER]: [MISMATCH] });
      await expectErrors(edit({ [VALUE]: value('int', '"one"') }), {
        [VALUE]: ['4:38 prob.found.req incompatible types: String cannot be converted to int'],
      });
      await expectErrors(edit({ [VALUE]: NUMBER }), {});
    }
    expect(readdirSync(lab.workspace.root).sort()).toEqual(['base', 'pom.xml', 'top']);
  });

  test('REQ-KNOWN-020: what a shell changed, and a class that is gone, are in the next result', async () => {
    lab.workspace.write(VALUE, TEXT);
    expect(found(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual({ [USER]: [MISMATCH] });
    lab.workspace.remove(VALUE);
    const { others } = await lab.sidecar.request('lsp/check', {
      files: [],
      deleted: [lab.workspace.path(VALUE)],
      others: true,
    });
    expect(Object.keys(others)).toEqual([USER]);
    lab.workspace.write(VALUE, NUMBER);
    expect(found(await lab.sidecar.request('lsp/diagnostics', {}))).toEqual({});
  });

  test('REQ-TIME-030: a newer edit ends the run of the one before, and both get the result for what is on disk', async () => {
    const [first, second] = await Promise.all([edit({ [VALUE]: TEXT }), edit({ [VALUE]: NUMBER })]);
    expect(found(second.others)).toEqual({});
    expect(first.files[VALUE] ?? []).toEqual([]);
  });

  test('REQ-GRACE-010: a file that no module compiles is not called clean', async () => {
    const { files, servers } = await edit({ 'tools/T.java': 'class T { int x = "no"; }\n' });
    expect(files).toEqual({ 'tools/T.java': [] });
    expect(servers.map(({ outcome }) => outcome)).toEqual(['timed-out']);
    const pom = await edit({ 'top/pom.xml': FILES['top/pom.xml'] });
    expect(outcomes(pom)).toEqual({ javac: 'complete' });
    lab.workspace.remove('tools/T.java');
  });

  test('a project check beside edits has class files of its own', async () => {
    const [report, { projects }] = await Promise.all([
      edit({ [VALUE]: TEXT }),
      lab.sidecar.request('lsp/checkProject', {}),
    ]);
    expect(found(report.others)).toEqual({ [USER]: [MISMATCH] });
    expect(projects.map(({ outcome }) => outcome)).toEqual(['complete']);
    await expectErrors(edit({ [VALUE]: NUMBER }), {});
  });
});
