/**
 * Files that their own tools read as JSON with comments, or with commas at the end of lists: there,
 * neither is an error. Lower case.
 */
const NAMES: ReadonlySet<string> = new Set([
  // VS Code's own associations: extensions/{json,configuration-editing,typescript-language-features}.
  ...['settings.json', 'launch.json', 'tasks.json', 'keybindings.json', 'extensions.json', 'argv.json'],
  ...[
    'profiles.json',
    'mcp.json',
    'devcontainer.json',
    '.devcontainer.json',
    'tsconfig.json',
    'jsconfig.json',
  ],
  ...['babel.config.json', '.babelrc.json', '.babelrc', '.eslintrc.json', '.eslintrc', '.ember-cli'],
  ...['.hintrc', '.jsfmtrc', '.jshintrc', '.jscsrc', '.jslintrc', '.swcrc', 'typedoc.json', 'bun.lock'],
  // `allowComments`, `allowTrailingCommas` of the schemas of SchemaStore, 3b6446ad (2026-08-07).
  ...['launchsettings.json', 'renovate.json', '.renovaterc', '.renovaterc.json'],
  // Each tool's documentation, or the parser that it calls.
  ...[
    'pyrightconfig.json',
    'deno.json',
    'jsr.json',
    'dprint.json',
    '.dprint.json',
    'biome.json',
    '.biome.json',
  ],
  ...['.oxlintrc.json', '.oxfmtrc.json', 'oxlintrc.json', 'tslint.json', 'eslintrc.json', 'jshintrc.json'],
  ...[
    '.jshintrc.json',
    '.swcrc.json',
    'swcrc.json',
    'babelrc.json',
    'knip.json',
    '.knip.json',
    '.mocharc.json',
  ],
  ...['cspell.json', '.cspell.json', 'cspell.config.json', '.markdownlint.json', '.markdownlint-cli2.json'],
  ...[
    'turbo.json',
    'nx.json',
    'project.json',
    'angular.json',
    '.angular.json',
    'rush.json',
    'heft.json',
    'rig.json',
  ],
  ...['api-extractor.json', 'tsdoc.json', 'wrangler.json', 'firebase.json', 'opencode.json', '.luarc.json'],
  ...['coc-settings.json', 'devcontainer-feature.json', 'devcontainer-template.json', 'bicepconfig.json'],
  // .NET's readers of settings skip comments.
  ...['appsettings.json', 'global.json', 'host.json', 'local.settings.json', 'omnisharp.json'],
  ...['runtimeconfig.template.json'],
]);

const PATTERNS: readonly RegExp[] = [
  // VS Code's.
  /^[tj]sconfig[.-].*\.json$/,
  /(?:language-configuration|icon-theme|color-theme)\.json$/,
  /\.(?:code-workspace|code-snippets|jsonc)$/,
  // Sublime Text's.
  /\.sublime-[a-z-]+$/,
  // .NET's, for each environment.
  /^appsettings\..*\.json$/,
  /^api-extractor[.-].*\.json$/,
];

/** What packages of shared settings of TypeScript are called: `packages/typescript-config/base.json`. */
const SHARED =
  /(?:^|[\\/])(?:tsconfigs?|(?:typescript|ts)-configs?|configs?-(?:typescript|ts))[\\/](?!package\.json$|package-lock\.json$)[^\\/]*\.json$/;

/** Folders all of whose JSON is read so: of editors, of Rush, of containers. */
const FOLDERS =
  /(?:^|[\\/])(?:\.vscode|\.zed|\.devcontainer|common[\\/]config[\\/](?:rush|subspaces[\\/][^\\/]+))[\\/][^\\/]*\.json$/;

/** @param path of a file; its name alone tells less */
export function isJsonWithComments(path: string): boolean {
  const lower = path.toLowerCase();
  const name = lower.replace(/^.*[\\/]/, '');
  return (
    NAMES.has(name) ||
    PATTERNS.some((pattern) => pattern.test(name)) ||
    FOLDERS.test(lower) ||
    SHARED.test(lower)
  );
}
