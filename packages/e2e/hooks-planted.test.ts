import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { plant } from '../cli/test/bridge/support/planted.mjs';
import { Bridge } from './support/bridge.js';
import { folderOf } from './support/cli.js';
import { tsconfig } from './support/typescript.js';
import { OWN_SETTINGS, OWN_STATE } from './support/own-folders.js';

const PRELOAD = new URL('../cli/test/bridge/support/planted.mjs', import.meta.url).href;
const HOOK = fileURLToPath(new URL('../cli/dist/hook.mjs', import.meta.url));

it.skipIf(process.platform === 'win32')(
  'a folder that another user has made where our sockets would be switches neither hooks nor the shared service off',
  async () => {
    const cwd = folderOf({ 'tsconfig.json': tsconfig(), 'a.ts': 'export const a: number = "x";\n' });
    // A socket's path has no room for more.
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'p')));
    onTestFinished(() => rmSync(top, { recursive: true, force: true }));
    const planted = join(top, 'theirs', `llxprt-lsp-${process.getuid?.() ?? ''}`);
    mkdirSync(planted, { recursive: true, mode: 0o700 });
    const settings = join(top, 'home', OWN_SETTINGS);
    mkdirSync(dirname(settings), { recursive: true });
    writeFileSync(settings, '{"lsp": {"firstTouchTimeout": 60000, "diagnosticTimeout": 20000}}');
    const places = {
      HOME: join(top, 'home'),
      USERPROFILE: join(top, 'home'),
      TMPDIR: join(top, 'theirs'),
      XDG_RUNTIME_DIR: '',
    };
    for (const [name, value] of Object.entries(places)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    onTestFinished(plant(planted));
    const env = { ...places, NODE_OPTIONS: `--import ${PRELOAD}`, LLXPRT_PLANTED: planted };
    const bridge = await Bridge.start({ cwd, env });
    // Once they are listed, the service runs.
    expect(await bridge.tools()).toContain('lsp_diagnostics');
    const run = join(top, 'home', OWN_STATE, 'run');
    expect(bridge.address.startsWith(`${run}/`)).toBe(true);
    await expect.poll(() => readdirSync(run).some((name) => /^s-[0-9a-f]{24}$/.test(name))).toBe(true);
    const event = JSON.stringify({
      hook_event_name: 'AfterTool',
      cwd,
      tool_name: 'write_file',
      tool_input: { file_path: join(cwd, 'a.ts') },
      tool_response: {},
    });
    const said = execFileSync(process.execPath, [HOOK, 'gemini', '--parent', String(process.pid)], {
      env: { ...process.env, ...env },
      input: event,
      encoding: 'utf8',
    });
    expect(said).toContain('ERROR [1:14]');
    expect(readdirSync(planted)).toEqual([]);
  },
);
