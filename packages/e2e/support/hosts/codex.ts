import { vi } from 'vitest';
import type { Home } from './home.js';
import type { HostCase } from './host-case.js';
import type { HostLab } from './lab.js';
import { commandOf, hostProgram } from './program.js';
import { readFromItems, serveResponses } from './responses-wire.js';
import type { ScriptedAgent, Step } from './script.js';
import { openTerminal, type Terminal } from './terminal.js';

/** Codex as a user has it who let it ask nobody: no updates, no telemetry, no downloads. */
const CONFIG = `# Mine.
model = "gpt-5.5"
model_provider = "fake"
check_for_update_on_startup = false

[analytics]
enabled = false

[features]
plugins = false
apps = false
remote_plugin = false
skill_mcp_dependency_install = false

[model_providers.fake]
name = "fake"
env_key = "FAKE_KEY"
wire_api = "responses"
`;

/** Trusting hooks takes a person; whoever starts it without one may vouch for them. */
const VOUCHED = '--dangerously-bypass-hook-trust';

const patch = (...lines: string[]) => ({
  call: 'apply_patch',
  args: { input: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') },
});
const added = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `+${line}`);
const file = (kind: 'Add' | 'Update', name: string): string => `*** ${kind} File: ${name}`;

/** Its model edits by patches alone, and names files relative to the workspace. */
export const codexCase: HostCase = {
  host: 'codex',
  program: hostProgram('codex', {
    serve: serveResponses,
    args: (url) => [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      '-c',
      `model_providers.fake.base_url="${url}/v1"`,
      'Go.',
    ],
    env: () => ({ FAKE_KEY: 'none' }),
  }),
  args: [VOUCHED],
  settings: '.codex/config.toml',
  hooks: '.codex/hooks.json',
  configure: (home: Home) => home.write('.codex/config.toml', CONFIG),
  // What a result says about tools depends on when our server was ready.
  heard: (asked) => readFromItems(asked).replace(/\n<tools>\n[^]*?<\/tools>/g, ''),
  read: (_, name) => ({ call: 'exec_command', args: { cmd: `cat ${name}` } }),
  create: (_, name, text) => patch(file('Add', name), ...added(text)),
  replace: (_, name, before, after) => patch(file('Update', name), '@@', `-${before}`, `+${after}`),
  refused: /Failed to find expected lines in/,
  created: /^Exit code: 0\n.*\nOutput:\nSuccess\. Updated the following files:\nA src\/late\.ts\n$/,
  withoutBun: { args: ['-c', 'mcp_servers.llxprt.env={LLXPRT_BUN="/nowhere/bun"}'] },
  reminds: true,
  // Quirk(codex): 20 ms after it has closed stdin and sent SIGTERM.
  killsServers: true,
  tool: (name) => `mcp__llxprt/${name}`,
  untrusted: / is not trusted, and Codex skips it silently/,
};

/** What a run is told of a project that the user trusts. */
export const trusting = (folder: string): string[] => [
  '-c',
  `projects={${JSON.stringify(folder)}={trust_level="trusted"}}`,
];

/**
 * The user also trusts the project, is asked about no call, and has heard of the newest model. With
 * all that in the settings, sessions in terminals run in one background process of the user.
 */
export function configureTerminals(lab: HostLab, url: string): void {
  const config = CONFIG.replace(
    '# Mine.\n',
    '# Mine.\napproval_policy = "never"\nsandbox_mode = "danger-full-access"\n',
  );
  lab.home.write(
    '.codex/config.toml',
    `${config}base_url = "${url}/v1"\n\n[notice.model_migrations]\n"gpt-5.5" = "gpt-6-sol"\n\n[projects.${JSON.stringify(lab.workspace)}]\ntrust_level = "trusted"\n`,
  );
}

/** Its terminal interface, in a pseudo-terminal. */
export function openCodex(lab: HostLab, env: NodeJS.ProcessEnv): Terminal {
  const [program, ...words] = commandOf('codex');
  return openTerminal(program, words, {
    cwd: lab.workspace,
    env: lab.home.environment({ FAKE_KEY: 'none', TERM: 'xterm-256color', TMPDIR: lab.home.tmp, ...env }),
  });
}

/** Answers its question about hooks that it does not know: they are trusted, and it goes on. */
export async function trustHooks(terminal: Terminal): Promise<void> {
  await terminal.until(
    (text) => text.includes('Hooks need review') && text.includes('› 1. Review hooks'),
    'the question',
  );
  // Keys that come too soon are lost; the list goes round.
  await vi.waitFor(
    async () => {
      terminal.type('\u001B[B');
      await terminal.until((text) => text.includes('› 2. Trust all and continue'), 'the choice', 500);
    },
    { timeout: 30_000 },
  );
  terminal.type('\r');
  await terminal.until((text) => !text.includes('Hooks need review'), 'what follows the choice');
}

/** One patch that adds a file, and replaces a line of another one. */
export const patchOfTwo = (name: string, text: string, other: string, before: string, after: string) =>
  patch(file('Add', name), ...added(text), file('Update', other), '@@', `-${before}`, `+${after}`);

/** What has a subagent at work, and waits for its end; a model finds these tools by searching. */
export const spawning = (agent: ScriptedAgent): Step[] => [
  { call: 'multi_agent_v1/spawn_agent', args: { message: agent.prompt }, starts: agent },
  ({ results }) => {
    const [, id = ''] = /"agent_id":\s*"([^"]+)"/.exec(results[0]?.text ?? '') ?? [];
    return { call: 'multi_agent_v1/wait_agent', args: { targets: [id], timeout_ms: 120_000 } };
  },
];
