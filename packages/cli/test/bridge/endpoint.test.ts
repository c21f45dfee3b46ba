import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  endpointFolder,
  endpointFor,
  findEndpoints,
  isEndpointPossible,
  listEndpoints,
  NO_ENDPOINT,
} from '../../src/bridge/endpoint.js';
import { ownFolders } from '@vybestack/llxprt-lsp-core';
import { answerHook } from '../../src/hook/hook.js';
import { HOSTS } from '../../src/hook/hosts/index.js';
import { plant } from './support/planted.mjs';

const uid = process.getuid!();
let top: string;
let workspace: string;

beforeEach(() => {
  top = mkdtempSync(join(realpathSync(tmpdir()), 'e '));
  workspace = join(top, 'C# & ü 100%');
  mkdirSync(join(workspace, 'src', 'deep'), { recursive: true });
  mkdirSync(join(top, 'run'));
  mkdirSync(join(top, 'tmp'));
  vi.stubEnv('XDG_RUNTIME_DIR', join(top, 'run'));
  vi.stubEnv('TMPDIR', join(top, 'tmp'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(top, { recursive: true, force: true });
});

const modeOf = (path: string): number => statSync(path).mode & 0o777;
const inTmp = (): string => join(top, 'tmp', `llxprt-lsp-${uid}`);

/** Nobody asks it. */
function existing(hostPid: number, root: string, { bridgePid = 7, since = 1 } = {}): string {
  const address = endpointFor(hostPid, root, bridgePid)!;
  socketAt(address);
  utimesSync(address, since, since);
  return address;
}

function socketAt(address: string): void {
  const server = createServer().listen(address);
  onTestFinished(() => void server.close());
}

describe.skipIf(process.platform === 'win32')('the folder', () => {
  it('is made in the runtime folder, for us alone', () => {
    expect(endpointFolder()).toBe(join(top, 'run', 'llxprt-lsp'));
    expect(modeOf(join(top, 'run', 'llxprt-lsp'))).toBe(0o700);
    expect(endpointFolder()).toBe(join(top, 'run', 'llxprt-lsp'));
  });

  it.each([
    ['is not set', undefined],
    ['is relative', 'run'],
    ['names nothing', '/nowhere/at/all'],
    ['names what cannot be looked at', `/${'x'.repeat(300)}`],
    ["names somebody else's folder", '/'],
  ])('is one in the folder for temporary files where XDG_RUNTIME_DIR %s', (_, runtime) => {
    vi.stubEnv('XDG_RUNTIME_DIR', runtime);
    // To the superuser, / is a folder of ours.
    if (runtime !== '/' || uid !== 0) expect(endpointFolder()).toBe(inTmp());
  });

  it.each([
    ['that others can look into', (path: string) => chmodSync(path, 0o755)],
    [
      'that is a link',
      (path: string) => {
        rmdirSync(path);
        symlinkSync(join(top, 'theirs'), path);
      },
    ],
    [
      'that is a file',
      (path: string) => {
        rmdirSync(path);
        writeFileSync(path, '');
      },
    ],
  ])('is none %s', (_, spoil) => {
    mkdirSync(join(top, 'theirs'), { mode: 0o700 });
    mkdirSync(join(top, 'run', 'llxprt-lsp'), { mode: 0o700 });
    spoil(join(top, 'run', 'llxprt-lsp'));
    expect(endpointFolder()).toBe(inTmp());
    socketAt(join(inTmp(), '1-0123456789ab-2.sock'));
    expect(listEndpoints().filter(({ address }) => address.startsWith(top))).toHaveLength(1);
  });

  it('is a shorter one where a socket would have too long a path', () => {
    const long = join(top, 'run', 'x'.repeat(90));
    mkdirSync(long);
    vi.stubEnv('XDG_RUNTIME_DIR', long);
    expect(endpointFolder()).toBe(inTmp());
    vi.stubEnv('TMPDIR', long);
    expect(endpointFolder()).toBe(`/tmp/llxprt-lsp-${uid}`);
    expect(existsSync(join(long, 'llxprt-lsp'))).toBe(false);
    expect(Buffer.byteLength(endpointFor(4_294_967_295, workspace, 4_294_967_295)!)).toBeLessThan(104);
  });
});

describe.skipIf(process.platform === 'win32')('another user cannot switch hooks off', () => {
  const plants: Readonly<Record<string, (path: string) => void>> = {
    'a folder of theirs': (path) => mkdirSync(path, { mode: 0o700 }),
    'a folder that they can write to': (path) => {
      mkdirSync(path);
      chmodSync(path, 0o777);
    },
    'a link to a folder of theirs': (path) => symlinkSync(join(top, 'tmp'), path),
    'a link to nothing': (path) => symlinkSync(join(top, 'nothing'), path),
    'a file': (path) => writeFileSync(path, ''),
  };

  /** In every folder that they can write to, where nobody sets XDG_RUNTIME_DIR. */
  function planted(what: string): void {
    mkdirSync(join(top, 'theirs'));
    const path = join(top, 'theirs', basename(inTmp()));
    plants[what]?.(path);
    vi.stubEnv('XDG_RUNTIME_DIR', undefined);
    vi.stubEnv('TMPDIR', join(top, 'theirs'));
    onTestFinished(plant(path));
  }

  it.each(Object.keys(plants))(
    "by %s: the folder is below the user's own, and a hook finds it there",
    (what) => {
      mkdirSync(join(top, 'home'));
      vi.stubEnv('HOME', join(top, 'home'));
      planted(what);
      const run = join(ownFolders(join(top, 'home'), {}).state[0], 'run');
      expect(endpointFolder()).toBe(run);
      expect([modeOf(dirname(run)), modeOf(run)]).toEqual([0o700, 0o700]);
      const address = existing(50, workspace);
      expect(findEndpoints([50], workspace)).toEqual([address]);
      expect(isEndpointPossible()).toBe(true);
    },
  );

  it('in the usual one before that of XDG_STATE_HOME, unless that is theirs or not there for us', () => {
    const home = join(top, 'home');
    mkdirSync(home);
    vi.stubEnv('HOME', home);
    planted('a folder of theirs');
    const usual = join(ownFolders(home, {}).state[0], 'run');
    vi.stubEnv('XDG_STATE_HOME', join(top, 's/t'));
    expect(endpointFolder()).toBe(usual);
    rmSync(usual, { recursive: true });
    writeFileSync(usual, '');
    vi.stubEnv('XDG_STATE_HOME', join(top, 's/t'));
    expect(endpointFolder()).toBe(join(top, 's/t/llxprt-lsp/run'));
    const address = existing(50, workspace);
    vi.stubEnv('XDG_STATE_HOME', join(top, 'theirs', basename(inTmp())));
    expect(endpointFolder()).toBeUndefined();
    rmSync(usual);
    expect(endpointFolder()).toBe(usual);
    vi.stubEnv('XDG_STATE_HOME', join(top, 's/t'));
    expect(findEndpoints([50], workspace)).toEqual([address]);
  });

  it('and one with two names is listed once', () => {
    const home = join(top, 'home');
    const state = ownFolders(home, {}).state[0];
    mkdirSync(dirname(state), { recursive: true });
    symlinkSync(dirname(state), join(top, 's'));
    vi.stubEnv('HOME', home);
    vi.stubEnv('XDG_STATE_HOME', join(top, 's'));
    planted('a folder of theirs');
    const address = existing(50, workspace);
    expect(address.startsWith(state)).toBe(true);
    expect(findEndpoints([50], workspace)).toEqual([address]);
  });

  it('and one that an earlier version has made is found, and not made again', () => {
    const run = join(top, 'home/.llxprt/run');
    mkdirSync(run, { recursive: true, mode: 0o700 });
    vi.stubEnv('HOME', join(top, 'home'));
    planted('a folder of theirs');
    const socket = join(run, `50-${basename(existing(50, workspace)).split('-')[1] ?? ''}-8.sock`);
    socketAt(socket);
    expect(findEndpoints([50], workspace)).toContain(socket);
    expect(endpointFolder()).not.toBe(run);
  });

  it.each([
    ['has a path that is too long for a socket', () => join(top, 'x'.repeat(90))],
    ["is another user's", () => join(top, 'theirs', basename(inTmp()))],
    ['is not there', () => join(top, 'nowhere')],
    ['is relative', () => 'home'],
    ['is empty', () => ''],
  ])("but where the user's own folder %s, there is none, and the hook says so", async (_, home) => {
    planted('a folder of theirs');
    if (home().includes('xxx')) mkdirSync(home());
    vi.stubEnv('HOME', home());
    expect([endpointFolder(), endpointFor(50, workspace), isEndpointPossible()]).toEqual([
      undefined,
      undefined,
      false,
    ]);
    const reply = async (event: object) =>
      answerHook({
        adapter: HOSTS.get('gemini'),
        input: Readable.from([Buffer.from(JSON.stringify(event))]),
        parent: 50,
      });
    const wrote = {
      hook_event_name: 'AfterTool',
      cwd: workspace,
      tool_name: 'write_file',
      tool_input: { file_path: join(workspace, 'a.ts') },
      tool_response: {},
    };
    expect(await reply(wrote)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'AfterTool',
        additionalContext: `LSP diagnostics are missing. The hook cannot reach its session: ${NO_ENDPOINT}.`,
      },
    });
    expect(await reply({ ...wrote, hook_event_name: 'BeforeTool', tool_name: 'read_file' })).toEqual({});
    expect(existsSync(join(workspace, 'home'))).toBe(false);
  });

  it('nor have one asked that is not ours, by a link or a file in the folder', () => {
    const address = existing(50, workspace);
    const other = join(top, 'run', 'other.sock');
    socketAt(other);
    symlinkSync(other, address.replace(/7\.sock$/, '8.sock'));
    writeFileSync(address.replace(/7\.sock$/, '9.sock'), '');
    expect(findEndpoints([50], workspace)).toEqual([address]);
  });
});

