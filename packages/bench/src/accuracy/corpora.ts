import { ESLINT, eslintConfig, QUERY, type Corpus } from '../corpora.js';

const STRICTER = { compilerOptions: { noUnusedLocals: true, noUnusedParameters: true } };

/** With what makes an error of an unused import; the sources are clean under it. */
export const QUERY_STRICT: Corpus = {
  ...QUERY,
  files: { 'tsconfig.json': `${JSON.stringify({ ...STRICTER, extends: './tsconfig.base.json' })}\n`, 'tsconfig.base.json': `${QUERY.files['tsconfig.json'] ?? ''}\n` },
};

/** Under some rules more whose errors ESLint can mend. */
export const LINTED: Corpus = { ...ESLINT, files: { 'eslint.config.js': eslintConfig(['dot-notation', 'no-extra-boolean-cast']) } };

export const CLICK: Corpus = {
  id: 'click',
  source: { registry: 'pypi', name: 'click', version: '8.5.1', integrity: 'sha256:8bb5376d2006950386f8c6427613334a2acadc5f559cb80e638d00b4df957e37' },
  copies: [['click', 'click']],
  dependencies: [],
  files: { 'pyproject.toml': '[tool.pyright]\ntypeCheckingMode = "standard"\nreportUnusedImport = "error"\nreportUnusedVariable = "error"\n' },
};

export const CHI: Corpus = {
  id: 'chi',
  source: { registry: 'go', name: 'github.com/go-chi/chi/v5', version: 'v5.5.0', integrity: 'h1:xdKQ1dJmVJsmgahrXSKhUx8NyVPzpwdlyrrQFpMPJgg=' },
  copies: [['.', '.']],
  dependencies: [],
  files: {},
};

const MANIFEST = `[package]
name = "regex-syntax"
version = "0.8.11"
edition = "2021"

[features]
default = ["std", "unicode"]
arbitrary = []
std = []
unicode = ["unicode-age", "unicode-bool", "unicode-case", "unicode-gencat", "unicode-perl", "unicode-script", "unicode-segment"]
unicode-age = []
unicode-bool = []
unicode-case = []
unicode-gencat = []
unicode-perl = []
unicode-script = []
unicode-segment = []

[lints.rust]
unused_imports = "deny"
unused_variables = "deny"
unexpected_cfgs = "allow"
`;

/** With a manifest that names no other crate, not even for tests, and that makes errors of two warnings. */
export const REGEX_SYNTAX: Corpus = {
  id: 'regex-syntax',
  source: { registry: 'crates', name: 'regex-syntax', version: '0.8.11', integrity: 'd6f6ff9a378485b298a5286656da665ba74413d36db0979633275d2e708145d4' },
  copies: [['src', 'src']],
  dependencies: [],
  files: { 'Cargo.toml': MANIFEST, 'Cargo.lock': 'version = 4\n\n[[package]]\nname = "regex-syntax"\nversion = "0.8.11"\n' },
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
  source: { registry: 'maven', name: 'org.apache.commons:commons-csv', version: '1.10.0', integrity: 'sha256:94fa4e32ed1c1aeba053dfac8b69fb7f0d267a70c633ce85ed2a5fa9659be00f' },
  copies: [['org', 'src/main/java/org']],
  dependencies: [],
  files: { 'pom.xml': POM },
};
