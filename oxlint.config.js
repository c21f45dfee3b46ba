import { builtinModules } from 'node:module';
import { base, boundedReads, tests } from './scripts/lib/lint/base.mjs';
import { lookedFor } from './scripts/lib/lint/looked-for.mjs';

const library = 'packages/core/src';
const testFiles = ['packages/*/test/**', 'packages/bench/src/**', 'packages/e2e/**', 'scripts/test/**'];

/** @typedef {import('./scripts/lib/lint/plugin.mjs').Pattern} Pattern */

// REQ-EXCL-010, 020, 030: what the product leaves to others, it does not ask a server for either.
const outOfScope = {
  selector:
    'Literal[value=/^(textDocument\\/(inlineC|c)ompletion|' +
    'textDocument\\/(range|ranges|onType)?[fF]ormatting|' +
    '(textDocument\\/)?codeAction(\\/resolve)?$|completionItem\\/)/]',
  message: 'No completion, no code actions, no formatting: findings are what we report.',
};

// Test files share what they import: a hook that a support file registers as it loads runs for the
// first of them alone.
const hookOfAllFiles = {
  selector: 'Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(All|Each)$/]',
  message:
    'A function that a test file calls registers this hook: only the first file that loads this one ' +
    'would have it.',
};

/**
 * What the files of one place must not import.
 * @param {string} files
 * @param {Pattern[]} patterns
 * @returns {import('./scripts/lib/lint/base.mjs').Override}
 */
const forbidImports = (files, patterns) => ({ files: [files], rules: { 'own/imports': error(...patterns) } });

/**
 * @template Option
 * @param {Option[]} options
 * @returns {['error', ...Option[]]}
 */
const error = (...options) => ['error', ...options];

const noBun = {
  regex: '^bun(:|$)',
  message: 'Core runs in Node: whatever needs Bun lives in packages/lsp (REQ-ARCH-050).',
};
const noRpc = {
  regex: '^vscode-jsonrpc',
  message:
    'JSON-RPC stays in the files that talk to the sidecar: lsp/launch, lsp/sidecar, ' +
    'lsp/tapped-connection, lsp/lsp-service-client.',
};
const coreByName = {
  regex: '(^|/)core/(src|dist)/|^@vybestack/llxprt-lsp-core/',
  message: 'Core is imported by its name, as any host does.',
};
const noSidecarSource = {
  regex: 'packages/lsp|/lsp/src/',
  message: 'The sidecar is another process; nothing of it is imported.',
};
const noService = {
  regex: '/lsp/(launch|sidecar|service|lsp-service-client|find-[a-z]+|process-group)\\.js$',
  message:
    'Tools know what to ask, not whom: they import the question (append-diagnostics), never the process ' +
    'behind it.',
};
const noNode = {
  regex: `^(node:|(${builtinModules.filter((name) => /^[a-z]/.test(name)).join('|')})(/|$))`,
  message: 'This is text made from values: no files, no processes, no clock.',
};
const noNetwork = {
  regex: '^(node:)?(https?|http2|net|tls|dgram)$',
  message: 'Nothing is sent anywhere (REQ-OBS-030).',
};
const lateMcp = {
  regex: '^@modelcontextprotocol/sdk|/(mcp-session|fd-transport)\\.js$',
  message:
    'The MCP SDK is loaded when navigation tools are registered, and not before: import() lsp/mcp-session.',
  types: true,
  late: true,
};
/**
 * The one door, for the one file that listens on the loopback interface: it can be asked, and asks
 * nobody.
 */
const onlyListens = [
  { ...noNetwork, regex: '^(node:)?(https|http2|net|tls|dgram)$' },
  {
    ...noNetwork,
    regex: '^(node:)?http$',
    names: ['createServer', 'IncomingMessage', 'Server', 'ServerResponse'],
  },
];
/** Sockets of this machine's own file system, to a bridge or a shared service: a path, never an address. */
const onlyLocalSockets = { ...noNetwork, regex: '^(node:)?(https?|http2|tls|dgram)$' };
const noRemoteMcp = {
  regex: '^@modelcontextprotocol/sdk/client/(sse|streamableHttp|websocket|auth)',
  message: noNetwork.message,
};
const everywhere = [noBun, noSidecarSource, noNetwork, noRemoteMcp];
const inCore = [...everywhere, lateMcp];

