import { join } from 'node:path';
import { SIDECAR } from '../places.js';
import { makeWorkspace } from '../workspace.js';
import { CHI, CLICK, COMMONS_CSV, QUERY_STRICT, REGEX_SYNTAX } from './corpora.js';
import { cargo, cargoRules } from './judges/cargo.js';
import { go, goRules } from './judges/go.js';
import { javac, javacRules } from './judges/javac.js';
import { pyright, pyrightRules } from './judges/pyright.js';
import { tsc, tscRules } from './judges/tsc.js';
import { goWays } from './mutators/go.js';
import { javaWays } from './mutators/java.js';
import { pythonWays } from './mutators/python.js';
import { rustWays } from './mutators/rust.js';
import { typescriptWays } from './mutators/typescript.js';
import { monorepo } from './monorepo-subject.js';
import type { Subject } from './subject.js';

const titleOf = ({ source: { name, version } }: typeof CLICK): string => `${name} ${version}`;

const typescript = {
  title: titleOf(QUERY_STRICT),
  server: 'typescript',
  compiler: 'tsc --noEmit',
  edits: (file: string) => file.startsWith('src/') && file.endsWith('.ts'),
  settings: (file: string) => /^tsconfig.*\.json$/.test(file),
  ways: typescriptWays,
  judge: tsc,
  rules: tscRules,
};

export const SUBJECTS: readonly Subject[] = [
  {
    ...typescript,
    id: 'query-core-ts5',
    language: 'TypeScript 5.9',
    makeWorkspace: (folder) => makeWorkspace({ corpus: QUERY_STRICT, server: 'tsserver' }, folder),
  },
  {
    ...typescript,
    id: 'query-core-ts7',
    language: 'TypeScript 7',
    makeWorkspace: (folder) => makeWorkspace({ corpus: QUERY_STRICT, server: 'typescript7' }, folder),
  },
  {
    id: 'click-pyright',
    language: 'Python',
    title: titleOf(CLICK),
    server: 'pyright',
    compiler: 'pyright --outputjson',
    makeWorkspace: (folder) => makeWorkspace({ corpus: CLICK, server: 'pyright' }, folder),
    edits: (file) => file.endsWith('.py'),
    settings: (file) => file === 'pyproject.toml',
    ways: pythonWays,
    judge: (workspace) => pyright(workspace, join(SIDECAR, 'node_modules', 'pyright', 'index.js')),
    rules: pyrightRules,
  },
  {
    id: 'chi-go',
    language: 'Go',
    title: titleOf(CHI),
    server: 'gopls',
    compiler: 'go build, go list -test -export, go vet, gofmt -e',
    makeWorkspace: (folder) => makeWorkspace({ corpus: CHI, server: 'gopls' }, folder),
    // Its tests are files that nobody edits: they tell what an edit broke elsewhere.
    edits: (file) => file.endsWith('.go') && !file.endsWith('_test.go') && !file.startsWith('_'),
    settings: (file) => file === 'go.mod',
    ways: goWays,
    judge: go,
    rules: goRules,
  },
  {
    id: 'regex-syntax-rust',
    language: 'Rust',
    title: titleOf(REGEX_SYNTAX),
    server: 'cargo',
    compiler: 'cargo check --workspace --all-targets --keep-going',
    makeWorkspace: (folder) => makeWorkspace({ corpus: REGEX_SYNTAX, server: 'cargo' }, folder),
    // Without its lib.rs there is no crate: cargo says so of no file.
    edits: (file) => file.endsWith('.rs') && !file.includes('unicode_tables') && file !== 'src/lib.rs',
    settings: (file) => file === 'Cargo.toml',
    ways: rustWays,
    judge: (workspace, scratch) => cargo(workspace, join(scratch, 'target')),
    rules: cargoRules,
  },
  {
    id: 'commons-csv-java',
    language: 'Java',
    title: titleOf(COMMONS_CSV),
    server: 'javac',
    compiler: 'javac --should-stop=ifError=FLOW',
    makeWorkspace: (folder) => makeWorkspace({ corpus: COMMONS_CSV }, folder),
    edits: (file) => file.endsWith('.java') && !file.endsWith('package-info.java'),
    settings: (file) => file === 'pom.xml',
    ways: javaWays,
    judge: javac,
    rules: javacRules,
  },
  monorepo({ id: 'monorepo-ts5', language: 'TypeScript 5.9', typescript: 'typescript', findsTests: false }),
  monorepo({ id: 'monorepo-ts7', language: 'TypeScript 7', typescript: 'typescript-v7', findsTests: true }),
];
