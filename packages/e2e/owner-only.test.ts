import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Bridge } from './support/bridge.js';
import { folderOf } from './support/cli.js';
import { tsconfig } from './support/typescript.js';

/** What others could look into or write: paths below `folder` whose own mode and that of every folder above lets them. */
function openTo(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stats = statSync(path);
    if ((stats.mode & 0o077) === 0) return [];
    return [path, ...(stats.isDirectory() ? openTo(path) : [])];
  });
}

it("sockets, caches, temporary files and traces are the owner's alone, even if the umask is 000", async () => {
  const cwd = folderOf({
    'tsconfig.json': tsconfig(),
    'a.ts': 'export const a: number = "x";\n',
    'Cargo.toml': '[package]\nname = "demo"\nversion = "0.1.0"\n',
    'src/lib.rs': '',
  });
  // A socket's path has no room for more.
  const places = join(tmpdir(), `lsp-${process.pid}`);
  const of = Object.fromEntries(
    ['runtime', 'cache', 'tmp', 'traces'].map((name) => [name, join(places, name)]),
  );
  for (const folder of Object.values(of)) mkdirSync(folder, { recursive: true });
  vi.stubEnv('XDG_RUNTIME_DIR', of['runtime']);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(places, { recursive: true, force: true });
  });
  const before = process.umask(0);
  let bridge: Bridge;
  try {
    bridge = await Bridge.start({
      cwd,
      lsp: { trace: join(places, 'traces', 'trace.jsonl') },
      env: { XDG_CACHE_HOME: join(places, 'cache'), TMPDIR: join(places, 'tmp') },
    });
  } finally {
    process.umask(before);
  }
  expect(await bridge.check([{ path: 'a.ts' }])).toContain('ERROR [1:14]');
  const tools = await bridge.tools();
  expect(tools).toContain('lsp_diagnostics');
  await bridge.client.callTool({ name: 'lsp_diagnostics', arguments: { backend: 'checker' } });
  for (const name of ['runtime', 'tmp', 'traces']) expect(readdirSync(join(places, name))).not.toEqual([]);
  expect(Object.values(of).flatMap(openTo)).toEqual([]);
});
