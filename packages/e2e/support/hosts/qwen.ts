import type { Home } from './home.js';
import type { HostCase } from './host-case.js';
import { readFromMessages, serveOpenai } from './openai-wire.js';
import { hostProgram } from './program.js';

/** Qwen Code as a user has it who let it ask nobody. Where there is no version, it adds one. */
const SETTINGS = {
  $version: 4,
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
  security: { auth: { selectedType: 'openai' } },
};

export const qwenCase: HostCase = {
  host: 'qwen',
  program: hostProgram('qwen', {
    serve: serveOpenai,
    args: () => ['--approval-mode', 'yolo', '-p', 'Go.'],
    env: (url) => ({
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_MODEL: 'fake',
      TERM: 'xterm-256color',
    }),
  }),
  args: [],
  settings: '.qwen/settings.json',
  hooks: '.qwen/extensions/llxprt-lsp/hooks/hooks.json',
  configure: (home: Home) => home.writeJson('.qwen/settings.json', SETTINGS),
  heard: readFromMessages,
  read: (lab, name) => ({ call: 'read_file', args: { file_path: lab.path(name) } }),
  create: (lab, name, text) => ({ call: 'write_file', args: { file_path: lab.path(name), content: text } }),
  replace: (lab, name, before, after) => ({
    call: 'edit',
    args: { file_path: lab.path(name), old_string: before, new_string: after },
  }),
  refused: /0 occurrences found for old_string/,
  created: /^Successfully created and wrote to new file: [^\n]*late\.ts\.$/,
  withoutBun: { env: { LLXPRT_BUN: '/nowhere/bun' } },
  reminds: true,
  tool: (name) => `mcp__llxprt__${name}`,
};
