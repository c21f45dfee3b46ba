import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';

import { compareVersions, mavenRepository } from '../../artifacts.ts';
import { mavenPlan } from '../../maven-plan.ts';
import { readPom, type Pom } from '../../pom.ts';
import { all, parseXml, elementText } from '../../xml.ts';
import { cleanUp, env, workspace, type Entry } from '../../../../../test/registry/workspace.ts';

afterEach(cleanUp);

function pomOf(text: string, files: Record<string, Entry> = {}, major = 17): Pom {
  const root = workspace({
    'pom.xml': `<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version>${text}</project>`,
    ...files,
  });
  env({ HOME: root });
  const pom = readPom(join(root, 'pom.xml'), {
    repository: mavenRepository(root),
    major,
    given: new Map(),
    documents: new Map(),
  });
  if (pom === undefined) throw new Error('not read');
  return pom;
}

test.each([
  [
    '<?xml version="1.0"?><!DOCTYPE a><a x=">"><!-- <b> --><b/><b>1 &lt; &#50; &amp; &#x33;<![CDATA[ <c> ]]></b></a>',
    ['', '1 < 2 & 3 <c>'],
  ],
  ['<m:a xmlns:m="x"><m:b>1</m:b></m:a>', ['1']],
])('XML: %s', (text, found) => {
  expect(all(parseXml(text), 'b').map((each) => each.text)).toEqual(found);
});

test.each(['', '<a>', '<a></b>', '<a><b></a></b>', '</a>', '<a', 'text'])('XML: %j is none', (text) => {
  expect(elementText(parseXml(text), 'b')).toBeUndefined();
});

test('POM: properties are put in, whichever defines them first', () => {
  const pom = pomOf(
    '<properties><b>${c}x</b><c>${project.version}</c></properties><dependencies><dependency><groupId>${project.groupId}.d</groupId><artifactId>d</artifactId><version>${b}${none}</version></dependency></dependencies>',
  );
  expect(pom.dependencies.map(({ group, version }) => [group, version])).toEqual([['g.d', '1x${none}']]);
});

test('POM: a parent is found beside it, by its path and in the repository, and its values are overridden', () => {
  const parent = '<parent><groupId>p</groupId><artifactId>p</artifactId><version>2</version></parent>';
  const file = (version: string): string =>
    `<project><groupId>p</groupId><artifactId>p</artifactId><version>${version}</version><properties><x>of the parent</x><y>of the parent</y></properties></project>`;
  const at = (pom: Pom): (string | undefined)[] => ['x', 'y'].map((name) => pom.property(name));
  expect(
    at(pomOf(`${parent}<properties><x>own</x></properties>`, { '.m2/repository/p/p/2/p-2.pom': file('2') })),
  ).toEqual(['own', 'of the parent']);
  const relative = parent.replace('</parent>', '<relativePath>up</relativePath></parent>');
  expect(at(pomOf(relative, { 'up/pom.xml': file('2') }))).toEqual(['of the parent', 'of the parent']);
  expect(pomOf(parent).missing).toEqual(['p:p:2 is not in ~/.m2/repository']);
});

test.each<[activation: string, isActive: boolean]>([
  ['<jdk>17</jdk>', true],
  ['<jdk>[11,)</jdk>', true],
  ['<jdk>[1.8,17)</jdk>', false],
  ['<jdk>!17</jdk>', false],
  ['<property><name>!skip</name></property>', true],
  ['<property><name>ci</name></property>', false],
  ['<file><exists>pom.xml</exists></file>', true],
  ['<file><missing>pom.xml</missing></file>', false],
  ['<activeByDefault>true</activeByDefault>', true],
  ['<os><family>unix</family></os>', false],
])('POM: a profile with %s is active: %p', (activation, isActive) => {
  const pom = pomOf(
    `<profiles><profile><activation>${activation}</activation><properties><x>1</x></properties></profile></profiles>`,
  );
  expect(pom.property('x') === '1').toBe(isActive);
});

test.each([
  ['1.9', '1.10', -1],
  ['1.0', '1.0.0', 0],
  ['1.0-rc1', '1.0', -1],
  ['2.0.Final', '2.0', 0],
  ['1.0.1', '1.0', 1],
  ['33.0-jre', '32.1-jre', 1],
])('version %s against %s: %d', (a, b, order) => {
  expect(Math.sign(compareVersions(a, b))).toBe(order);
});

async function plan(
  pom: string,
  files: Record<string, Entry> = {},
): Promise<{ options: readonly string[]; roots: string[]; missing: readonly string[] }[]> {
  const root = workspace({
    'pom.xml': `<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version>${pom}</project>`,
    ...files,
  });
  env({ HOME: root });
  const { units } = await mavenPlan(root, 17);
  return units.map(({ options, roots, missing }) => ({
    options,
    roots: roots.map((each) => each.slice(root.length + 1)),
    missing,
  }));
}

test('Maven: sources, options and generated sources are those of the build, of the tests their own', async () => {
  const helper =
    '<plugin><artifactId>build-helper-maven-plugin</artifactId><executions><execution><goals><goal>add-source</goal></goals><configuration><sources><source>src/extra</source></sources></configuration></execution></executions></plugin>';
  const compiler =
    '<plugin><artifactId>maven-compiler-plugin</artifactId><configuration><release>${v}</release><testRelease>17</testRelease><compilerArgs><arg>-Xlint:all</arg><arg>-Werror</arg><arg>-Xplugin:X</arg><arg>--add-exports</arg><arg>a/b=c</arg></compilerArgs></configuration></plugin>';
  const [main, tests] = await plan(
    `<properties><v>11</v></properties><build><sourceDirectory>java</sourceDirectory><plugins>${helper}${compiler}</plugins></build>`,
    {
      'target/generated-sources/annotations/A.java': '',
      'target/generated-sources/protobuf/java/P.java': '',
      'target/generated-test-sources/x/T.java': '',
    },
  );
  expect(main).toEqual({
    options: ['--release', '11', '-encoding', 'UTF-8', '-Xlint:all', '--add-exports', 'a/b=c'],
    roots: ['java', 'src/extra', 'target/generated-sources/protobuf/java'],
    missing: [],
  });
  expect([tests?.options.slice(0, 2), tests?.roots]).toEqual([
    ['--release', '17'],
    ['src/test/java', 'target/generated-test-sources/x'],
  ]);
});

test('Maven: sources that javac does not compile, or that are not generated yet, make a class path incomplete', async () => {
  const [main] = await plan(
    '<build><plugins><plugin><artifactId>antlr4-maven-plugin</artifactId></plugin></plugins></build>',
    { 'src/main/kotlin/A.kt': '' },
  );
  expect(main?.missing).toEqual([
    'src/main/kotlin is not compiled',
    'what antlr4-maven-plugin generates is not there: run mvn generate-sources',
  ]);
});
