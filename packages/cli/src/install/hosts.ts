import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { llxprtFolders } from '@vybestack/llxprt-lsp-core';
import { LLXPRT_EXTENSION, LLXPRT_MANIFEST } from '../llxprt-folders.js';
import { OPENCODE_PLUGIN } from '../package.js';
import { codexHooksOff } from './codex-trust.js';
import { quote, type Dialect } from './commands.js';
import {
  hookEntries,
  hooksFor,
  hostFile,
  hasOther,
  hostJson,
  isOpencodePlugin,
  isPiSource,
  piSource,
  serverOf,
  toText,
} from './host-files.js';
import { llxprtHooksOff } from './llxprt-settings.js';
import { hostFolder, type InstallPlace } from './place.js';
import type { Scope } from './receipt.js';
import type { Entry, Target } from './target.js';

/** A host, as far as an installation differs from that of others. */
interface HostInstall {
  readonly title: string;
  readonly program: string;
  /** How it reads commands of hooks on Windows; elsewhere all take those of sh. */
  readonly windows: Dialect;
  /** For all projects of the user. */
  user(place: InstallPlace): HostScope;
  /** For the workspace alone. */
  project(place: InstallPlace): HostScope;
}

export interface HostScope {
  /** Where it is installed, for receipts and people. */
  readonly root: string;
  readonly targets: readonly Target[];
  /** Files that an earlier run may have taken instead. */
  readonly others?: readonly Target[];
  /** What the person has to do afterwards. */
  readonly next: readonly string[];
  /** What keeps the host from running hooks, one line each, as it is now. */
  hooksOff?(): string[];
}

const newSession = (title: string): string => `Start a new session of ${title}.`;
const commit =
  'The files name programs of this machine; leave them out of version control if others do not have those.';

const gemini: HostInstall = {
  title: 'Gemini CLI',
  program: 'gemini',
  windows: 'powershell',
  user(place) {
    const root = join(hostFolder(place, 'GEMINI_CLI_HOME', ''), '.gemini', 'extensions', 'llxprt-lsp');
    const manifest = {
      ...hostJson('gemini-cli/gemini-extension.json'),
      mcpServers: { llxprt: serverWithPatches(place, 'gemini-cli/gemini-extension.json') },
    };
    const targets = [
      {
        ...whole(join(root, 'gemini-extension.json'), toText(manifest)),
        ownRemoval: 'gemini extensions uninstall llxprt-lsp',
      },
      whole(
        join(root, 'hooks', 'hooks.json'),
        toText({ hooks: hooksFor('gemini-cli/hooks/hooks.json', this.windows, place) }),
      ),
      whole(join(root, 'GEMINI.md'), hostFile('gemini-cli/GEMINI.md')),
      whole(join(root, 'commands', 'lsp.toml'), hostFile('gemini-cli/commands/lsp.toml')),
    ];
    return { root, targets, next: [newSession(this.title)] };
  },
  project(place) {
    const root = join(place.workspace, '.gemini');
    const entries = [
      server(['mcpServers'], serverWithPatches(place, 'gemini-cli/gemini-extension.json')),
      ...hookEntries(hooksFor('gemini-cli/hooks/hooks.json', this.windows, place), 'gemini'),
    ];
    const targets = [
      json(join(root, 'settings.json'), entries),
      whole(join(root, 'commands', 'lsp.toml'), hostFile('gemini-cli/commands/lsp.toml')),
    ];
    return {
      root,
      targets,
      next: [
        'Trust the folder in Gemini CLI: in others it starts no hooks and servers of a project.',
        newSession(this.title),
        commit,
      ],
    };
  },
};

const pi: HostInstall = {
  title: 'pi',
  program: 'pi',
  windows: 'cmd',
  user: (place) => piScope(hostFolder(place, 'PI_CODING_AGENT_DIR', join('.pi', 'agent')), []),
  project: (place) => piScope(join(place.workspace, '.pi'), [commit]),
};

function piScope(root: string, more: readonly string[]): HostScope {
  const entry = {
    kind: 'element' as const,
    path: ['packages'],
    value: piSource(root),
    isOurs: (element: unknown) => isPiSource(element, root),
  };
  const ownRemoval = `pi remove ${quote(entry.value, process.platform === 'win32' ? 'cmd' : 'sh')}`;
  return {
    root,
    targets: [{ ...json(join(root, 'settings.json'), [entry]), ownRemoval }],
    next: [newSession('pi'), ...more],
  };
}

const codex: HostInstall = {
  title: 'Codex',
  program: 'codex',
  windows: 'cmd',
  user: (place) => codexScope(hostFolder(place, 'CODEX_HOME', '.codex'), place, []),
  project: (place) =>
    codexScope(join(place.workspace, '.codex'), place, [
      'Trust the project in Codex: in others it reads no .codex folder.',
      commit,
    ]),
};

