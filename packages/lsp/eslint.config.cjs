const { defineConfig, globalIgnores } = require('eslint/config');
const tseslint = require('typescript-eslint');
const { retiredWords } = require('../../scripts/lib/retired-words.cjs');

/**
 * From the top down: a file imports from its own room and from rooms below it, never from one above.
 * Of two rooms on one step, neither imports the other: only serve.ts and serve-shared.ts know engine and languages.
 * The names are folders of src, and the files of src itself where they end in .ts.
 */
const layers = [
  ['main.ts', 'bootstrap.ts', 'serve.ts', 'serve-shared.ts', 'shared-session.ts', 'terminated.ts', 'settings.ts', 'parent-watch.ts'],
  ['channels'],
  ['engine', 'languages'],
  ['backend'],
  ['client'],
  ['jsonrpc'],
  ['trace'],
  ['support'],
];
/** Where a server's own vocabulary (LSP) is spoken. All other folders use ours, types.ts. */
const lspFolders = ['backend/diagnostics', 'backend/fixes', 'backend/navigation', 'languages', 'client', 'jsonrpc'];

const protocol = {
  regex: '^vscode-languageserver',
  message: `LSP's own types end at the edge where they are converted: only ${lspFolders.join(', ')} import them, and only as types.`,
};
const host = { regex: 'packages/core|llxprt-lsp-core', message: 'The host is another process; nothing of it is imported.' };

const network = { regex: '^(node:)?(https?|http2|net|tls|dgram)$', message: 'Nothing is sent anywhere (REQ-OBS-030).' };
/** A clone may have anything in the place of a file: the reader has a cap, and takes regular files alone. */
const boundedReads = { regex: '^(node:)?fs(/promises)?$', importNames: ['readFile', 'readFileSync'], message: 'Files are read by support/read-file.ts, whose callers state how many bytes they take.' };
const reader = 'src/support/read-file.ts';
const everywhere = [host, network, boundedReads];

/** REQ-EXCL-010, 030: what the product leaves to others, it does not ask a server for either. */
const neverAsked = {
  selector: 'Literal[value=/^(textDocument\\/(inlineC|c)ompletion|textDocument\\/(range|ranges|onType)?[fF]ormatting|completionItem\\/)/]',
  message: 'No completion, no formatting: findings and tried fixes are what we report.',
};
/** REQ-EXCL-020: no server changes a file. So only one place asks for code actions, and runs commands. */
const outOfScope = {
  selector: `${neverAsked.selector}, Literal[value=/^(textDocument\\/)?codeAction(\\/resolve)?$/]`,
  message: 'No completion, no formatting; code actions are asked for in backend/fixes alone.',
};
/** REQ-EXCL-040. Timers that fire once are fine: deadlines and debounces need them. */
const polling = {
  selector: 'CallExpression[callee.name="setInterval"], ImportSpecifier[imported.name=/^watch(File)?$/]',
  message: 'Findings are collected after a write, never by polling.',
};

const nothing = { regex: '^(?!\\./settings-table\\.js$)', message: 'The wire vocabulary stands in two packages: it imports nothing but the table of settings.' };

/** The tests of a language, beside it. */
const languageTests = 'src/languages/*/test/**';

/**
 * One block per place. The import rule looks at static imports, so a selector covers `import()` and `import('x').T`.
 * @param {string} files
 * @param {{ regex: string, message: string, allowTypeImports?: boolean, importNames?: string[] }[]} patterns what is not imported there
 * @param {{ selector: string, message: string }[]} [syntax] what is not written there
 */
function place(files, patterns, syntax = [outOfScope]) {
  const dynamic = patterns.filter(({ importNames }) => importNames === undefined).flatMap(({ regex, message, allowTypeImports }) =>
    (allowTypeImports ? ['ImportExpression'] : ['ImportExpression', 'TSImportType']).map((node) => ({
      selector: `${node}[source.value=/${regex.replaceAll('/', '\\/')}/]`,
      message,
    })),
  );
  return {
    files: [files],
    ignores: [languageTests],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
      'no-restricted-syntax': ['error', ...dynamic, ...syntax, ...retiredWords],
    },
  };
}

