import { afterEach, expect, test } from 'bun:test';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';

import { gradlePlan } from '../../gradle-plan.ts';
import { includedProjects, readScript, versionCatalog } from '../../gradle-script.ts';
import { cleanUp, env, workspace, type Entry } from '../../../../../test/registry/workspace.ts';

afterEach(cleanUp);

const read = (text: string) =>
  readScript([text], { properties: new Map([['version.lib', '2.0']]), catalog: new Map() });

test.each<[line: string, dependency: object]>([
  ["implementation 'g:a:1.0'", { kind: 'external', group: 'g', name: 'a', version: '1.0' }],
  [
    'api("g:a:1.0:tests@jar")',
    { kind: 'external', group: 'g', name: 'a', version: '1.0', classifier: 'tests' },
  ],
  [
    "testImplementation group: 'g', name: 'a', version: '1.0'",
    { kind: 'external', group: 'g', name: 'a', version: '1.0' },
  ],
  ['implementation("g", "a", "1.0")', { kind: 'external', group: 'g', name: 'a', version: '1.0' }],
  [
    'implementation("g:a:${v}") { exclude(group = "x") }',
    { kind: 'external', group: 'g', name: 'a', version: '3' },
  ],
  ["compileOnly 'g:a'", { kind: 'external', group: 'g', name: 'a', version: undefined }],
  ["implementation project(':b:c')", { kind: 'project', path: ':b:c' }],
  ['implementation(project(path = ":b"))', { kind: 'project', path: ':b' }],
  ['implementation(projects.b.c)', { kind: 'project', path: ':b:c' }],
  [
    "implementation files('libs/a.jar', 'libs/b.jar')",
    { kind: 'files', paths: ['libs/a.jar', 'libs/b.jar'] },
  ],
  ['implementation(platform("g:bom:1.0"))', { kind: 'platform', group: 'g', name: 'bom', version: '1.0' }],
  ['implementation(libs.unknown)', { kind: 'unknown', text: 'libs.unknown' }],
  ['implementation(kotlin("stdlib"))', { kind: 'unknown', text: 'kotlin("stdlib")' }],
  ['implementation deps.x', { kind: 'unknown', text: 'deps.x' }],
])('Gradle: %s', (line, dependency) => {
  expect(
    read(`def v = "3"\ndependencies {\n  ${line}\n}\n`).dependencies.map((each) => each.dependency),
  ).toEqual([dependency as never]);
});

test('Gradle: what is in comments, in strings and about the build itself is no dependency', () => {
  const text =
    "buildscript { dependencies { classpath 'g:plugin:1' } }\ndependencies {\n  runtimeOnly 'g:r:1'\n}\n";
  expect(read(text).dependencies.map(({ configuration }) => configuration)).toEqual(['runtimeOnly']);
});

test.each([
  ['plugins { id("com.example.conventions") }', 'plugin com.example.conventions'],
  ["plugins { id 'io.freefair.lombok' version '8.0' }", 'plugin io.freefair.lombok'],
  ["apply from: 'gradle/deps.gradle'", "apply from: 'gradle/deps.gradle'"],
  ["configure(subprojects) { dependencies { implementation 'g:a:1' } }", 'a nested block of dependencies'],
])('Gradle: %s adds what only Gradle knows', (text, reason) => {
  expect(read(text).dependencies.map((each) => each.dependency)).toEqual([{ kind: 'unknown', text: reason }]);
});

test.each<[text: string, release: number | undefined, source: number | undefined]>([
  ['java { toolchain { languageVersion = JavaLanguageVersion.of(21) } }', undefined, 21],
  ["sourceCompatibility = '1.8'", undefined, 8],
  ['java { sourceCompatibility = JavaVersion.VERSION_1_8 }', undefined, 8],
  ['sourceCompatibility = JavaVersion.VERSION_17', undefined, 17],
  ['tasks.withType<JavaCompile> { options.release.set(11) }', 11, undefined],
  ['tasks.compileJava { options.release = 11 }', 11, undefined],
])('Gradle: the Java version of %s', (text, release, source) => {
  expect(read(text)).toMatchObject({ release, source });
});

