import { builtinModules } from 'node:module';
import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { retiredWords } from './scripts/lib/retired-words.cjs';

const library = 'packages/core/src';
const tests = ['packages/*/test/**', 'packages/bench/src/**', 'packages/e2e/**', 'scripts/test/**'];

/**
 * @typedef {{ regex: string, message: string, allowTypeImports?: boolean, allowImportNames?: string[], importNames?: string[] }} Pattern of the names of modules, and why they are not imported;
 *   where types are allowed, `import()` is, too: what matters is when such a module is loaded
 */

/**
 * What the files of one place must not import, as patterns of module names.
 *
 * The import rule looks at static imports, so a selector covers `import()` and `import('x').T` with the same pattern.
 * @param {string} files
 * @param {Pattern[]} patterns
 * @returns {import('eslint').Linter.Config}
 */
const forbidImports = (files, patterns) => ({
  files: [files],
  rules: {
    '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
    'no-restricted-syntax': ['error', ...patterns.filter(({ allowTypeImports, importNames }) => allowTypeImports !== true && importNames === undefined).flatMap(asSelectors), outOfScope, ...retiredWords],
  },
});

// Test files share what they import: a hook that a support file registers as it loads runs for the
// first of them alone.
const hookOfAllFiles = {
  selector: 'Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(All|Each)$/]',
  message: 'A function that a test file calls registers this hook: only the first file that loads this one would have it.',
};

/** @param {Pattern} pattern */
function asSelectors({ regex, message }) {
  const pattern = regex.replaceAll('/', '\\/');
  return ['ImportExpression', 'TSImportType'].map((node) => ({ selector: `${node}[source.value=/${pattern}/]`, message }));
}

// REQ-EXCL-010, 020, 030: what the product leaves to others, it does not ask a server for either.
const outOfScope = {
  selector:
    'Literal[value=/^(textDocument\\/(inlineC|c)ompletion|textDocument\\/(range|ranges|onType)?[fF]ormatting|(textDocument\\/)?codeAction(\\/resolve)?$|completionItem\\/)/]',
  message: 'No completion, no code actions, no formatting: findings are what we report.',
};

const noBun = { regex: '^bun(:|$)', message: 'Core runs in Node: whatever needs Bun lives in packages/lsp (REQ-ARCH-050).' };
const noRpc = {
  regex: '^vscode-jsonrpc',
  message: 'JSON-RPC stays in the files that talk to the sidecar: lsp/launch, lsp/sidecar, lsp/tapped-connection, lsp/lsp-service-client.',
};
const coreByName = { regex: '(^|/)core/(src|dist)/|^@vybestack/llxprt-lsp-core/', message: 'Core is imported by its name, as any host does.' };
const noSidecarSource = { regex: 'packages/lsp|/lsp/src/', message: 'The sidecar is another process; nothing of it is imported.' };
const noService = {
  regex: '/lsp/(launch|sidecar|service|lsp-service-client|find-[a-z]+|process-group)\\.js$',
  message: 'Tools know what to ask, not whom: they import the question (append-diagnostics), never the process behind it.',
};
const noNode = {
  regex: `^(node:|(${builtinModules.filter((name) => /^[a-z]/.test(name)).join('|')})(/|$))`,
  message: 'This is text made from values: no files, no processes, no clock.',
};
const noNetwork = { regex: '^(node:)?(https?|http2|net|tls|dgram)$', message: 'Nothing is sent anywhere (REQ-OBS-030).' };
const lateMcp = {
  regex: '^@modelcontextprotocol/sdk|/(mcp-session|fd-transport)\\.js$',
  message: 'The MCP SDK is loaded when navigation tools are registered, and not before: import() lsp/mcp-session.',
  allowTypeImports: true,
};
/** The one door, for the one file that listens on the loopback interface: it can be asked, and asks nobody. */
const onlyListens = [
  { ...noNetwork, regex: '^(node:)?(https|http2|net|tls|dgram)$' },
  { ...noNetwork, regex: '^(node:)?http$', allowImportNames: ['createServer', 'IncomingMessage', 'Server', 'ServerResponse'] },
];
/** Sockets of this machine's own file system, to a bridge or a shared service: a path, never an address. */
const onlyLocalSockets = { ...noNetwork, regex: '^(node:)?(https?|http2|tls|dgram)$' };
const noRemoteMcp = {
  regex: '^@modelcontextprotocol/sdk/client/(sse|streamableHttp|websocket|auth)',
  message: noNetwork.message,
};
/** A clone may have anything in the place of a file: the reader has a cap, and takes regular files alone. */
const boundedReads = { regex: '^(node:)?fs(/promises)?$', importNames: ['readFile', 'readFileSync'], message: 'Files are read by support/read-file.ts, whose callers state how many bytes they take.' };
const reader = `${library}/support/read-file.ts`;
const everywhere = [noBun, noSidecarSource, noNetwork, noRemoteMcp, boundedReads];
const inCore = [...everywhere, lateMcp];