function codexScope(root: string, place: InstallPlace, more: readonly string[]): HostScope {
  const targets: Target[] = [
    {
      path: join(root, 'config.toml'),
      content: {
        kind: 'toml',
        table: { parent: 'mcp_servers', name: 'llxprt', value: serverOf(place.commands, ['mcp']) },
      },
      ownRemoval: 'codex mcp remove llxprt',
    },
    json(join(root, 'hooks.json'), hookEntries(hooksFor('codex/hooks.json', codex.windows, place), 'codex')),
  ];
  return {
    root,
    targets,
    next: [
      'Start codex in a terminal. It asks about new hooks: trust those of llxprt-lsp. Until you do, ' +
        'Codex skips them silently. It asks again when they change.',
      ...more,
    ],
    hooksOff: () =>
      codexHooksOff(join(root, 'hooks.json'), join(hostFolder(place, 'CODEX_HOME', '.codex'), 'config.toml')),
  };
}

const qwen: HostInstall = {
  title: 'Qwen Code',
  program: 'qwen',
  windows: 'cmd',
  user(place) {
    const root = join(hostFolder(place, 'QWEN_HOME', '.qwen'), 'extensions', 'llxprt-lsp');
    const manifest = {
      ...hostJson('qwen-code/qwen-extension.json'),
      mcpServers: { llxprt: serverOf(place.commands, ['mcp']) },
    };
    const targets = [
      {
        ...whole(join(root, 'qwen-extension.json'), toText(manifest)),
        ownRemoval: 'qwen extensions uninstall llxprt-lsp',
      },
      whole(
        join(root, 'hooks', 'hooks.json'),
        toText({ hooks: hooksFor('qwen-code/hooks/hooks.json', this.windows, place) }),
      ),
    ];
    return { root, targets, next: [newSession(this.title)] };
  },
  project(place) {
    const root = join(place.workspace, '.qwen');
    const entries = [
      server(['mcpServers'], serverOf(place.commands, ['mcp'])),
      ...hookEntries(hooksFor('qwen-code/hooks/hooks.json', this.windows, place), 'qwen'),
    ];
    return {
      root,
      targets: [json(join(root, 'settings.json'), entries)],
      next: [newSession(this.title), commit],
    };
  },
};

const claude: HostInstall = {
  title: 'Claude Code',
  program: 'claude',
  // It takes Git Bash there.
  windows: 'sh',
  user(place) {
    const root = hostFolder(place, 'CLAUDE_CONFIG_DIR', '.claude');
    // Its servers stand in its state, which is beside the folder, unless the folder was moved.
    const state = join(place.env['CLAUDE_CONFIG_DIR'] ? root : place.home, '.claude.json');
    return {
      root,
      targets: claudeTargets(root, state, 'user', place),
      next: [`${newSession(this.title)} End those that run first: they write ~/.claude.json, too.`],
    };
  },
  project(place) {
    const root = join(place.workspace, '.claude');
    const targets = claudeTargets(root, join(place.workspace, '.mcp.json'), 'project', place);
    return {
      root,
      targets,
      next: [`${newSession(this.title)} It asks whether to use the server of .mcp.json.`, commit],
    };
  },
};

function claudeTargets(root: string, servers: string, scope: Scope, place: InstallPlace): Target[] {
  return [
    json(
      join(root, 'settings.json'),
      hookEntries(hooksFor('claude-code/hooks/hooks.json', claude.windows, place), 'claude'),
    ),
    {
      ...json(servers, [server(['mcpServers'], serverOf(place.commands, ['mcp']))]),
      ownRemoval: `claude mcp remove --scope ${scope} llxprt`,
    },
    whole(
      join(root, 'commands', 'lsp.md'),
      hostFile('claude-code/commands/lsp.md').replaceAll(
        'llxprt-lsp status',
        () => `${place.commands.line('sh')} status`,
      ),
    ),
  ];
}

const copilot: HostInstall = {
  title: 'Copilot CLI',
  program: 'copilot',
  windows: 'powershell',
  user(place) {
    const root = hostFolder(place, 'COPILOT_HOME', '.copilot');
    return {
      root,
      targets: copilotTargets(root, join(root, 'mcp-config.json'), place),
      next: [newSession(this.title)],
    };
  },
  project(place) {
    const root = join(place.workspace, '.github');
    const next = [
      'Confirm in Copilot CLI that you trust the folder: in others it starts no servers of a project.',
      newSession(this.title),
      commit,
    ];
    return { root, targets: copilotTargets(root, join(root, 'mcp.json'), place), next };
  },
};

function copilotTargets(root: string, servers: string, place: InstallPlace): Target[] {
  const hooks = hooksFor('copilot-cli/hooks.json', copilot.windows, place);
  return [
    json(servers, [
      server(['mcpServers'], { type: 'local', ...serverOf(place.commands, ['mcp']), tools: ['*'] }),
    ]),
    whole(join(root, 'hooks', 'llxprt-lsp.json'), toText({ version: 1, hooks })),
  ];
}

