import { expect } from 'bun:test';
import { readdirSync } from 'node:fs';

import { Lab } from '../../../../../test/harness/lab.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';
import { dependencies, dependency, inShort, jar, JavaHome, judge, project } from './java-builds.ts';

const test = testWith('javac');

const WRONG = 'incompatible types: String cannot be converted to int';
const POM = project('org.demo:app:1.0');
const VALUE = {
  number: 'package demo;\n\npublic class Value {\n    public static int get() { return 1; }\n}\n',
  text: 'package demo;\n\npublic class Value {\n    public static String get() { return ""; }\n}\n',
};
const USER = 'package demo;\n\npublic class User {\n    int wanted = Value.get();\n}\n';

const SOURCES = {
  'src/main/java/a b#/typed/A.java':
    'package typed;\n\nclass A {\n\tint tab = "x";\n    String s = "🎉"; int wide = "🎉é";\n}\n',
  'src/main/java/crlf/C.java': 'package crlf;\r\nclass C {\r\n    int x =\r\n        "";\r\n}\r\n',
  'src/main/java/flow/F.java':
    'package flow;\nclass F {\n    int f() { }\n    void g() { throw new Exception(); }\n}\n',
  'src/main/java/chain/Chain.java':
    'package chain;\nclass Chain {\n    String s = new StringBuilder()\n        .append(1)\n        .apend(2);\n}\n',
  'src/test/java/typed/ATest.java': 'package typed;\nclass ATest { int a = new A().tab + missing; }\n',
};

test('javac: an error has its file, line, column and code, in UTF-16 code units, with tabs, emoji, CRLF, and a space and a # in the path', async () => {
  expect(await judge({ 'pom.xml': POM, ...SOURCES })).toEqual({
    files: {
      'src/main/java/a b#/typed/A.java': [`4:12 prob.found.req ${WRONG}`, `5:33 prob.found.req ${WRONG}`],
      'src/main/java/chain/Chain.java': [
        '5:9 cant.resolve.location.args cannot find symbol\n  symbol:   method apend(int)\n  location: class StringBuilder',
      ],
      'src/main/java/crlf/C.java': [`4:9 prob.found.req ${WRONG}`],
      'src/main/java/flow/F.java': [
        '3:15 missing.ret.stmt missing return statement',
        '4:16 unreported.exception.need.to.catch.or.throw unreported exception Exception; must be caught or declared to be thrown',
      ],
      'src/test/java/typed/ATest.java': [
        '2:37 cant.resolve.location cannot find symbol\n  symbol:   variable missing\n  location: class ATest',
      ],
    },
    projects: ['. complete'],
  });
});

test('javac: while there are syntax errors, nothing else is checked, and the result says so', async () => {
  const { files, projects } = await judge({
    'pom.xml': POM,
    ...SOURCES,
    'src/main/java/bom/B.java': '\uFEFFclass B { }\nclass { }\n',
  });
  expect(files).toEqual({
    'src/main/java/bom/B.java': [
      `1:1 illegal.char illegal character: '\\ufeff'`,
      '1:7 expected4 class, interface, enum, or record expected',
      '2:6 expected <identifier> expected',
    ],
  });
  expect(projects).toEqual(['. incomplete: app: no types are checked while there are syntax errors']);
});

test('javac: an edit of one file breaks another one, and the mend is seen; nothing is written into the workspace', async () => {
  await using lab = await openReal({
    servers: [],
    checkers: { javac: {} },
    files: {
      'pom.xml': POM,
      'src/main/java/demo/Value.java': VALUE.number,
      'src/main/java/demo/User.java': USER,
    },
  });
  const check = async () => inShort(await lab.sidecar.request('lsp/checkProject', {}));
  expect(await check()).toEqual({ files: {}, projects: ['. complete'] });
  lab.workspace.write('src/main/java/demo/Value.java', VALUE.text);
  expect(await check()).toEqual({
    files: { 'src/main/java/demo/User.java': [`4:27 prob.found.req ${WRONG}`] },
    projects: ['. complete'],
  });
  lab.workspace.write('src/main/java/demo/Value.java', VALUE.number);
  expect(await check()).toEqual({ files: {}, projects: ['. complete'] });
  expect(readdirSync(lab.workspace.root).sort()).toEqual(['pom.xml', 'src']);
});