describe.skipIf(process.platform === 'win32')('the address', () => {
  it('has the host, a hash of the workspace and the bridge in it', () => {
    const hash = createHash('sha256').update(workspace).digest('hex').slice(0, 12);
    expect(endpointFor(41, workspace, 42)).toBe(join(top, 'run', 'llxprt-lsp', `41-${hash}-42.sock`));
    expect(endpointFor(41, workspace)).toBe(endpointFor(41, workspace, process.pid));
  });

  it('is the same by way of a link', () => {
    symlinkSync(workspace, join(top, 'link'));
    expect(endpointFor(41, join(top, 'link'))).toBe(endpointFor(41, workspace));
    expect(endpointFor(41, dirname(workspace))).not.toBe(endpointFor(41, workspace));
  });
});

describe.skipIf(process.platform === 'win32')('a hook finds', () => {
  it('nothing where there is nothing', () => expect(findEndpoints([1], workspace)).toEqual([]));

  it('the bridge of the nearest host above it, wherever that works', () => {
    const outer = existing(50, workspace);
    const inner = existing(60, join(top, 'elsewhere'));
    existing(70, workspace);
    expect(findEndpoints([65, 60, 55, 50, 1], workspace)).toEqual([inner]);
    expect(findEndpoints([55, 50, 1], workspace)).toEqual([outer]);
  });

  it('of several that one host has, those of the folder it works in, and of others only where there are none', () => {
    const above = existing(50, workspace);
    const other = existing(50, join(top, 'other'));
    const inner = existing(50, join(workspace, 'src'));
    expect(findEndpoints([50], join(workspace, 'src', 'deep'))).toEqual([inner, above]);
    expect(findEndpoints([50], top)).toEqual(expect.arrayContaining([inner, above, other]));
    expect(findEndpoints([50], workspace)).toEqual([above]);
  });

  it('of several that one host has in one folder, the oldest first, whatever their process ids', () => {
    const second = existing(50, workspace, { bridgePid: 3, since: 20 });
    const first = existing(50, workspace, { bridgePid: 9, since: 10 });
    const deeper = existing(50, join(workspace, 'src'), { bridgePid: 5, since: 30 });
    expect(findEndpoints([50], workspace)).toEqual([first, second]);
    expect(findEndpoints([50], join(workspace, 'src'))).toEqual([deeper, first, second]);
    rmSync(first);
    expect(findEndpoints([50], workspace)).toEqual([second]);
  });

  it('where no ancestor is a host, those of its folder and the folders above it', () => {
    const above = existing(50, workspace);
    const inner = existing(60, join(workspace, 'src'));
    existing(70, join(workspace, 'src', 'deep', 'er'));
    existing(80, join(top, 'other'));
    symlinkSync(workspace, join(top, 'link'));
    expect(findEndpoints([2, 1], join(top, 'link', 'src', 'deep'))).toEqual([inner, above]);
  });

  it('also a bridge that has not been given its XDG_RUNTIME_DIR', () => {
    vi.stubEnv('XDG_RUNTIME_DIR', undefined);
    const address = existing(50, workspace);
    vi.stubEnv('XDG_RUNTIME_DIR', join(top, 'run'));
    expect(findEndpoints([50], workspace)).toEqual([address]);
  });

  it('nothing that has another name', () => {
    const address = existing(50, workspace);
    for (const name of [
      '50.sock',
      'x',
      '50-0123456789AB-7.sock',
      '-0123456789ab-7.sock',
      '50-0123456789ab.sock',
      '50-0123456789ab-.sock',
    ])
      writeFileSync(join(dirname(address), name), '');
    expect(findEndpoints([50], workspace).map((path) => basename(path))).toEqual([basename(address)]);
  });
});
