const { defineConfig, globalIgnores } = require('eslint/config');
const tseslint = require('typescript-eslint');

/**
 * From the top down: a file imports from its own layer and from those below it, never from one above.
 * The names are folders of src, and the files of src itself where they end in .ts.
 */
const layers = [
  ['main.ts', 'bootstrap.ts', 'serve.ts'],
  ['channels'],
  ['service'],
  ['diagnostics', 'affected', 'navigation', 'client', 'compiler', 'registry', 'languages'],
  ['jsonrpc'],
];
/** Where a server's own vocabulary (LSP) is spoken; everything above speaks ours, types.ts. */
const lspFolders = ['client', 'diagnostics', 'navigation', 'jsonrpc'];

const protocol = {
  regex: '^vscode-languageserver',
  message: `LSP's own types end at the edge where they are converted: only ${lspFolders.join(', ')} import them, and only as types.`,
};
const host = { regex: 'packages/core|llxprt-lsp-core', message: 'The host is another process; nothing of it is imported.' };

const network = { regex: '^(node:)?(https?|http2|net|tls|dgram)$', message: 'Nothing is sent anywhere (REQ-OBS-030).' };
const everywhere = [host, network];

/** REQ-EXCL-010, 020, 030: what the product leaves to others, it does not ask a server for either. */
const outOfScope = {
  selector:
    'Literal[value=/^(textDocument\\/(inlineC|c)ompletion|textDocument\\/(range|ranges|onType)?[fF]ormatting|(textDocument\\/)?codeAction(\\/resolve)?$|completionItem\\/)/]',
  message: 'No completion, no code actions, no formatting: findings are what we report.',
};
/** REQ-EXCL-040. Timers that fire once are fine: deadlines and debounces need them. */
const polling = {
  selector: 'CallExpression[callee.name="setInterval"], ImportSpecifier[imported.name=/^watch(File)?$/]',
  message: 'Findings are collected after a write, never by polling.',
};

const nothing = { regex: '.', message: 'The wire vocabulary stands in two packages: it imports nothing.' };

/**
 * One block per place. The import rule looks at static imports, so a selector covers `import()` and `import('x').T`.
 * @param {string} files
 * @param {{ regex: string, message: string, allowTypeImports?: boolean }[]} patterns what is not imported there
 * @param {{ selector: string, message: string }[]} [syntax] what is not written there
 */
function place(files, patterns, syntax = [outOfScope]) {
  const dynamic = patterns.flatMap(({ regex, message, allowTypeImports }) =>
    (allowTypeImports ? ['ImportExpression'] : ['ImportExpression', 'TSImportType']).map((node) => ({
      selector: `${node}[source.value=/${regex.replaceAll('/', '\\/')}/]`,
      message,
    })),
  );
  return {
    files: [files],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
      'no-restricted-syntax': ['error', ...dynamic, ...syntax, ...retiredWords],
    },
  };
}

/** @param {string[][]} above */
const notAbove = (above) =>
  above.flat().map((name) => ({
    regex: name.endsWith('.ts') ? `^\\.\\.?/(.*/)?${name.replace('.', '\\.')}$` : `^\\.\\.?/(.*/)?${name}/`,
    message: `${name} is a higher layer: ${layers.map((layer) => layer.join(', ')).join(' > ')}.`,
  }));

/**
 * Private words that the field's terms have replaced; ARCHITECTURE.md has the glossary.
 * As a whole name, with a small or a capital first letter.
 */
const retired = {
  patience: 'deadline',
  ripple: 'pendingChanges',
  doubt: 'staleMark',
  doubts: 'staleProjects',
  suspects: 'affectedFiles',
  newcomers: 'newFiles',
  secondLook: 'recheck',
  judgeAgain: 'recheck',
  hasSpoken: 'hasFreshResult',
  epochs: 'workspaceVersion',
  inquiry: 'pendingRequest',
  inquiries: 'pendingRequests',
  overtaken: 'superseded',
  anew: 'retryOnContentModified',
  rehearse: 'prewarm',
  distrust: 'invalidateBuildCache',
  voices: 'serverFindings',
  echoes: 'crossServerDuplicates',
  standIn: 'fallback',
  principal: 'primary',
  whereabouts: 'serverRoutingCache',
  kin: 'dependentServers',
  respondents: 'participants',
  dialogue: 'query',
  spot: 'position',
  surroundings: 'workspaceView',
  manners: 'traits',
  greets: 'publishesEmptyFirst',
  asksFirst: 'needsConfigurationFirst',
  leavesOut: 'excludes',
  recipe: 'serverPreset',
  strays: 'orphans',
  isInvented: 'isInferredProject',
  holdings: 'projectMembership',
  isDisbelieved: 'ignoresCreate',
  unannounced: 'unwatchedDependencies',
  landmark: 'sentinelPath',
  complaints: 'errors',
};
const capital = (/** @type {string} */ word) => `${(word[0] ?? '').toUpperCase()}${word.slice(1)}`;
const retiredWords = Object.entries(retired).map(([word, term]) => ({
  selector: `:matches(Identifier, PrivateIdentifier)[name=/^(${word}|${capital(word)})$/]`,
  message: `${word} is a retired word: the term is ${term}.`,
}));

module.exports = defineConfig([
  globalIgnores(['dist/**', 'node_modules/**', 'eslint.config.cjs']),
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: __dirname } },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'max-lines': ['error', 800],
      'no-console': ['error', { allow: ['error'] }],
      'no-fallthrough': ['error', { allowEmptyCase: true }],
      'no-restricted-globals': ['error', ...['fetch', 'WebSocket', 'EventSource'].map((name) => ({ name, message: network.message }))],
      'no-self-assign': 'error',
      'no-unsafe-finally': 'error',
      'no-useless-escape': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // It takes the void in Promise.withResolvers<void>() for a mistake.
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unsafe-argument': 'error',
      '@typescript-eslint/no-unsafe-assignment': 'error',
      '@typescript-eslint/no-unsafe-call': 'error',
      '@typescript-eslint/no-unsafe-member-access': 'error',
      '@typescript-eslint/no-unsafe-return': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$', ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    // Older servers read the fields that newer versions of LSP call deprecated, rootUri for one.
    files: ['src/client/**', 'test/fakes/**'],
    rules: { '@typescript-eslint/no-deprecated': 'off' },
  },
  {
    // The SDK calls its low-level server deprecated except for advanced use: a catalogue that answers in its own words is that.
    files: ['src/channels/mcp-server.ts'],
    rules: { '@typescript-eslint/no-deprecated': 'off' },
  },
  // Files of src that belong to no layer serve all of them, so they stand below the lowest.
  place('src/**', [protocol, ...everywhere, ...notAbove(layers)]),
  ...layers.flatMap((layer, depth) =>
    layer.map((name) => {
      const spokenHere = lspFolders.includes(name) ? { ...protocol, allowTypeImports: true } : protocol;
      const patterns = [spokenHere, ...everywhere, ...notAbove(layers.slice(0, depth))];
      return name.endsWith('.ts') ? place(`src/${name}`, patterns) : place(`src/${name}/**`, patterns, [outOfScope, polling]);
    }),
  ),
  place('src/types.ts', [nothing]),
  {
    files: ['test/**', 'bench/**'],
    rules: {
      'no-console': 'off',
      // Matchers like expect.any and expect.objectContaining are typed any.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
      // bun:test types expect(...).rejects and resolves as if they were synchronous.
      '@typescript-eslint/await-thenable': 'off',
    },
  },
]);