const REACTOR = {
  'pom.xml': project(
    'org.demo:parent:1.0',
    '<packaging>pom</packaging><modules><module>top</module><module>base</module></modules><properties><maven.compiler.release>11</maven.compiler.release></properties>',
  ),
  'base/pom.xml':
    '<project><parent><groupId>org.demo</groupId><artifactId>parent</artifactId><version>1.0</version></parent><artifactId>base</artifactId></project>',
  'top/pom.xml': `<project><parent><groupId>org.demo</groupId><artifactId>parent</artifactId><version>1.0</version></parent><artifactId>top</artifactId>${dependencies(dependency('org.demo:base:${project.version}'))}</project>`,
  'base/src/main/java/demo/Value.java': VALUE.number,
  'top/src/main/java/demo/User.java': USER,
};

test('javac: the modules of a Maven build are judged together, each with its own class path', async () => {
  expect(await judge(REACTOR)).toEqual({ files: {}, projects: ['. complete'] });
  expect(await judge({ ...REACTOR, 'base/src/main/java/demo/Value.java': VALUE.text })).toEqual({
    files: { 'top/src/main/java/demo/User.java': [`4:27 prob.found.req ${WRONG}`] },
    projects: ['. complete'],
  });
  // The version of the language is the parent's, and a module sees only what it depends on.
  const apart = {
    ...REACTOR,
    'base/src/main/java/demo/Up.java': 'package demo;\nclass Up { User user; Object o = """\n  x""";\n}\n',
  };
  expect((await judge(apart)).files).toEqual({
    'base/src/main/java/demo/Up.java': [
      '2:34 feature.not.supported.in.source.plural text blocks are not supported in -source 11\n  (use -source 15 or higher to enable text blocks)',
    ],
  });
});

test('javac: a module with errors is known to those that depend on it by its sources', async () => {
  const broken = {
    ...REACTOR,
    'base/src/main/java/demo/Broken.java': 'package demo;\nclass Broken { int x = ""; }\n',
    'top/src/main/java/demo/More.java': 'package demo;\nclass More { String s = Value.get(); }\n',
  };
  expect(await judge(broken)).toEqual({
    files: {
      'base/src/main/java/demo/Broken.java': [`2:24 prob.found.req ${WRONG}`],
      'top/src/main/java/demo/More.java': [
        '2:34 prob.found.req incompatible types: int cannot be converted to String',
      ],
    },
    projects: ['. complete'],
  });
});

test('javac: the class path is what the POM resolves to in the local repository: transitive, managed, by property and imported POM', async () => {
  using home = new JavaHome();
  home.install('org.x:deep:2.0', {
    'x/Deep.java': 'package x; public class Deep { public int two() { return 2; } }',
  });
  home.install('org.x:deep:1.0', { 'x/Deep.java': 'package x; public class Deep { }' });
  home.install(
    'org.x:lib:1.0',
    { 'x/Lib.java': 'package x; public class Lib { public int one() { return 1; } }' },
    {
      pom: dependencies(
        dependency('org.x:deep:1.0'),
        dependency('org.x:never:1.0', '<optional>true</optional>'),
        dependency('org.x:test:1.0', '<scope>test</scope>'),
      ),
    },
  );
  home.install(
    'org.x:bom:1.0',
    {},
    {
      isJar: false,
      pom: `<packaging>pom</packaging><dependencyManagement>${dependencies(dependency('org.x:lib:1.0'))}</dependencyManagement>`,
    },
  );
  const managed = `<properties><deep>2.0</deep></properties><dependencyManagement>${dependencies(dependency('org.x:deep:${deep}'), dependency('org.x:bom:1.0', '<type>pom</type><scope>import</scope>'))}</dependencyManagement>`;
  const files = {
    'pom.xml': project('org.demo:app:1.0', `${managed}${dependencies(dependency('org.x:lib'))}`),
    'src/main/java/demo/A.java':
      'package demo;\nimport x.*;\nclass A { int n = new Deep().two() + new Lib().one(); String s = new Lib().one(); }\n',
  };
  expect(await judge(files, { home })).toEqual({
    files: {
      'src/main/java/demo/A.java': [
        '3:79 prob.found.req incompatible types: int cannot be converted to String',
      ],
    },
    projects: ['. complete'],
  });
});