export default defineConfig([
  globalIgnores(['packages/lsp/**', '**/dist/**', '**/node_modules/**', '.cache/**', 'coverage/**']),
  js.configs.recommended,
  // The rules that need types are oxlint's: .oxlintrc.json.
  tseslint.configs.strict,
  tseslint.configs.stylistic,
  {
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
    rules: {
      // The compiler knows every name, in JavaScript too (checkJs).
      'no-undef': 'off',
      // No comment switches a rule off: ESLint reads none, and oxlint would.
      'no-warning-comments': ['error', { terms: ['oxlint-disable', 'eslint-disable'], location: 'start' }],
      eqeqeq: 'error',
      'no-fallthrough': ['error', { allowEmptyCase: true }],
      'max-lines': ['error', 300],
      '@typescript-eslint/consistent-type-imports': 'error',
      // It takes the void in Promise.withResolvers<void>() for a mistake.
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$', ignoreRestSiblings: true }],
    },
  },
  {
    files: ['packages/*/src/**'],
    ignores: ['packages/bench/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'Bun', message: noBun.message },
        ...['fetch', 'WebSocket', 'EventSource'].map((name) => ({ name, message: noNetwork.message })),
      ],
    },
  },
  {
    files: ['packages/*/src/**'],
    ignores: ['packages/bench/**', reader],
    rules: { 'no-restricted-properties': ['error', ...boundedReads.importNames.map((property) => ({ property, message: boundedReads.message }))] },
  },
  // A table, generated from that of packages/lsp.
  { files: [`${library}/lsp/types.ts`], rules: { 'max-lines': 'off' } },
  { files: [`${library}/**`], rules: { 'no-console': 'error' } },
  forbidImports(`${library}/**`, [...inCore, noRpc]),
  forbidImports(reader, [noBun, noSidecarSource, noNetwork, noRpc]),
  forbidImports(`${library}/lsp/{launch,sidecar,lsp-service-client,tapped-connection}.ts`, inCore),
  forbidImports(`${library}/lsp/{mcp-session,fd-transport}.ts`, [...everywhere, noRpc]),
  forbidImports(`${library}/lsp/types.ts`, [{ regex: '^(?!\\./settings-table\\.js$)', message: 'The wire vocabulary stands in two packages: it imports nothing but the table of settings.' }]),
  forbidImports(
    `${library}/lsp/{format-diagnostics,format-origins,compare,counted,one-line}.ts`,
    [{ regex: '^(?!(\\./(types|compare|counted|one-line|format-diagnostics)\\.js|node:util)$)', message: 'Formatting is a pure function of the wire types.' }],
  ),
  forbidImports(`${library}/lsp/socket-line.ts`, [noBun, noSidecarSource, onlyLocalSockets, noRemoteMcp, boundedReads, lateMcp]),
  forbidImports(`${library}/tools/**`, [...inCore, noRpc, noService]),
  forbidImports(`${library}/commands/**`, [...inCore, noRpc, noNode, noService]),
  forbidImports('packages/cli/src/**', [...everywhere, noRpc, coreByName]),
  forbidImports('packages/cli/src/serve/http-server.ts', [noBun, noSidecarSource, ...onlyListens, noRemoteMcp, boundedReads, noRpc, coreByName]),
  forbidImports('packages/cli/src/bridge/{listen,ask}.ts', [noBun, noSidecarSource, onlyLocalSockets, noRemoteMcp, boundedReads, noRpc, coreByName]),
  forbidImports('packages/{pi-extension,opencode-plugin}/src/**', [...everywhere, noRpc, coreByName]),
  {
    files: tests,
    rules: {
      'max-lines': ['error', 800],
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: tests,
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', hookOfAllFiles] },
  },
]);
