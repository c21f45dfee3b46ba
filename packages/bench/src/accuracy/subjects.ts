import { join } from 'node:path';
import type { Corpus } from '../corpora.js';
import { SIDECAR } from '../places.js';
import type { ServerKind } from '../subjects/subject.js';
import { makeWorkspace } from '../workspace.js';
import {
  CHI,
  CLICK,
  COMMONS_CSV,
  LEVELDB,
  LINTED,
  makeLeveldb,
  QUERY_STRICT,
  REGEX_SYNTAX,
  ZLIB,
} from './corpora.js';
import { eslintSlips, goSlips, pythonSlips, rustSlips, typescriptSlips } from './fixes/ways.js';
import { CJudge, CLANG, clangRules, GCC, gccRules, type CCompiler } from './judges/c-family.js';
import { cargoJudge, cargoRules } from './judges/cargo.js';
import { eslint, eslintRules } from './judges/eslint.js';
import { goJudge, goRules } from './judges/go.js';
import { javac, javacRules } from './judges/javac.js';
import { pyright, pyrightRules } from './judges/pyright.js';
import { ty, tyRules } from './judges/ty.js';
import { tsc, tscRules } from './judges/tsc.js';
import { cWays } from './mutators/c-family.js';
import { goWays } from './mutators/go.js';
import { javaWays } from './mutators/java.js';
import { javascriptWays } from './mutators/javascript.js';
import { pythonWays } from './mutators/python.js';
import { rustWays } from './mutators/rust.js';
import { typescriptWays } from './mutators/typescript.js';
import { monorepo } from './monorepo-subject.js';
import { GO_TOML, MARKDOWN, RXJS, TEXTWRAP } from './origins/corpora.js';
import type { Subject } from './subject.js';

/** What a subject has of its code base, and of the server that judges it. */
const of = (corpus: Corpus, server?: ServerKind): Pick<Subject, 'title' | 'makeWorkspace'> => ({
  title: `${corpus.source.name} ${corpus.source.version}`,
  makeWorkspace: (folder) => makeWorkspace({ corpus, ...(server && { server }) }, folder),
});

const typescript = {
  server: 'typescript',
  compiler: 'tsc --noEmit',
  edits: (file: string) => file.startsWith('src/') && file.endsWith('.ts'),
  settings: (file: string) => /^tsconfig.*\.json$/.test(file),
  ways: typescriptWays,
  judge: tsc,
  rules: tscRules,
};

const python = {
  language: 'Python',
  server: 'pyright',
  compiler: 'pyright --outputjson',
  edits: (file: string) => file.endsWith('.py'),
  settings: (file: string) => file === 'pyproject.toml',
  ways: pythonWays,
  judge: (workspace: string) => pyright(workspace, join(SIDECAR, 'node_modules', 'pyright', 'index.js')),
  rules: pyrightRules,
};

const golang = {
  language: 'Go',
  server: 'gopls',
  compiler: 'go build, go list -test -export, go vet, gofmt -e',
  // The agent edits none of its tests: they tell what an edit broke elsewhere.
  edits: (file: string) => file.endsWith('.go') && !file.endsWith('_test.go') && !file.startsWith('_'),
  settings: (file: string) => file === 'go.mod',
  ways: goWays,
  judge: goJudge,
  rules: goRules,
};

const rust = {
  language: 'Rust',
  server: 'cargo',
  compiler: 'cargo check --workspace --all-targets --keep-going',
  // Without its lib.rs there is no crate: cargo says so of no file.
  edits: (file: string) => file.endsWith('.rs') && !file.includes('unicode_tables') && file !== 'src/lib.rs',
  settings: (file: string) => file === 'Cargo.toml',
  ways: rustWays,
  judge: (workspace: string, scratch: string) => cargoJudge(workspace, join(scratch, 'target')),
  rules: cargoRules,
};

const cFamily = (compiler: CCompiler): Pick<Subject, 'server' | 'ways' | 'settings' | 'judge'> => {
  const judges = new Map<string, CJudge>();
  return {
    server: 'clangd',
    ways: cWays,
    settings: (file) => /^compile_(?:flags\.txt|commands\.json)$/.test(file),
    judge(workspace) {
      const judge = judges.get(workspace) ?? new CJudge(compiler, workspace);
      judges.set(workspace, judge);
      return judge.judge();
    },
  };
};

const javascript = {
  ...of(LINTED, 'eslint'),
  language: 'JavaScript, ESLint',
  server: 'eslint',
  compiler: 'eslint .',
  edits: (file: string) => file.startsWith('lib/') && file.endsWith('.js'),
  settings: (file: string) => file === 'eslint.config.js',
  ways: javascriptWays,
  judge: eslint,
  rules: eslintRules,
  // What the linter finds itself: TypeScript would judge each edit, too.
  servers: { typescript: { enabled: false } },
};

