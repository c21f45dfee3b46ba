import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLINT, eslintConfig, QUERY, type Corpus } from '../corpora.js';
import { ofCrates, ofGo, ofMaven, ofPypi } from '../registries/package.js';
import { filesOf, makeWorkspace } from '../workspace.js';

const STRICTER = { compilerOptions: { noUnusedLocals: true, noUnusedParameters: true } };

/** With what makes an error of an unused import; the sources are clean under it. */
export const QUERY_STRICT: Corpus = {
  ...QUERY,
  files: {
    'tsconfig.json': `${JSON.stringify({ ...STRICTER, extends: './tsconfig.base.json' })}\n`,
    'tsconfig.base.json': `${QUERY.files?.['tsconfig.json'] ?? ''}\n`,
  },
};

/** Under some rules more whose errors ESLint can mend. */
export const LINTED: Corpus = {
  ...ESLINT,
  files: { 'eslint.config.js': eslintConfig(['dot-notation', 'no-extra-boolean-cast']) },
};

export const CLICK: Corpus = {
  id: 'click',
  source: ofPypi('click', '8.5.1', 'sha256:8bb5376d2006950386f8c6427613334a2acadc5f559cb80e638d00b4df957e37'),
  copies: [['click', 'click']],
  files: {
    'pyproject.toml':
      '[tool.pyright]\ntypeCheckingMode = "standard"\nreportUnusedImport = "error"\n' +
      'reportUnusedVariable = "error"\n',
  },
};

export const CHI: Corpus = {
  id: 'chi',
  source: ofGo('github.com/go-chi/chi/v5', 'v5.5.0', 'h1:xdKQ1dJmVJsmgahrXSKhUx8NyVPzpwdlyrrQFpMPJgg='),
};

const UNICODE = ['age', 'bool', 'case', 'gencat', 'perl', 'script', 'segment'];

const MANIFEST = `[package]
name = "regex-syntax"
version = "0.8.11"
edition = "2021"

[features]
default = ["std", "unicode"]
arbitrary = []
std = []
unicode = [${UNICODE.map((name) => `"unicode-${name}"`).join(', ')}]
${UNICODE.map((name) => `unicode-${name} = []\n`).join('')}
[lints.rust]
unused_imports = "deny"
unused_variables = "deny"
unexpected_cfgs = "allow"
`;

/** With a manifest that names no other crate, not even for tests, and that makes errors of two warnings. */
export const REGEX_SYNTAX: Corpus = {
  id: 'regex-syntax',
  source: ofCrates(
    'regex-syntax',
    '0.8.11',
    'd6f6ff9a378485b298a5286656da665ba74413d36db0979633275d2e708145d4',
  ),
  copies: [['src', 'src']],
  files: {
    'Cargo.toml': MANIFEST,
    'Cargo.lock': 'version = 4\n\n[[package]]\nname = "regex-syntax"\nversion = "0.8.11"\n',
  },
};

const POM = `<?xml version="1.0"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.apache.commons</groupId>
  <artifactId>commons-csv</artifactId>
  <version>1.10.0</version>
  <packaging>jar</packaging>
  <properties>
    <maven.compiler.release>11</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-compiler-plugin</artifactId>
        <configuration>
          <compilerArgs>
            <arg>-parameters</arg>
          </compilerArgs>
        </configuration>
      </plugin>
    </plugins>
  </build>
</project>
`;

/** With a POM that names no parent and no tests, so that nothing but the JDK is needed. */
export const COMMONS_CSV: Corpus = {
  id: 'commons-csv',
  source: ofMaven(
    'org.apache.commons:commons-csv',
    '1.10.0',
    'sha256:94fa4e32ed1c1aeba053dfac8b69fb7f0d267a70c633ce85ed2a5fa9659be00f',
  ),
  copies: [['org', 'src/main/java/org']],
  files: { 'pom.xml': POM },
};

/** zlib, as a crate carries it along, and the flags of all its files. */
export const ZLIB: Corpus = {
  id: 'zlib',
  source: ofCrates('libz-sys', '1.1.31', 'ff20308ecabd635a2dc1dd5834a86c462cca20efba1d5d3ddab1f8aea3455cb2'),
  copies: [['src/zlib', 'src']],
  files: { 'compile_flags.txt': '-xc\n-std=c99\n-DHAVE_UNISTD_H\n-D_LARGEFILE64_SOURCE=1\n-Isrc\n' },
};

/** LevelDB, as a crate carries it along; what CMake would compute is in its compilation database. */
export const LEVELDB: Corpus = {
  id: 'leveldb',
  source: ofCrates(
    'leveldb-sys',
    '2.0.9',
    '9dd94a4d0242a437e5e41a27c782b69a624469ca1c4d1e5cb3c337f74a8031d4',
  ),
  copies: ['db', 'helpers', 'include', 'port', 'table', 'util'].map((folder) => [
    `deps/leveldb-1.22/${folder}`,
    folder,
  ]),
  files: { 'port/port_config.h': '' },
};

const LEVELDB_FLAGS = [
  '-std=c++11',
  '-DLEVELDB_PLATFORM_POSIX=1',
  ...['FDATASYNC=1', 'FULLFSYNC=0', 'CRC32C=0', 'SNAPPY=0'].map((name) => `-DHAVE_${name}`),
  '-DLEVELDB_IS_BIG_ENDIAN=0',
  '-I.',
  '-Iinclude',
];

/** Without its tests, which need another package, and what is for Windows. */
export async function makeLeveldb(folder: string): Promise<string> {
  const workspace = await makeWorkspace({ corpus: LEVELDB }, folder);
  for (const file of filesOf(workspace))
    if (/_test\.cc$|bench\.cc$|windows|testharness|testutil|leveldbutil|port_example/.test(file))
      rmSync(join(workspace, file));
  const entries = filesOf(workspace)
    .filter((file) => file.endsWith('.cc'))
    .sort()
    .map((file) => ({ directory: workspace, file, arguments: ['c++', ...LEVELDB_FLAGS, '-c', file] }));
  writeFileSync(join(workspace, 'compile_commands.json'), `${JSON.stringify(entries, undefined, 1)}\n`);
  return workspace;
}