const opencode: HostInstall = {
  title: 'opencode',
  program: 'opencode',
  windows: 'cmd',
  user: (place) => opencodeScope(join(hostFolder(place, 'XDG_CONFIG_HOME', '.config'), 'opencode'), []),
  project: (place) => opencodeScope(place.workspace, [commit]),
};

function opencodeScope(root: string, more: readonly string[]): HostScope {
  const [jsonc, plain] = ['opencode.jsonc', 'opencode.json'].map((name) =>
    opencodeFile(join(root, name)),
  ) as [Target, Target];
  // Of the two names it takes the one that is there.
  const [target, other] = existsSync(jsonc.path) ? [jsonc, plain] : [plain, jsonc];
  return { root, targets: [target], others: [other], next: [newSession('opencode'), ...more] };
}

function opencodeFile(path: string): Target {
  const plugin = {
    kind: 'element' as const,
    path: ['plugin'],
    value: OPENCODE_PLUGIN,
    isOurs: isOpencodePlugin,
  };
  // opencode adds it to a file that has none, and that file would no longer be as it was written.
  const named = { kind: 'property' as const, path: ['$schema'], value: 'https://opencode.ai/config.json' };
  return json(path, hasOther(path, named) ? [plugin] : [named, plugin]);
}

const llxprt: HostInstall = {
  title: 'LLxprt Code',
  program: 'llxprt',
  windows: 'powershell',
  user(place) {
    const { config, data } = llxprtFolders(place.home, place.env);
    const root = join(data, LLXPRT_EXTENSION);
    const manifest = {
      ...hostJson(`llxprt-code/${LLXPRT_MANIFEST}`),
      mcpServers: { llxprt: serverWithPatches(place, `llxprt-code/${LLXPRT_MANIFEST}`) },
    };
    const settings = join(config, 'settings.json');
    const targets = [
      {
        ...whole(join(root, LLXPRT_MANIFEST), toText(manifest)),
        ownRemoval: 'llxprt extensions uninstall llxprt-lsp',
      },
      whole(
        join(root, 'hooks', 'hooks.json'),
        toText({ hooks: hooksFor('llxprt-code/hooks/hooks.json', this.windows, place) }),
      ),
      whole(join(root, 'LLXPRT.md'), hostFile('llxprt-code/LLXPRT.md')),
      llxprtCommand(root, place),
      json(settings, [hooksOn]),
    ];
    return {
      root,
      targets,
      next: [newSession(this.title)],
      hooksOff: () => llxprtHooksOff(settings, llxprtProjectSettings(place)),
    };
  },
  project(place) {
    const settings = llxprtProjectSettings(place);
    const root = dirname(settings);
    const entries = [
      server(['mcpServers'], serverWithPatches(place, `llxprt-code/${LLXPRT_MANIFEST}`)),
      hooksOn,
      ...hookEntries(hooksFor('llxprt-code/hooks/hooks.json', this.windows, place), 'llxprt'),
    ];
    const next = [
      'LLxprt Code warns of hooks of a project when it starts. Where it asks whether to trust folders, ' +
        'it takes them only in those that you trust.',
      newSession(this.title),
      commit,
    ];
    const user = join(llxprtFolders(place.home, place.env).config, 'settings.json');
    return {
      root,
      targets: [json(settings, entries), llxprtCommand(root, place)],
      next,
      hooksOff: () => llxprtHooksOff(user, settings),
    };
  },
};

const llxprtProjectSettings = ({ workspace }: InstallPlace): string =>
  join(workspace, '.llxprt', 'settings.json');

/** It runs no hooks without. */
const hooksOn: Entry = { kind: 'property', path: ['hooksConfig', 'enabled'], value: true, isShared: true };

function llxprtCommand(root: string, { commands }: InstallPlace): Target {
  const line = commands.line(process.platform === 'win32' ? 'powershell' : 'sh');
  // Within a string of TOML, whose escapes are those of JSON.
  const text = hostFile('llxprt-code/commands/lsp.toml').replaceAll(
    'llxprt-lsp status',
    () => `${JSON.stringify(line).slice(1, -1)} status`,
  );
  return whole(join(root, 'commands', 'lsp.toml'), text);
}

/** By the word that the command line names a host by. */
export const INSTALLS = { gemini, pi, codex, qwen, claude, copilot, opencode, llxprt } as const;

export type InstallHost = keyof typeof INSTALLS;

/** Neither host has a tool that changes several files at once. */
function serverWithPatches({ commands }: InstallPlace, manifest: string): unknown {
  const { mcpServers } = hostJson(manifest) as {
    mcpServers: { llxprt: Readonly<Record<string, unknown>> };
  };
  return { ...mcpServers.llxprt, ...serverOf(commands, ['mcp', '--apply-patch']) };
}

const json = (path: string, entries: readonly Entry[]): Target => ({
  path,
  content: { kind: 'json', entries },
});
const whole = (path: string, text: string): Target => ({ path, content: { kind: 'whole', text } });
const server = (path: readonly string[], value: unknown): Entry => ({
  kind: 'property',
  path: [...path, 'llxprt'],
  value,
});