test('javac: members that an annotation of a missing dependency may add are not missed', async () => {
  const own = 'package demo;\n@interface Own { }\n';
  const { files: found } = await judge({
    'pom.xml': project('org.demo:app:1.0', dependencies(dependency('org.x:lib:1.0'))),
    'src/main/java/demo/Own.java': own,
    'src/main/java/demo/Data.java':
      'package demo;\nimport x.Value;\n@Value\nclass Data { private int x; static class Plain { } }\n',
    'src/main/java/demo/Field.java':
      'package demo;\nimport x.Getter;\nclass Field { @Getter private int x; }\n',
    'src/main/java/demo/Plain.java': 'package demo;\n@Own\nclass Plain { @Own private int x; }\n',
    'src/main/java/demo/Uses.java':
      'package demo;\nclass Uses {\n    int a = new Data().getX();\n    int b = new Field().getX();\n    int c = new Plain().getX();\n    int d = "";\n}\n',
  });
  expect(found).toEqual({
    'src/main/java/demo/Uses.java': [
      '5:24 cant.resolve.location.args cannot find symbol\n  symbol:   method getX()\n  location: class Plain',
      `6:13 prob.found.req ${WRONG}`,
    ],
  });
});

test('javac: a dependency that was not downloaded is named, and what its absence may cause is no finding', async () => {
  const files = {
    'pom.xml': project('org.demo:app:1.0', dependencies(dependency('org.x:lib:1.0'))),
    'src/main/java/demo/Uses.java':
      'package demo;\nimport x.Lib;\npublic class Uses extends Lib {\n    @Override public int one() { return two(); }\n    int wrong = "";\n}\n',
    'src/main/java/demo/Inherits.java':
      'package demo;\nclass Inherits extends Uses {\n    @Override public int three() { return four(); }\n    int wrong = "";\n}\n',
    'src/main/java/demo/Own.java':
      'package demo;\nclass Own {\n    int a = mising;\n    int b = new Inherits().five();\n    int c = new Uses().get().six();\n    String s = 1;\n}\n',
  };
  const { files: found, projects } = await judge(files);
  expect(found).toEqual({
    'src/main/java/demo/Inherits.java': [`4:17 prob.found.req ${WRONG}`],
    'src/main/java/demo/Own.java': [
      '3:13 cant.resolve.location cannot find symbol\n  symbol:   variable mising\n  location: class Own',
      '6:16 prob.found.req incompatible types: int cannot be converted to String',
    ],
  });
  expect(projects).toEqual([
    '. incomplete: class path incomplete: org.x:lib:1.0 is not in ~/.m2/repository; errors that this may cause are left out',
  ]);
});

test('javac: the local repository may lie where the settings say', async () => {
  using home = new JavaHome();
  home.install('org.x:lib:1.0', { 'x/Lib.java': 'package x; public class Lib { }' }, { folder: 'elsewhere' });
  home.write(
    '.m2/settings.xml',
    '<settings><localRepository>${user.home}/elsewhere</localRepository></settings>',
  );
  const files = {
    'pom.xml': project('org.demo:app:1.0', dependencies(dependency('org.x:lib:1.0'))),
    'src/main/java/A.java': 'class A extends x.Lib { }\n',
  };
  expect(await judge(files, { home })).toEqual({ files: {}, projects: ['. complete'] });
});