test('Gradle: included projects, and where they lie', () => {
  const root = workspace({
    'settings.gradle':
      "include 'a', ':b:c'\ninclude(\"d\")\nproject(':d').projectDir = file('elsewhere/d')\n",
  });
  expect(Object.fromEntries(includedProjects(root))).toEqual({
    ':': root,
    ':a': join(root, 'a'),
    ':b:c': join(root, 'b/c'),
    ':d': join(root, 'elsewhere/d'),
  });
});

test('Gradle: a version catalog', () => {
  const root = workspace({
    'gradle/libs.versions.toml':
      '[versions]\nx = "1.0"\n[libraries]\nx-core = { module = "g:core", version.ref = "x" }\nx-more = { group = "g", name = "more", version = "2" }\nplain = "g:plain:3"\n[bundles]\nx = ["x-core", "plain"]\n',
  });
  const external = (name: string, version: string) => ({
    kind: 'external' as const,
    group: 'g',
    name,
    version,
  });
  expect(Object.fromEntries(versionCatalog(root))).toEqual({
    'x.core': [external('core', '1.0')],
    'x.more': [external('more', '2')],
    plain: [external('plain', '3')],
    'bundles.x': [external('core', '1.0'), external('plain', '3')],
  });
});

async function plan(files: Record<string, Entry>) {
  const root = workspace(files);
  env({ HOME: root, GRADLE_USER_HOME: undefined });
  const { units } = await gradlePlan(root, 17);
  return units.map(({ name, roots, classPath, missing }) => ({
    name,
    roots: roots.map((each) => each.slice(root.length + 1)),
    classPath: classPath.map((each) => (typeof each === 'string' ? each.slice(root.length + 1) : each.name)),
    missing,
  }));
}

test('Gradle: projects stand behind those that they need, with jars, source sets, and what is missing', async () => {
  expect(
    await plan({
      'settings.gradle': "include 'top', 'base'\n",
      'build.gradle':
        "subprojects {\n  apply plugin: 'java'\n  dependencies { implementation 'g:gone:1' }\n}\n",
      'top/build.gradle':
        "dependencies { api project(':base') }\nsourceSets { main { java { srcDirs = ['java', 'more'] } } }\n",
      'base/build.gradle': "dependencies { implementation fileTree(dir: 'libs', include: ['*.jar']) }\n",
      'base/libs/x.jar': '',
    }),
  ).toEqual([
    { name: 'root project', roots: ['src/main/java'], classPath: [], missing: [] },
    { name: 'root project (tests)', roots: ['src/test/java'], classPath: ['root project'], missing: [] },
    {
      name: 'base',
      roots: ['base/src/main/java'],
      classPath: ['base/libs/x.jar'],
      missing: ['g:gone:1 is not in ~/.gradle/caches'],
    },
    {
      name: 'base (tests)',
      roots: ['base/src/test/java'],
      classPath: ['base', 'base/libs/x.jar'],
      missing: ['g:gone:1 is not in ~/.gradle/caches'],
    },
    {
      name: 'top',
      roots: ['top/java', 'top/more'],
      classPath: ['base'],
      missing: ['g:gone:1 is not in ~/.gradle/caches'],
    },
    {
      name: 'top (tests)',
      roots: ['top/src/test/java'],
      classPath: ['top', 'base'],
      missing: ['g:gone:1 is not in ~/.gradle/caches'],
    },
  ]);
});

test.each(['build.gradle', 'base/build.gradle.kts', 'gradle.properties', 'gradle/libs.versions.toml'])(
  'Gradle: without %s, which cannot be read, nothing is judged: its dependencies are not known',
  async (name) => {
    const root = workspace({ 'settings.gradle': "include 'base'\n", [name]: '' });
    truncateSync(join(root, name), 5 * 1024 * 1024);
    expect(gradlePlan(root, 17)).rejects.toThrow(`${name} cannot be read`);
  },
);
