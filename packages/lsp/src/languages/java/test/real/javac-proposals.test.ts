import { describe, expect } from 'bun:test';

import type { CheckReport, ProposeParams } from '../../../../types.ts';
import { type Lab, outcomes } from '../../../../../test/harness/lab.ts';
import { stampsBelow, type Tree } from '../../../../../test/harness/workspace.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { found, openReal } from '../../../../../test/real/real-lab.ts';
import { dependencies, dependency, jar, project } from './java-builds.ts';

const test = testWith('javac');

const VALUE = 'base/src/main/java/demo/Value.java';
const USER = 'top/src/main/java/demo/User.java';
const value = (type: string, result: string): string =>
  `package demo;\n\npublic class Value {\n    public static ${type} get() { return ${result}; }\n}\n`;
const user = (type: string): string =>
  `package demo;\n\npublic class User {\n    ${type} wanted = Value.get();\n}\n`;

const parent =
  '<parent><groupId>org.demo</groupId><artifactId>parent</artifactId><version>1.0</version></parent>';
const base = (more = ''): string => `<project>${parent}<artifactId>base</artifactId>${more}</project>`;
const FILES: Tree = {
  'pom.xml': project(
    'org.demo:parent:1.0',
    '<packaging>pom</packaging><modules><module>base</module><module>top</module></modules>',
  ),
  'base/pom.xml': base(),
  'top/pom.xml': `<project>${parent}<artifactId>top</artifactId>${dependencies(dependency('org.demo:base:${project.version}'))}</project>`,
  [VALUE]: value('int', '1'),
  [USER]: user('int'),
};

function propose(
  lab: Lab,
  files: Record<string, string>,
  more: Partial<ProposeParams> = {},
): Promise<CheckReport> {
  return lab.sidecar.request('lsp/propose', {
    files: Object.entries(files).map(([filePath, text]) => ({ filePath, text })),
    others: true,
    ...more,
  });
}

/** What a report says, without its times. */
const said = (report: CheckReport): unknown[] => [
  found(report.files),
  found(report.others),
  report.othersComplete,
];

interface Change {
  files: Record<string, string>;
  deleted?: string[];
}

describe('javac on a tree that is not on disk', () => {
  let lab: Lab;
  test.beforeAll(async () => {
    lab = await openReal({ servers: ['javac'], files: FILES });
    expect(said(await written({ files: { [VALUE]: value('int', '1') } }))).toEqual([{}, {}, true]);
  });
  test.afterAll(() => lab[Symbol.asyncDispose]());

  /** Writes the files as the tools do, and asks about them and all others. */
  function written({ files, deleted = [] }: Change): Promise<CheckReport> {
    for (const path of deleted) lab.workspace.remove(path);
    const asked = Object.entries(files).map(([filePath, text]) => {
      lab.workspace.write(filePath, text);
      return { filePath, text };
    });
    return lab.sidecar.request('lsp/check', { files: asked, deleted, others: true });
  }

  const CHANGES: [title: string, change: Change, wrong: string[]][] = [
    ['an error in the file itself', { files: { [VALUE]: value('int', '"one"') } }, [VALUE]],
    ['an error in a module that uses it', { files: { [VALUE]: value('String', '"one"') } }, [USER]],
    ['no error', { files: { [VALUE]: value('String', '"one"'), [USER]: user('String') } }, []],
    [
      'a new class',
      {
        files: {
          'top/src/main/java/demo/New.java':
            'package demo;\n\nclass New {\n    String wanted = Value.get();\n}\n',
        },
      },
      ['top/src/main/java/demo/New.java'],
    ],
    ['a class that is gone', { files: {}, deleted: [VALUE] }, [USER]],
    ['a byte order mark', { files: { [USER]: `\uFEFF${user('String')}` } }, [USER]],
    [
      'an older version of Java',
      {
        files: {
          'base/pom.xml': base('<properties><maven.compiler.release>9</maven.compiler.release></properties>'),
          [VALUE]:
            'package demo;\n\npublic class Value {\n    public static int get() { var one = 1; return one; }\n}\n',
        },
      },
      [VALUE],
    ],
  ];
  test('REQ-DIAG-010: the report is that of the tree once it is written, and nothing is written for it', async () => {
    const before = stampsBelow(lab.workspace.root);
    const proposed: unknown[] = [];
    for (const [title, { files, deleted = [] }] of CHANGES)
      proposed.push([title, said(await propose(lab, files, { deleted }))]);
    expect(stampsBelow(lab.workspace.root)).toEqual(before);

    const checked: unknown[] = [];
    for (const [title, change, wrong] of CHANGES) {
      const report = await written(change);
      checked.push([title, said(report)]);
      expect([title, Object.keys({ ...found(report.files), ...found(report.others) })]).toEqual([
        title,
        wrong,
      ]);
      for (const path of [...(change.deleted ?? []), ...Object.keys(change.files)]) {
        const text = FILES[path];
        if (text === undefined) lab.workspace.remove(path);
        else lab.workspace.write(path, text);
      }
    }
    expect(proposed).toEqual(checked);
  });

  test('REQ-GRACE-010: a file that no module compiles is not called clean', async () => {
    const { files, servers } = await propose(lab, { 'tools/T.java': 'class T { int x = "no"; }\n' });
    expect([files, servers.map(({ outcome, reason }) => [outcome, reason])]).toEqual([
      { 'tools/T.java': [] },
      [['unavailable', 'it does not compile the file']],
    ]);
  });

  test('a module that the class path lacks something for says what', async () => {
    const { servers, othersComplete } = await propose(lab, {
      'base/pom.xml': base(dependencies(dependency('org.x:nowhere:1.0'))),
      [VALUE]: value('int', '2'),
    });
    expect([servers.map(({ outcome }) => outcome), othersComplete]).toEqual([['unavailable'], false]);
    expect(servers[0]?.reason).toStartWith('class path incomplete: org.x:nowhere:1.0');
  });
});

test('sources without a build are compiled with the jars that lie around', async () => {
  await using lab = await openReal({
    servers: ['javac'],
    files: { 'src/demo/Main.java': 'package demo;\n\nclass Main {\n}\n' },
  });
  jar(lab.workspace.path('lib.jar'), {
    'lib/Text.java':
      'package lib;\n\npublic class Text {\n    public static String get() { return ""; }\n}\n',
  });
  const main = (type: string): Record<string, string> => ({
    'src/demo/Main.java': `package demo;\n\nclass Main {\n    ${type} wanted = lib.Text.get();\n}\n`,
  });
  expect([said(await propose(lab, main('String'))), outcomes(await propose(lab, main('String')))]).toEqual([
    [{}, {}, true],
    { javac: 'complete' },
  ]);
  expect(found((await propose(lab, main('int'))).files)).toEqual({
    'src/demo/Main.java': ['4:30 prob.found.req incompatible types: String cannot be converted to int'],
  });
});

test('REQ-TIME-010: a run that outlasts the deadline of its proposal is killed', async () => {
  await using lab = await openReal({
    servers: ['javac'],
    files: { 'Main.java': 'class Main {\n}\n' },
    config: { diagnosticTimeout: 50 },
  });
  await lab.sidecar.request('lsp/check', { files: [{ filePath: 'Main.java' }] });
  const report = await propose(lab, { 'Main.java': 'class Main {\n    int wrong = "x";\n}\n' });
  expect([found(report.files), report.othersComplete, outcomes(report)]).toEqual([
    {},
    false,
    { javac: 'timed-out' },
  ]);
  expect(await lab.sidecar.leftovers(600, 1)).toHaveLength(1);
});