/** @param {string[]} rooms */
const notFrom = (rooms) =>
  rooms.map((name) => ({
    regex: name.endsWith('.ts') ? `^\\.\\.?/(.*/)?${name.replace('.', '\\.')}$` : `^\\.\\.?/(.*/)?${name}/`,
    message: `${name} is a higher layer: ${layers.map((layer) => layer.join(', ')).join(' > ')}.`,
  }));

/** @param {string} room */
function forbidden(room) {
  const depth = layers.findIndex((layer) => layer.includes(room));
  const beside = (layers[depth] ?? []).filter((name) => name !== room && !name.endsWith('.ts'));
  const isTop = depth === 0;
  // Channels reach languages through the engine alone.
  const skipped = room === 'channels' ? ['languages'] : [];
  return isTop ? [] : notFrom([...layers.slice(0, depth).flat(), ...beside, ...skipped]);
}

module.exports = defineConfig([
  globalIgnores(['dist/**', 'node_modules/**', 'eslint.config.cjs']),
  // The rules that need types are oxlint's: .oxlintrc.json.
  tseslint.configs.strict,
  tseslint.configs.stylistic,
  {
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
    rules: {
      // No comment switches a rule off: ESLint reads none, and oxlint would.
      'no-warning-comments': ['error', { terms: ['oxlint-disable', 'eslint-disable'], location: 'start' }],
      eqeqeq: 'error',
      'max-lines': ['error', 300],
      'no-console': ['error', { allow: ['error'] }],
      'no-fallthrough': ['error', { allowEmptyCase: true }],
      'no-restricted-globals': ['error', ...['fetch', 'WebSocket', 'EventSource'].map((name) => ({ name, message: network.message }))],
      'no-self-assign': 'error',
      'no-unsafe-finally': 'error',
      'no-useless-escape': 'error',
      'prefer-const': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      // It takes the void in Promise.withResolvers<void>() for a mistake.
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$', ignoreRestSiblings: true }],
    },
  },
  // A file of src that is in no room may be imported by all of them, so it imports none.
  place('src/**', [protocol, ...everywhere, ...notFrom(layers.flat())]),
  ...layers.flat().map((room) => {
    const patterns = [lspFolders.includes(room) ? { ...protocol, allowTypeImports: true } : protocol, ...everywhere, ...forbidden(room)];
    return room.endsWith('.ts') ? place(`src/${room}`, patterns) : place(`src/${room}/**`, patterns, [outOfScope, polling]);
  }),
  ...['backend/diagnostics', 'backend/navigation'].map((folder) =>
    place(`src/${folder}/**`, [{ ...protocol, allowTypeImports: true }, ...everywhere, ...forbidden('backend')], [outOfScope, polling]),
  ),
  place('src/backend/fixes/**', [{ ...protocol, allowTypeImports: true }, ...everywhere, ...forbidden('backend')], [neverAsked, polling]),
  place('src/types.ts', [nothing]),
  place(reader, [protocol, host, network, ...forbidden('support')]),
  {
    files: ['src/**'],
    // The channel reads a pipe of the host's.
    ignores: [languageTests, reader, 'src/channels/mcp/mcp-channel.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...boundedReads.importNames.map((property) => ({ property, message: boundedReads.message })),
        { object: 'Bun', property: 'file', message: boundedReads.message },
      ],
    },
  },
  { files: ['test/**', languageTests], rules: { 'max-lines': ['error', 800] } },
  // Tables are as long as they have to be.
  { files: ['src/types.ts'], rules: { 'max-lines': 'off' } },
  {
    files: ['test/**', languageTests],
    rules: {
      'no-console': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
]);