export const SUBJECTS: readonly Subject[] = [
  { ...typescript, ...of(QUERY_STRICT, 'tsserver'), id: 'query-core-ts5', language: 'TypeScript 5.9' },
  { ...typescript, ...of(QUERY_STRICT, 'typescript7'), id: 'query-core-ts7', language: 'TypeScript 7' },
  { ...python, ...of(CLICK, 'pyright'), id: 'click-pyright' },
  { ...golang, ...of(CHI, 'gopls'), id: 'chi-go' },
  { ...rust, ...of(REGEX_SYNTAX, 'cargo'), id: 'regex-syntax-rust' },
  {
    ...of(COMMONS_CSV),
    id: 'commons-csv-java',
    language: 'Java',
    server: 'javac',
    compiler: 'javac --should-stop=ifError=FLOW',
    edits: (file) => file.endsWith('.java') && !file.endsWith('package-info.java'),
    settings: (file) => file === 'pom.xml',
    ways: javaWays,
    judge: javac,
    rules: javacRules,
  },
  {
    ...cFamily(GCC),
    ...of(ZLIB),
    id: 'zlib-c',
    language: 'C',
    title: `zlib of ${ZLIB.source.name} ${ZLIB.source.version}`,
    compiler: 'gcc -fsyntax-only',
    // The other headers are parts of files, and mean nothing on their own.
    edits: (file) => /^src\/(?:\w+\.c|(?:zlib|zconf|zutil|deflate|gzguts)\.h)$/.test(file),
    rules: gccRules,
  },
  {
    ...cFamily(CLANG),
    id: 'leveldb-cpp',
    language: 'C++',
    title: `LevelDB of ${LEVELDB.source.name} ${LEVELDB.source.version}`,
    makeWorkspace: makeLeveldb,
    compiler: 'clang++-22 -fsyntax-only',
    edits: (file) => /\.(?:cc|h)$/.test(file),
    rules: clangRules,
  },
  { ...javascript, id: 'eslint-javascript' },
  monorepo({ id: 'monorepo-ts5', language: 'TypeScript 5.9', typescript: 'typescript', findsTests: false }),
  monorepo({ id: 'monorepo-ts7', language: 'TypeScript 7', typescript: 'typescript-v7', findsTests: true }),
  {
    ...typescript,
    ...of(RXJS, 'tsserver'),
    id: 'origins-rxjs-ts5',
    language: 'TypeScript 5.9',
    judges: 'origins',
  },
  {
    ...typescript,
    ...of(RXJS, 'typescript7'),
    id: 'origins-rxjs-ts7',
    language: 'TypeScript 7',
    judges: 'origins',
  },
  { ...python, ...of(MARKDOWN, 'pyright'), id: 'origins-markdown-pyright', judges: 'origins' },
  {
    ...golang,
    ...of(GO_TOML, 'gopls'),
    id: 'origins-toml-go',
    // While a package that most others import has an error, go build says nothing of them.
    edits: (file) => golang.edits(file) && !/^(internal|unstable)\//.test(file),
    judges: 'origins',
  },
  {
    ...rust,
    ...of(TEXTWRAP, 'cargo'),
    id: 'origins-textwrap-rust',
    // Without their features these are no part of the crate.
    edits: (file) => rust.edits(file) && !/(fuzzing|optimal_fit|termwidth)\.rs$/.test(file),
    judges: 'origins',
  },
  {
    ...typescript,
    ...of(QUERY_STRICT, 'tsserver'),
    id: 'fixes-ts5-query',
    language: 'TypeScript 5.9',
    judges: 'fixes',
    slips: typescriptSlips,
    fixShare: 13 / 20,
  },
  {
    ...typescript,
    ...of(QUERY_STRICT, 'typescript7'),
    id: 'fixes-ts7-query',
    language: 'TypeScript 7',
    judges: 'fixes',
    slips: typescriptSlips,
    bare: 'typescript7',
    fixShare: 3 / 20,
  },
  { ...golang, ...of(CHI, 'gopls'), id: 'fixes-go-chi', judges: 'fixes', slips: goSlips, fixShare: 8 / 18 },
  {
    ...rust,
    ...of(REGEX_SYNTAX, 'cargo'),
    id: 'fixes-rust-regex',
    judges: 'fixes',
    slips: rustSlips,
    fixShare: 14 / 21,
  },
  {
    ...python,
    ...of({ ...CLICK, files: { 'ty.toml': '' } }),
    id: 'fixes-ty-click',
    server: 'ty',
    compiler: 'ty check',
    judge: ty,
    rules: tyRules,
    judges: 'fixes',
    slips: pythonSlips,
    fixShare: 1 / 16,
    servers: { ty: {}, pyright: { enabled: false } },
  },
  {
    ...javascript,
    id: 'fixes-eslint-eslint',
    judges: 'fixes',
    slips: eslintSlips,
    bare: 'eslint',
    fixShare: 13 / 15,
  },
];
