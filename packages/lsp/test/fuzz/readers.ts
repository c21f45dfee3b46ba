import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { Reader } from '../../../../scripts/lib/fuzz/slow.ts';
import { markOf } from '../../src/backend/fixes/classify.ts';
import { toChanges } from '../../src/backend/fixes/text-changes.ts';
import type { ServerPreset } from '../../src/backend/server-preset.ts';
import { blanked } from '../../src/backend/templates/blanked.ts';
import { markersIn } from '../../src/backend/templates/markers.ts';
import { CODE_TEMPLATES, withTemplates } from '../../src/backend/templates/templates.ts';
import { otherShell } from '../../src/languages/presets/grammars.ts';
import { tailwindBlanked } from '../../src/languages/presets/tailwind.ts';
import { notebookName } from '../../src/languages/python/notebooks.ts';
import { cfgHolds } from '../../src/languages/rust/cfg.ts';
import { readModules } from '../../src/languages/rust/modules.ts';
import { otherDialect } from '../../src/languages/typescript/dialects.ts';
import { refactorReaders } from './refactor-readers.ts';
import { JAVASCRIPT, surfaceReaders } from './surface-readers.ts';
import { worldReaders } from './world-readers.ts';
import { isName } from '../../src/backend/imports/keywords.ts';
import { TextReader } from '../../src/backend/imports/read-text.ts';
import { linesOf } from '../../src/backend/navigation/lines.ts';
import { nameAt } from '../../src/backend/navigation/name-at.ts';
import { readHover } from '../../src/backend/navigation/read-hover.ts';
import { withoutPlaces } from '../../src/backend/navigation/without-places.ts';
import { inUtf16 } from '../../src/backend/output/columns.ts';
import { GccOutput } from '../../src/backend/output/gcc-output.ts';
import { JsonLinesOutput } from '../../src/backend/output/json-lines-output.ts';
import type { CompilerOutput } from '../../src/backend/output/output.ts';
import { sarifFormat } from '../../src/backend/output/sarif-output.ts';
import { TscOutput } from '../../src/backend/output/tsc-output.ts';
import { WholeOutput } from '../../src/backend/output/whole-output.ts';
import { editablePaths } from '../../src/backend/program/environments/editable.ts';
import { pythonVersionOf } from '../../src/backend/program/environments/environment.ts';
import { FINDERS } from '../../src/backend/program/environments/find.ts';
import { pyenv } from '../../src/backend/program/environments/in-folder.ts';
import { thisWorld } from '../../src/backend/program/environments/world.ts';
import { readPackage } from '../../src/backend/program/packages.ts';
import { configuresTool } from '../../src/backend/program/pyproject.ts';
import { createSearch } from '../../src/backend/program/search.ts';
import { tableOf } from '../../src/backend/program/toml.ts';
import { pathsNamedIn } from '../../src/backend/shadow/project-shadow.ts';
import { piecesOf } from '../../src/backend/symbols/pieces.ts';
import { withoutSignature } from '../../src/backend/symbols/signature.ts';
import type { SymbolSyntax } from '../../src/backend/symbols/syntax.ts';
import { chainBefore, mentions } from '../../src/engine/navigate/spelling/whole-words.ts';
import { parseName } from '../../src/engine/navigate/spelling/name.ts';
import { contentChange } from '../../src/client/documents/text-edit.ts';
import { changedSymbols } from '../../src/engine/changes/changed-symbols.ts';
import { remapStaleDiagnostics } from '../../src/engine/question/remap-stale-diagnostics.ts';
import { importingNone } from '../../src/engine/origins/gone-modules.ts';
import { LineMap } from '../../src/engine/changes/line-map.ts';
import { sameGoError } from '../../src/languages/go/same-error.ts';
import { sameRustError } from '../../src/languages/rust/same-error.ts';
import { sameTypescriptError } from '../../src/languages/typescript/same-error.ts';
import { stoodBefore } from '../../src/engine/changes/pair.ts';
import { extentOf } from '../../src/engine/refactor/symbols/extent.ts';
import { outlineOf } from '../../src/engine/navigate/outline/outline.ts';
import { placed } from '../../src/engine/refactor/symbols/placed.ts';
import { ImportEdits as TypescriptImports } from '../../src/languages/typescript/symbol-moves/import-edits.ts';
import { JsonFiles } from '../../src/languages/typescript/imports/json-files.ts';
import { readNamedFiles } from '../../src/languages/typescript/imports/named-files.ts';
import { filesInIndex, userExcludes } from '../../src/support/git-folder.ts';
import { Gitignore } from '../../src/support/gitignore.ts';
import { FrameReader } from '../../src/jsonrpc/framing.ts';
import { declaredNames } from '../../src/languages/cpp/declared-names.ts';
import { cFamily } from '../../src/languages/cpp/imports.ts';
import { includeFolders } from '../../src/languages/cpp/include-folders.ts';
import { cppSymbols } from '../../src/languages/cpp/symbol-syntax.ts';
import { eslintFormat } from '../../src/languages/eslint/eslint-output.ts';
import { localModules, workModules } from '../../src/languages/go/go-modules.ts';
import { GoListOutput } from '../../src/languages/go/go-output.ts';
import { goPackages } from '../../src/languages/go/packages.ts';
import { goSymbols } from '../../src/languages/go/symbol-syntax.ts';
import { mavenRepository } from '../../src/languages/java/artifacts.ts';
import { gradlePlan } from '../../src/languages/java/gradle-plan.ts';
import { findJdk } from '../../src/languages/java/jdk.ts';
import { mavenPlan } from '../../src/languages/java/maven-plan.ts';
import { packageOf } from '../../src/languages/java/source-roots.ts';
import { parseXml } from '../../src/languages/java/xml.ts';
import { manifestsIn } from '../../src/languages/python/declared.ts';
import { python } from '../../src/languages/python/imports.ts';
import { leftOverrides } from '../../src/languages/python/overrides.ts';
import { isInProject } from '../../src/languages/python/pyright-files.ts';
import { listedIn } from '../../src/languages/python/symbol-moves/dunder-all.ts';
import { ModuleEdits as PythonImports } from '../../src/languages/python/symbol-moves/module-edits.ts';
import { pythonSymbols } from '../../src/languages/python/symbol-syntax.ts';
import { cargoRoot } from '../../src/languages/rust/cargo-root.ts';
import { pathDependencies } from '../../src/languages/rust/cargo-dependencies.ts';
import { CargoOutput } from '../../src/languages/rust/cargo-output.ts';
import { rustPackages } from '../../src/languages/rust/packages.ts';
import { Paths } from '../../src/languages/rust/symbol-moves/paths.ts';
import { UseEdits } from '../../src/languages/rust/symbol-moves/use-edits.ts';
import { rustSymbols } from '../../src/languages/rust/symbol-syntax.ts';
import { ecmascript } from '../../src/languages/typescript/imports/ecmascript.ts';
import { settingsCode } from '../../src/languages/typescript/imports/settings-code.ts';
import { WorkspacePackage } from '../../src/languages/typescript/imports/workspace-package.ts';
import { declaredHere } from '../../src/languages/typescript/navigation/declared-here.ts';
import { ExportAliases } from '../../src/languages/typescript/navigation/export-aliases.ts';
import { ImportedNames } from '../../src/languages/typescript/navigation/imported-names.ts';
import { typescriptSymbols } from '../../src/languages/typescript/symbol-syntax.ts';
import { configsOfFolder } from '../../src/languages/typescript/tsconfig.ts';
import { buildGraph } from '../../src/languages/typescript/tsc/tsc-graph.ts';
import { isObject, parseJson } from '../../src/support/json.ts';
import { parseJsonc } from '../../src/support/jsonc.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';
import { withholdSecrets } from '../../src/support/environment.ts';
import { oneLine } from '../../src/support/escaped.ts';
import { clipAround } from '../../src/support/plain-text.ts';
import { TimeSlices } from '../../src/support/time-slices.ts';
import { redactLog } from '../../src/trace/trace-line.ts';
import type { ImportLanguage } from '../../src/backend/imports/imports.ts';