test('javac: an annotation processor of the class path writes what the sources need', async () => {
  using home = new JavaHome();
  const processor = `package x; import javax.annotation.processing.*; import javax.lang.model.element.*; import java.util.*;
    @SupportedAnnotationTypes("*") public class Processor extends AbstractProcessor { boolean done;
      public javax.lang.model.SourceVersion getSupportedSourceVersion() { return javax.lang.model.SourceVersion.latest(); }
      public boolean process(Set<? extends TypeElement> a, RoundEnvironment r) { if (done) return false; done = true;
        try (java.io.Writer w = processingEnv.getFiler().createSourceFile("gen.Made").openWriter()) { w.write("package gen; public class Made { public int n; }"); } catch (java.io.IOException e) { throw new RuntimeException(e); } return false; } }`;
  home.install('org.x:processor:1.0', {
    'x/Processor.java': processor,
    'META-INF/services/javax.annotation.processing.Processor': 'x.Processor',
  });
  const path =
    '<path><groupId>org.x</groupId><artifactId>processor</artifactId><version>1.0</version></path>';
  const plugin = `<build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId><configuration><annotationProcessorPaths>${path}</annotationProcessorPaths></configuration></plugin></plugins></build>`;
  const files = {
    'pom.xml': project('org.demo:app:1.0', plugin),
    'src/main/java/A.java': 'class A { int a = new gen.Made().n; String s = new gen.Made().n; }\n',
  };
  expect(await judge(files, { home })).toEqual({
    files: {
      'src/main/java/A.java': ['1:62 prob.found.req incompatible types: int cannot be converted to String'],
    },
    projects: ['. complete'],
  });
  // Without it, members that it would write are not missed.
  const { files: found, projects } = await judge(files);
  expect([found, projects]).toEqual([
    {},
    [
      '. incomplete: class path incomplete: org.x:processor:1.0 is not in ~/.m2/repository; errors that this may cause are left out',
    ],
  ]);
});

test('javac: the projects of a Gradle build, with what its scripts say literally', async () => {
  using home = new JavaHome();
  const cache = '.gradle/caches/modules-2/files-2.1';
  jar(`${home.folder}/lib-1.0.jar`, {
    'x/Lib.java': 'package x; public class Lib { public int one() { return 1; } }',
  });
  home.write(`${cache}/org.x/lib/1.0/aa/lib-1.0.jar`, '');
  Bun.spawnSync(['mv', `${home.folder}/lib-1.0.jar`, `${home.folder}/${cache}/org.x/lib/1.0/aa/lib-1.0.jar`]);
  home.write(`${cache}/org.x/lib/1.0/bb/lib-1.0.pom`, project('org.x:lib:1.0'));
  const files = {
    'settings.gradle.kts': 'rootProject.name = "demo"\ninclude("base", ":top")\n',
    'gradle/libs.versions.toml':
      '[versions]\nlib = "1.0"\n[libraries]\nx-lib = { module = "org.x:lib", version.ref = "lib" }\n',
    'build.gradle.kts': 'subprojects {\n  apply(plugin = "java-library")\n}\n',
    'base/build.gradle.kts': 'dependencies {\n  // implementation("org.x:gone:1.0")\n  api(libs.x.lib)\n}\n',
    'top/build.gradle': "dependencies {\n  implementation project(':base')\n}\n",
    'base/src/main/java/demo/Value.java': VALUE.number,
    'top/src/main/java/demo/User.java': USER,
    'top/src/test/java/demo/UserTest.java':
      'package demo;\nclass UserTest { int n = new User().wanted + new x.Lib().one(); }\n',
  };
  expect(await judge(files, { home })).toEqual({ files: {}, projects: ['. complete'] });
  expect(await judge({ ...files, 'base/src/main/java/demo/Value.java': VALUE.text }, { home })).toEqual({
    files: { 'top/src/main/java/demo/User.java': [`4:27 prob.found.req ${WRONG}`] },
    projects: ['. complete'],
  });
  const computed = {
    ...files,
    'top/build.gradle': "dependencies {\n  implementation project(':base')\n  implementation deps.other\n}\n",
  };
  expect((await judge(computed, { home })).projects).toEqual([
    '. incomplete: class path incomplete: only Gradle knows what deps.other brings',
  ]);
});

