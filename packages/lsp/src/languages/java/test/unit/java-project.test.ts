import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';

import { findJdk, javaMajorOf } from '../../jdk.ts';
import { javaProject } from '../../java-project.ts';
import { packageOf, plainSources, sourceRoot } from '../../source-roots.ts';
import { define } from '../../../../backend/server-preset.ts';
import { javacOnEdit } from '../../javac-checker.ts';
import { createSearch } from '../../../../backend/program/search.ts';
import {
  cleanUp,
  env,
  launchOf,
  locate,
  workspace,
  type Entry,
} from '../../../../../test/registry/workspace.ts';

afterEach(cleanUp);

test.each([
  ['package a.b;', 'a.b'],
  ['/* package no; */\n// package no;\n@Deprecated\npackage  a . b ;', 'a.b'],
  ['\uFEFFpackage été;', 'été'],
  ['class A { String s = "package x;"; }', ''],
  ['import package_.x;\nclass A { }', ''],
])('the package of %j', (text, name) => {
  expect(packageOf(text)).toBe(name);
});

test.each([
  ['/w/src/a/b', 'package a.b;', '/w/src'],
  ['/w/src/xa/b', 'package a.b;', '/w/src/xa/b'],
  ['/w/src', '', '/w/src'],
])('the source root of %s with %j', (folder, text, root) => {
  expect(sourceRoot(folder, text)).toBe(root);
});

test('plain sources: folders that share their sources are one group; builds, output, hidden folders and other work trees are left out', async () => {
  const root = workspace({
    'src/a/A.java': 'package a;',
    'test/a/ATest.java': 'package a;',
    'tools/x/b/B.java': 'package b;',
    'build/Old.java': '',
    '.idea/C.java': '',
    'maven/pom.xml': '',
    'maven/src/M.java': '',
    '.git/worktrees/x/commondir': '../..',
    'wt/x/.git': 'gitdir: ../../.git/worktrees/x',
    'wt/x/src/a/A.java': 'package a;',
    'lib/x.jar': '',
  });
  const { groups, jars } = await plainSources(root, new AbortController().signal);
  const short = (path: string): string => path.slice(root.length + 1);
  expect(
    groups.map((group) => [short(group.root), group.folders.map(short), group.sourceRoots.map(short)]),
  ).toEqual([
    ['', ['src/a', 'test/a'], ['src', 'test']],
    ['tools/x', ['tools/x/b'], ['tools/x']],
  ]);
  expect(jars.map(short)).toEqual(['lib/x.jar']);
});

const MODULES = (...names: string[]): string =>
  `<project><modules>${names.map((name) => `<module>${name}</module>`).join('')}</modules><properties><maven.compiler.release>21</maven.compiler.release></properties></project>`;

test.each<
  [
    what: string,
    files: Record<string, Entry>,
    folder: string,
    found: [kind: string, root: string] | undefined,
  ]
>([
  [
    'a module',
    { 'pom.xml': MODULES('a'), 'a/pom.xml': MODULES('b'), 'a/b/pom.xml': '<project/>' },
    'a/b/src/main/java',
    ['maven', '.'],
  ],
  [
    'a POM that no other one names',
    { 'pom.xml': MODULES('a'), 'c/pom.xml': '<project/>' },
    'c',
    ['maven', 'c'],
  ],
  [
    'an included project',
    { 'settings.gradle': "include 'a:b'", 'a/b/build.gradle.kts': '' },
    'a/b/src',
    ['gradle', '.'],
  ],
  [
    'a build inside of another one',
    { 'settings.gradle': "include 'a'", 'c/build.gradle': '' },
    'c',
    ['gradle', 'c'],
  ],
  ['sources alone', { 'src/a/A.java': '' }, 'src/a', ['plain', '.']],
  ['sources below', { 'src/a/A.java': '' }, '.', ['plain', '.']],
  ['none', { 'src/a/a.py': '' }, '.', undefined],
])('the project of %s', (_, files, folder, found) => {
  const root = workspace({ ...files, [`${folder}/`]: '' });
  const project = javaProject(join(root, folder), root);
  expect(project && [project.kind, project.root]).toEqual(found && [found[0], join(root, found[1])]);
});