/** The readers that take a folder find the text there. */
const folder = join(realpathSync(tmpdir()), `slow-${process.pid}`);
const search = createSearch({ workspaceRoot: folder });

/** A reader of a file of this name, the only one in the folder. */
const ofFile =
  (name: string, read: (folder: string, path: string) => unknown): Reader['read'] =>
  async (text) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    try {
      writeFileSync(join(folder, name), text);
      await read(folder, join(folder, name));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

/** What findings are asked for. */
const FINDING = { file: 'a', line: 1, character: 1, severity: 'error', message: 'wrong' } as const;

const templated = [
  withTemplates<Pick<ServerPreset, 'sentAs' | 'whyNoError'>>({}, CODE_TEMPLATES),
  withTemplates<Pick<ServerPreset, 'sentAs' | 'whyNoError'>>(
    {},
    { syntaxes: ['{{', '{%', '<%'], filledIn: 'words' },
  ),
];

const importsOf =
  ({ reader }: ImportLanguage, path: string): Reader['read'] =>
  (text) =>
    new TextReader(reader).read(path, text, new TimeSlices());

const linesInto =
  (output: () => CompilerOutput): Reader['read'] =>
  (text) => {
    const reader = output();
    for (const line of text.split('\n')) reader.line(line);
    return reader.conclude(1, text.split('\n').slice(-200));
  };

/** Of Linux. npm puts texts of a package.json into variables. */
const LONGEST_VARIABLE = 128 * 1024;

const DIAGNOSTIC = { file: 'a', line: 1, character: 1, severity: 'error', message: 'x' } as const;
const START = { line: 0, character: 0 };

/** As a server would list one symbol, in the middle of the text. */
const symbolIn =
  (syntax: SymbolSyntax): Reader['read'] =>
  (text) => {
    const lines = linesOf(text);
    const line = lines.length >> 1;
    const range = { start: { line, character: 0 }, end: { line, character: lines[line]?.length ?? 0 } };
    const outline = outlineOf(text, [{ name: 'a', kind: 12, range, selectionRange: range }], syntax);
    const [symbol] = outline?.symbols ?? [];
    if (outline !== undefined && symbol !== undefined) extentOf(outline, symbol, syntax);
    placed(text, { indentation: '  ', around: text }, syntax);
    syntax.unseenUse?.({ name: 'a', container: text, text, around: text });
    syntax.counted?.withoutValue.test(lines[line] ?? '');
    return piecesOf(text, syntax);
  };

const PYTHON = ['from', 'import', 'as', 'class', 'def', '\\\n', 'import (', 'a.', 'from . import', '    '];
const GRADLE = [
  'dependencies',
  'dependencies {',
  'implementation',
  'id',
  'apply',
  'plugin',
  'from',
  'include',
  'ext.',
  'a = "b"',
  '$a',
  '${a}',
  'sourceSets',
  'java',
  'srcDirs',
  'sourceCompatibility',
  'release',
  'encoding',
  'String',
  'version',
  'platform(',
  'project(',
  'allprojects {',
  'mavenBom',
  '${',
  'exclude',
];
const XML = [
  '<a',
  '</a>',
  '<a>',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  '&lt;',
  '&#',
  'project',
  '<project>',
  '<properties>',
  '${a}',
  '<a>${a}${a}</a>',
  '"',
];
const CLASSES = [
  'template',
  'template <',
  '[[',
  ']]',
  'requires',
  'extern "C"',
  'include',
  '__has_include',
  'R"(',
  ')"',
  "1'",
  'import',
];
const RUST = ['r#"', '"#', 'r"', 'impl', 'for', '#[', "b'"];
const OUTPUT = [
  'a.c:1:2: error: x',
  'error',
  'TS1',
  '(1,2): error TS1: ',
  'error TS1: ',
  ' [-Wa]',
  '--> ',
  ':1:1',
  'Caused by:',
  'error: ',
  '  ',
  '\t',
  '{"reason":"compiler-message"',
  'note: ',
  'failed to parse manifest at `',
];
const CONFIG = [
  '[tool.pyright]',
  '[tool.poetry]',
  'name:',
  'name = "a"',
  'dependencies',
  'requires',
  'require',
  'module',
  'replace',
  '=>',
  'go',
  'v1',
  'java',
  'version',
  '-D',
  'install_requires',
  'install_requires =\n',
  'use',
  '-I',
  'include_directories(',
  '"exports"',
  '"references"',
  '"include"',
  '"**"',
  '[workspace]',
  'exclude',
  'MAPPING',
  'MAPPING = {',
  "'a': '",
  '{"a":',
  '[1,',
];
const NAMES = ['total', 'Cart.', '<T>', '(int)', ' ->', '?.', 'this.'];

/** One line a reader. `words`: what it looks for. */
export const readers: readonly Reader[] = [
  ...worldReaders,
  ...surfaceReaders,
  ...refactorReaders,
  {
    name: 'templates',
    words: ['{{', '}}', '{%', '%}', '<%', '%>', '{', '}', '"', "'", '\n', 'if', 'end', '`', '"""', '-'],
    read: (text) =>
      ['a.html', 'a.json'].map((name) => {
        const markers = markersIn(text, ['{{', '{%', '{#', '<%', '<?']);
        blanked(text, markers, name === 'a.json' ? 'json' : 'words');
        return templated.map(({ sentAs, whyNoError }) => [
          sentAs?.(name, text),
          whyNoError?.(FINDING, { path: name, root: '/', text: () => text }),
        ]);
      }),
  },
  {
    name: 'tailwind',
    words: ['@media', '@apply', 'theme(', 'screen(', '#{', '}', '{', ';', '"', ')', '\n', 'a', '#'],
    read: (text) => tailwindBlanked('a.css', text),
  },
  {
    name: 'dialects',
    words: [
      '// @flow',
      '/*',
      '*/',
      '\n',
      "'use strict'",
      '(',
      'a',
      ':',
      ')',
      '?',
      '{|',
      '<',
      'import',
      '"jsr:',
    ],
    read: (text) =>
      [1005, 2304].map((code) =>
        otherDialect({ ...FINDING, code }, { path: '/a.js', root: '/', text: () => text }),
      ),
  },
  {
    name: 'notebook-cells',
    words: ['# %%', '# In [', '1', ']:', '\n', '# MAGIC'],
    read: (text) =>
      notebookName(
        { ...FINDING, code: 'F821', message: 'Undefined name `spark`' },
        { path: '/a.py', root: '/', text: () => text },
      ),
  },
  {
    name: 'shebangs',
    words: ['#!', '/', 'env', '-S', 'a=b', 'bash', 'zsh', '\n', '# shellcheck', 'shell='],
    read: (text) => otherShell({ ...FINDING, code: 'SC1071' }, { path: '/a', root: '/', text: () => text }),
  },
  {
    name: 'modules-rust',
    words: [
      'mod a',
      ';',
      '{',
      '}',
      '#[',
      ']',
      '"',
      "'",
      'r#"',
      '/*',
      '*/',
      '//',
      '\n',
      'cfg(',
      ')',
      'path = ',
    ],
    read: (text) => readModules('/a/lib.rs', text, true),
  },
  {
    name: 'cfg-rust',
    words: ['any(', 'all(', 'not(', ')', ',', 'feature', '=', '"a"', 'unix'],
    read: (text) => cfgHolds(text, { feature: () => undefined, isNative: true, isPlain: true }),
  },
  { name: 'imports-javascript', words: JAVASCRIPT, read: importsOf(ecmascript, '/a.js') },
  { name: 'imports-typescript', words: JAVASCRIPT, read: importsOf(ecmascript, '/a.ts') },
  { name: 'imports-python', words: PYTHON, read: importsOf(python, '/a.py') },
  { name: 'imports-c', words: CLASSES, read: importsOf(cFamily, '/a.c') },
  {
    name: 'declared-c',
    words: CLASSES,
    read: (text) => text.split('\n').map((line) => declaredNames(line, [line])),
  },
  { name: 'moves-c', words: CLASSES, read: (text) => cFamily.moved?.rewrite(text, '/w/a.c', tree()) },
  { name: 'moves-python', words: PYTHON, read: (text) => python.moved?.rewrite(text, '/w/a.py', tree()) },
  {
    name: 'exports-typescript',
    words: JAVASCRIPT,
    read: ofFile('a.ts', (_, path) => new ExportAliases().in(path, new Set(['a']))),
  },
  {
    name: 'imported-typescript',
    words: JAVASCRIPT,
    read: ofFile('a.ts', (_, path) => new ImportedNames().now()(path, START)),
  },
  {
    name: 'declared-typescript',
    words: ['function', 'const', 'class'],
    read: (text) => declaredHere('/a.ts', text, { line: 0, character: text.length }),
  },
  { name: 'symbols-typescript', words: JAVASCRIPT, read: symbolIn(typescriptSymbols) },
  {
    name: 'symbol-moves-typescript',
    words: [...JAVASCRIPT, 'import {', 'import type', 'export {', 'export *', 'as', 'with {', '* as'],
    read: (text) => new TypescriptImports('/w/a.ts', text).insertionPoint,
  },
  {
    name: 'symbol-moves-python',
    words: [...PYTHON, '__all__ = [', 'if TYPE_CHECKING:'],
    read: (text) => [new PythonImports('/w/a.py', text).insertionPoint, listedIn(text, 'a')],
  },
  {
    name: 'symbol-moves-rust',
    words: [...RUST, 'use ', 'pub(', 'mod a {', '::', 'as', 'a::{', '{', '}', ';'],
    read: (text) => {
      const file = new UseEdits('/w/a.rs', text);
      const paths = new Paths(file, { crate: '/w/lib.rs', folder: '/w', path: [] });
      return file.used.map(({ path, node }) => paths.absolute(path, node.start));
    },
  },
  { name: 'symbols-python', words: PYTHON, read: symbolIn(pythonSymbols) },
  { name: 'symbols-go', words: ['func', 'type', '//go:', 'var'], read: symbolIn(goSymbols) },
  { name: 'symbols-rust', words: RUST, read: symbolIn(rustSymbols) },
  { name: 'symbols-cpp', words: CLASSES, read: symbolIn(cppSymbols) },
  {
    name: 'overrides-python',
    words: PYTHON,
    read: (text) =>
      leftOverrides({
        name: 'a',
        files: [
          {
            path: '/a.py' as AdmittedPath,
            text: `class B:\n  def a(): pass\n${text}`,
            changed: new Set([1]),
          },
        ],
      }),
  },
  { name: 'labels', words: NAMES, read: (text) => [withoutSignature(text), parseName(text)] },
  {
    name: 'chains',
    words: NAMES,
    read: (text) => {
      const lines = linesOf(text);
      return [...mentions(lines, 'a').take(1000)].map((position) => chainBefore(lines, position));
    },
  },
  { name: 'names', read: (text) => [nameAt(text, START), isName(text, 0, 1, ecmascript.keywords)] },
  {
    name: 'hover',
    words: ['```', '[a](file:', '### `'],
    read: (text) => [withoutPlaces(text, '/w'), readHover({ contents: [{ language: 'a', value: text }] })],
  },
  { name: 'gradle', words: GRADLE, read: ofFile('build.gradle', (at) => gradlePlan(at, 17)) },
  { name: 'gradle-settings', words: GRADLE, read: ofFile('settings.gradle', (at) => gradlePlan(at, 17)) },
  { name: 'gradle-properties', words: GRADLE, read: ofFile('gradle.properties', (at) => gradlePlan(at, 17)) },
  { name: 'xml', words: XML, read: parseXml },
  {
    name: 'pom',
    words: XML,
    read: (text) =>
      ofFile('pom.xml', (at) => mavenPlan(at, 17).catch(() => undefined))(
        `<project><properties><a>xxxxxxxxxx</a></properties>${text}</project>`,
      ),
  },
  {
    name: 'maven-config',
    words: CONFIG,
    read: ofFile('.mvn/maven.config', (at) => [
      mavenRepository(at),
      mavenPlan(at, 17).catch(() => undefined),
    ]),
  },
  { name: 'java-package', words: ['package', '@a'], read: packageOf },
  { name: 'java-versions', words: CONFIG, read: ofFile('.tool-versions', (at) => findJdk(at, search)) },
  { name: 'javac-options', words: CONFIG, read: ofFile('mise.toml', (at) => findJdk(at, search)) },
  {
    name: 'go-mod',
    words: CONFIG,
    read: ofFile('go.mod', (at, path) => [
      localModules(at),
      goPackages.uninstalled('a/b', join(dirname(path), 'a.go') as AdmittedPath, search),
    ]),
  },
  { name: 'go-work', words: CONFIG, read: ofFile('go.work', workModules) },
  {
    name: 'cargo-toml',
    words: CONFIG,
    read: ofFile('Cargo.toml', (at) => [cargoRoot(at, at), pathDependencies(at)]),
  },
  {
    name: 'pyproject',
    words: CONFIG,
    read: ofFile('pyproject.toml', (at) => [
      configuresTool(at, 'pyright'),
      manifestsIn(at, at),
      FINDERS.map(([, find]) => find(at, thisWorld())),
    ]),
  },
  ...['requirements.txt', 'setup.cfg', 'Pipfile', 'environment.yml'].map((name): Reader => ({
    name: `python-${name}`,
    words: CONFIG,
    read: ofFile(name, (at) => [manifestsIn(at, at), FINDERS.map(([, find]) => find(at, thisWorld()))]),
  })),
  { name: 'python-version', words: CONFIG, read: ofFile('.python-version', (at) => pyenv(at, thisWorld())) },
  {
    name: 'python-venv',
    words: CONFIG,
    read: ofFile('pyvenv.cfg', (at) =>
      pythonVersionOf({ python: join(at, 'bin', 'python'), prefix: at }, thisWorld()),
    ),
  },
  {
    name: 'python-editable',
    words: CONFIG,
    read: ofFile('lib/python3/site-packages/__editable___a_finder.py', (at) =>
      editablePaths({ python: join(at, 'bin', 'python'), prefix: at }),
    ),
  },
  {
    name: 'pyright-config',
    words: CONFIG,
    read: ofFile('pyrightconfig.json', (at) => isInProject(at, join(at, 'a/b/c/d/e/f/g/h/a.py'), {})),
  },
  {
    name: 'pyright-glob',
    words: ['**', '**/', '*a', '?'],
    read: (text) =>
      ofFile('pyrightconfig.json', (at) =>
        isInProject(
          at,
          join(
            at,
            ...text
              .slice(0, 1000)
              .split('/')
              .slice(0, 200)
              .map((part) => part.replace(/[^a]/g, 'a').slice(0, 100) || 'a'),
            'a.py',
          ),
          {},
        ),
      )(JSON.stringify({ include: [text.slice(0, 4000)] })),
  },
  {
    name: 'tsconfig',
    words: CONFIG,
    read: ofFile('tsconfig.json', (at, path) => [configsOfFolder(path), buildGraph(path, at)]),
  },
  {
    name: 'settings-code',
    words: [...CONFIG, "import './", "require('", './a.json', 'readdir('],
    read: ofFile('eslint.config.js', (at, path) => settingsCode([path], at)),
  },
  {
    name: 'settings-data',
    words: [...CONFIG, '"extends": "./', '"plugins":', './a.js'],
    read: ofFile('settings.json', (at, path) => settingsCode([path], at)),
  },
  {
    name: 'gitignore-sidecar',
    words: ['*', '**/', '!', '[a-z]', '[[:alpha:]]', '\\\\', '\n'],
    read: ofFile('.gitignore', (at) =>
      Gitignore.above(at).ignores(join(at, 'a/'.repeat(10), 'a'.repeat(200)), false),
    ),
  },
  {
    name: 'git-config',
    words: ['[core]', '[', 'excludesFile = ', '"', '~/'],
    read: ofFile('config', (at) => userExcludes({ GIT_CONFIG_GLOBAL: join(at, 'config'), HOME: at })),
  },
  {
    name: 'git-index-files',
    words: ['DIRC\0\0\0\x04\0\0\xff\xff', '\0'],
    read: ofFile('index', (at) => filesInIndex({ own: at, common: at }, () => true)),
  },
  {
    name: 'tsconfig-files',
    words: [...CONFIG, '"include": ["', '**/*'],
    read: ofFile('tsconfig.json', (at) =>
      readNamedFiles(join(at, 'tsconfig.json'), new JsonFiles()).map((program) => [
        program.names(join(at, 'a/b/c/d.ts')),
        program.namesBelow(join(at, 'a')),
      ]),
    ),
  },
  { name: 'package-json', words: CONFIG, read: ofFile('package.json', (at) => readPackage(at)) },
  {
    name: 'package-exports',
    words: ['*', './', '/'],
    read: (text) =>
      new WorkspacePackage('/w', { name: 'a', exports: { './*': text } }).entries(`./${text.slice(0, 1000)}`),
  },
  { name: 'jsonc', words: CONFIG, read: (text) => [parseJsonc(text), parseJson(text)] },
  { name: 'toml', words: CONFIG, read: (text) => tableOf('/a.toml', text) },
  { name: 'include-folders', words: CONFIG, read: ofFile('Makefile', (at) => includeFolders(at)) },
  { name: 'output-tsc', words: OUTPUT, read: linesInto(() => new TscOutput(folder, true)) },
  { name: 'output-gcc', words: OUTPUT, read: linesInto(() => new GccOutput(folder)) },
  { name: 'output-go', words: OUTPUT, read: linesInto(() => new GoListOutput(folder)) },
  { name: 'output-cargo', words: OUTPUT, read: linesInto(() => new CargoOutput(folder)) },
  { name: 'output-json-lines', words: OUTPUT, read: linesInto(() => new JsonLinesOutput(folder)) },
  {
    name: 'output-eslint',
    words: ['[', '{"filePath":'],
    read: linesInto(() => new WholeOutput(eslintFormat, folder)),
  },
  {
    name: 'output-sarif',
    words: ['{"runs":[', '['],
    read: linesInto(() => new WholeOutput(sarifFormat, folder)),
  },
  {
    name: 'output-rust-packages',
    words: ['download of', 'failed', 'error: failed to download'],
    read: (text) => rustPackages.uninstalledProject?.(text, folder),
  },
  { name: 'named-paths', words: ['"', "'", '/'], read: pathsNamedIn },
  {
    name: 'columns',
    read: ofFile('a.c', (_, path) =>
      inUtf16(
        Array.from({ length: 1000 }, (__, at) => ({
          path,
          line: 1 + (at % 2),
          character: at * 1000,
          columns: 'bytes',
          severity: 'error',
          message: 'x',
        })),
      ),
    ),
  },
  {
    name: 'changes',
    read: (text) => [
      contentChange(text, `${text.slice(0, -1)}x`),
      toChanges(text, [{ start: START, end: { line: 9, character: 9 }, text }]),
    ],
  },
  {
    name: 'changed-symbols',
    words: JAVASCRIPT,
    read: (text) => changedSymbols(text, `x\n${text}y`, ecmascript),
  },
  {
    name: 'fixes',
    words: ['export', 'class', 'const', 'disable'],
    read: (text) =>
      markOf(text, [{ former: text, changes: [{ start: 0, end: text.length >> 1, text }] }], 'a'),
  },
  {
    name: 'remap',
    read: (text) =>
      remapStaleDiagnostics(
        Array.from({ length: 1000 }, () => DIAGNOSTIC),
        text,
        `x\n${text}`,
      ),
  },
  {
    name: 'line-map',
    read: (text) => {
      const map = new LineMap(text, `x\n${text.slice(text.length >> 1)}`);
      return Array.from({ length: 1000 }, (_, at) => [map.now(at), map.hunk('now', at)]);
    },
  },
  {
    name: 'findings',
    words: [
      '"a" | "b"',
      ' | ',
      ". Did you mean 'a'?",
      "Module '",
      "' declares '",
      "' has no exported member '",
      ': not found in ',
      ': no `',
    ],
    read: (text) =>
      [undefined, sameTypescriptError, sameRustError, sameGoError].map((sameError) =>
        stoodBefore(
          { diagnostics: [{ ...DIAGNOSTIC, message: text }], text },
          { diagnostics: [{ ...DIAGNOSTIC, message: text }], text: `${text}\nx` },
          sameError,
        ),
      ),
  },
  {
    name: 'gone-modules',
    words: JAVASCRIPT,
    read: (text) =>
      importingNone(['/w/a.ts' as AdmittedPath], '/w/b.ts' as AdmittedPath, {
        diagnostics: Array.from({ length: 1000 }, () => DIAGNOSTIC),
        text,
      }),
  },
  {
    name: 'variables',
    words: [
      'eyJ',
      '-eyJ',
      'password=',
      'token ',
      '--token ',
      '-u ',
      'a:b@',
      'https://',
      'a://',
      '.',
      'sk-',
      'Bearer ',
      'login ',
      'PRIVATE KEY',
      '?key=',
      'LS0tLS1CRUdJTi',
      '"auth":',
    ],
    read: (text) =>
      withholdSecrets({ npm_lifecycle_script: text.slice(0, LONGEST_VARIABLE) }, { trusted: true }),
  },
  {
    name: 'framing',
    words: ['Content-Length: 3', '\r\n\r\n'],
    read: (text) =>
      new FrameReader({ message: () => undefined, dropped: () => undefined }).push(Buffer.from(text)),
  },
  {
    name: 'plain-text',
    read: (text) => [oneLine(text), clipAround(text, text.length >> 1, 100), redactLog(text), isObject(text)],
  },
];

function tree(): Parameters<NonNullable<ImportLanguage['moved']>['rewrite']>[2] {
  const after = (path: string): string => path.replace('/w/a', '/w/b/c');
  return {
    root: '/w',
    files: new Map([
      ['/w/a.py', '/w/b/c.py'],
      ['/w/x', '/w/y'],
    ]),
    pathAfter: after,
    pathBefore: (path) => path.replace('/w/b/c', '/w/a'),
    isFile: (path) => /\/a\.(?:py|c)$/.test(path),
    isFolder: () => false,
    endingWith: () => ['/w/a.c'],
  };
}