test('javac: plain sources are compiled by the packages that they declare, with the jars beside them', async () => {
  using home = new JavaHome();
  jar(`${home.folder}/lib.jar`, { 'x/Lib.java': 'package x; public class Lib { }' });
  const files = {
    'lib/x.jar': new Uint8Array(await Bun.file(`${home.folder}/lib.jar`).arrayBuffer()),
    'src/demo/Value.java': VALUE.text,
    'test/demo/User.java': USER,
    'ex1/Main.java': 'class Main extends x.Lib { }\n',
    'ex2/Main.java': 'class Main { int x = ""; }\n',
  };
  expect(await judge(files)).toEqual({
    files: {
      'ex2/Main.java': [`1:22 prob.found.req ${WRONG}`],
      'test/demo/User.java': [`4:27 prob.found.req ${WRONG}`],
    },
    projects: ['. complete'],
  });
});

test('javac: a file that no source folder holds is not called clean', async () => {
  const files = {
    'pom.xml': POM,
    'src/main/java/demo/Value.java': VALUE.number,
    'src/main/resources/Template.java': 'class { \n',
  };
  expect(await judge(files, { paths: ['src/main/resources/Template.java'] })).toEqual({
    files: {},
    projects: ['. incomplete: src/main/resources/Template.java is none of its files'],
  });
});

test('javac: a module sees only what its module-info.java requires', async () => {
  const files = {
    'pom.xml': POM,
    'src/main/java/module-info.java': 'module demo { }\n',
    'src/main/java/demo/Value.java': 'package demo;\nclass Value { java.sql.Connection c; }\n',
    'src/test/java/demo/ValueTest.java': 'package demo;\nclass ValueTest { Value v; }\n',
  };
  const { files: found } = await judge(files);
  expect(found).toEqual({
    'src/main/java/demo/Value.java': [
      '2:19 package.not.visible package java.sql is not visible\n  (package java.sql is declared in module java.sql, but module demo does not read it)',
    ],
  });
});

test('javac: an option that the build gives and the JDK does not know is reported', async () => {
  const files = {
    'pom.xml': project(
      'org.demo:app:1.0',
      '<properties><maven.compiler.release>99</maven.compiler.release></properties>',
    ),
    'src/main/java/A.java': 'class A { }\n',
  };
  expect((await judge(files)).projects).toEqual(['. incomplete: app: release version 99 not supported']);
});

test('javac: a build that cannot be read, and classes that inherit from each other, are no clean project', async () => {
  const source = { 'src/main/java/A.java': 'class A extends B { }\nclass B extends A { }\n' };
  const { files, projects } = await judge({ ...source, 'pom.xml': '<project>\n' });
  expect([files, projects]).toEqual([
    {},
    [expect.stringMatching(/^\. incomplete: .*pom\.xml is missing or not well-formed$/)],
  ]);
  const partial = project('org.demo:app:1.0', dependencies(dependency('org.x:lib:1.0')));
  for (const pom of [POM, partial])
    expect((await judge({ ...source, 'pom.xml': pom })).files).toEqual({
      'src/main/java/A.java': ['1:1 cyclic.inheritance cyclic inheritance involving A'],
    });
});

test('javac: nothing runs in an untrusted workspace', async () => {
  const files = { 'pom.xml': POM, 'src/main/java/A.java': 'class A { int x = ""; }\n' };
  await using lab = await Lab.open({ files, checkers: { javac: {} }, bootstrap: { trusted: false } });
  const report = await lab.sidecar.request('lsp/checkProject', {});
  expect(inShort(report)).toEqual({ files: {}, projects: ['. unavailable: untrusted workspace'] });
});