const SCRIPT = { program: '#!/bin/sh\n' };
const jdk = (folder: string, version: string): Record<string, Entry> => ({
  [`${folder}/bin/java`]: SCRIPT,
  [`${folder}/bin/javac`]: SCRIPT,
  [`${folder}/release`]: `JAVA_VERSION="${version}"\n`,
});

test.each<[what: string, files: Record<string, Entry>, release: number | undefined, found: string]>([
  ['JAVA_HOME', jdk('home', '17.0.1'), undefined, 'home'],
  ['the one on PATH, where JAVA_HOME has no compiler', jdk('path', '17.0.1'), undefined, 'path'],
  [
    'the one that .tool-versions names, by mise',
    {
      '.tool-versions': 'node 22\njava temurin-21.0.1\n',
      ...jdk('data/mise/installs/java/temurin-21.0.1', '21.0.1'),
      ...jdk('home', '17.0.1'),
    },
    undefined,
    'data/mise/installs/java/temurin-21.0.1',
  ],
  [
    'the one that .sdkmanrc names',
    {
      '.sdkmanrc': 'java=21.0.2-tem\n',
      ...jdk('.sdkman/candidates/java/21.0.2-tem', '21.0.2'),
      ...jdk('home', '17.0.1'),
    },
    undefined,
    '.sdkman/candidates/java/21.0.2-tem',
  ],
  [
    'one that is new enough',
    { ...jdk('home', '17.0.1'), ...jdk('.asdf/installs/java/zulu-99', '99.0.1') },
    99,
    '.asdf/installs/java/zulu-99',
  ],
  ['one that is too old for the build, where no other is there', jdk('home', '17.0.1'), 9999, 'home'],
])('the JDK: %s', (_, files, release, found) => {
  const root = workspace(files);
  env({
    HOME: root,
    PATH: join(root, 'path/bin'),
    JAVA_HOME: join(root, 'home'),
    XDG_DATA_HOME: join(root, 'data'),
    MISE_DATA_DIR: undefined,
    ASDF_DATA_DIR: undefined,
    SDKMAN_DIR: undefined,
  });
  expect(findJdk(root, createSearch({ workspaceRoot: root }), release)).toMatchObject({
    home: join(root, found),
  });
});

test.each([
  ['1.8.0_402', 8],
  ['17.0.15', 17],
  ['temurin-21.0.1+12', 21],
  ['1.8', 8],
])('the Java version of %s', (version, major) => {
  expect(javaMajorOf(version)).toBe(major);
});

const JDK = {
  'jdk/release': 'JAVA_VERSION="21.0.1"\n',
  'jdk/bin/java': { program: '#!/bin/sh\n' },
  'jdk/bin/javac': { program: '#!/bin/sh\n' },
};

test('REQ-CFG-040: after edits the command of the user stands for its JDK, and arguments follow those that are needed', () => {
  const root = workspace({ ...JDK, 'pom.xml': '<project/>', 'src/main/java/A.java': '' });
  env({ PATH: '', JAVA_HOME: undefined });
  const launch = launchOf(
    locate(define(javacOnEdit, { command: join(root, 'jdk/bin/javac'), args: ['-x'] }), root),
  );
  expect(launch.command).toBe(join(root, 'jdk/bin/java'));
  expect(launch.args.at(-1)).toBe('-x');
  expect(launch.args).toContain('Javac');
});

test('a build without Java is none of javac: Kotlin and Scala have the same files', () => {
  const root = workspace({ ...JDK, 'build.gradle.kts': '', 'src/main/kotlin/M.kt': '' });
  env({ PATH: join(root, 'jdk/bin') });
  expect(locate(define(javacOnEdit), root)).toEqual({
    kind: 'not-applicable',
    reason: 'no Java sources at or below .',
  });
});
