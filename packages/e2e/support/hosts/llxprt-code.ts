import type { Home } from './home.js';
import type { HostCase } from './host-case.js';
import { readFromMessages, serveOpenai } from './openai-wire.js';
import { hostProgram } from './program.js';

/** LLxprt Code as a user has it who let it ask nobody. */
const SETTINGS = { general: { disableAutoUpdate: true, disableUpdateNag: true } };

/** The real program, where its sources are. */
export const llxprtCase: HostCase = {
  host: 'llxprt',
  program: hostProgram('llxprt', {
    serve: serveOpenai,
    args: (url) => [
      ...['--provider', 'openai', '--baseurl', `${url}/v1`, '--key', 'none', '--model', 'fake'],
      ...['--yolo', '--prompt', 'Go.'],
    ],
    env: () => ({ TERM: 'xterm-256color' }),
  }),
  args: [],
  settings: '.config/llxprt-code/settings.json',
  hooks: '.local/share/llxprt-code/extensions/llxprt-lsp/hooks/hooks.json',
  configure: (home: Home) => home.writeJson('.config/llxprt-code/settings.json', SETTINGS),
  heard: readFromMessages,
  read: (lab, name) => ({ call: 'read_file', args: { absolute_path: lab.path(name) } }),
  create: (lab, name, text) => ({
    call: 'write_file',
    args: { file_path: lab.path(name), content: text },
  }),
  replace: (lab, name, before, after) => ({
    call: 'replace',
    args: { file_path: lab.path(name), old_string: before, new_string: after },
  }),
  refused: /0 occurrences found/,
  created: /Successfully created and wrote to new file: [^\n]*late\.ts\.$/,
  withoutBun: { env: { LLXPRT_BUN: '/nowhere/bun' } },
  reminds: false,
  tool: (name) => `mcp__llxprt__${name}`,
};