/** @type {import('./scripts/lib/lint/base.mjs').Config} */
export default {
  ...base,
  // That has a configuration of its own (REQ-PKG-060).
  ignorePatterns: [...base.ignorePatterns, 'packages/lsp/**'],
  overrides: [
    ...base.overrides,
    {
      files: ['packages/*/src/**'],
      excludeFiles: ['packages/bench/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          { name: 'Bun', message: noBun.message },
          ...['fetch', 'WebSocket', 'EventSource'].map((name) => ({ name, message: noNetwork.message })),
        ],
        'own/retired-words': 'error',
        'own/syntax': error(outOfScope),
      },
    },
    boundedReads(['packages/*/src/**'], ['packages/bench/**', `${library}/support/read-file.ts`]),
    // A table, generated from that of packages/lsp.
    { files: [`${library}/lsp/types.ts`], rules: { 'max-lines': 'off' } },
    { files: [`${library}/**`], rules: { 'no-console': 'error' } },
    forbidImports(`${library}/**`, [...inCore, noRpc]),
    forbidImports(`${library}/lsp/{launch,sidecar,lsp-service-client,tapped-connection}.ts`, inCore),
    forbidImports(`${library}/lsp/{mcp-session,fd-transport}.ts`, [...everywhere, noRpc]),
    forbidImports(`${library}/lsp/types.ts`, [
      {
        regex: '^(?!\\./settings-table\\.js$)',
        message: 'The wire vocabulary stands in two packages: it imports nothing but the table of settings.',
      },
    ]),
    forbidImports(
      `${library}/lsp/{format-diagnostics,format-origins,format-uninstalled,diagnostics,in-tags}.ts`,
      [
        {
          regex:
            '^(?!(\\./(types|diagnostics|in-tags|format-diagnostics)|' +
            '\\.\\./support/(compare|counted|diagnostic-text|escaped))\\.js$)',
          message: 'Formatting is a pure function of the wire types.',
        },
      ],
    ),
    forbidImports(`${library}/support/{compare,counted,diagnostic-text,json}.ts`, [
      { regex: '^(?!\\./escaped\\.js$)', message: 'This is text made from values, in both packages.' },
    ]),
    forbidImports(`${library}/lsp/socket-line.ts`, [
      noBun,
      noSidecarSource,
      onlyLocalSockets,
      noRemoteMcp,
      lateMcp,
    ]),
    forbidImports(`${library}/tools/**`, [...inCore, noRpc, noService]),
    forbidImports(`${library}/commands/**`, [...inCore, noRpc, noNode, noService]),
    forbidImports('packages/cli/src/**', [...everywhere, noRpc, coreByName]),
    forbidImports('packages/cli/src/serve/http-server.ts', [
      noBun,
      noSidecarSource,
      ...onlyListens,
      noRemoteMcp,
      noRpc,
      coreByName,
    ]),
    forbidImports('packages/cli/src/bridge/{listen,ask}.ts', [
      noBun,
      noSidecarSource,
      onlyLocalSockets,
      noRemoteMcp,
      noRpc,
      coreByName,
    ]),
    forbidImports('packages/{pi-extension,opencode-plugin}/src/**', [...everywhere, noRpc, coreByName]),
    tests(testFiles),
    { files: ['packages/bench/src/**'], rules: { 'own/line-width': 'error' } },
    { files: testFiles, rules: { 'own/syntax': error(lookedFor) } },
    {
      files: testFiles,
      excludeFiles: ['**/*.test.ts'],
      rules: { 'own/syntax': error(hookOfAllFiles, lookedFor) },
    },
  ],
};
