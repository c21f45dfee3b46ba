import { test } from 'vitest';
import { takeBack } from '../src/tools/journal/take-back.js';
import { commit } from '../src/tools/commit.js';
import { workspace } from './tools/workspace.js';
import { admitPath } from '../src/tools/workspace-path.js';
test('b', async () => {
  const ws = await workspace({});
  for (let round = 0; round < 3; round++) {
    const t = performance.now();
    for (let i = 0; i < 1000; i++) await takeBack(ws.root);
    console.log('takeBack us', (performance.now() - t).toFixed(0));
  }
  const path = async (n: string) => { const a = await admitPath(ws.root, n); if (!a.ok) throw new Error(); return a.value; };
  const times = [];
  for (let i = 0; i < 100; i++) {
    const changes = await Promise.all(Array.from({ length: 5 }, async (_, k) => ({ kind: 'write' as const, path: await path(`f${i}-${k}`), before: undefined, bytes: Buffer.from('x'), like: undefined })));
    const t = performance.now();
    await (commit as any)(changes, process.env['OLD'] ? undefined : { workspaceRoot: ws.root });
    times.push(performance.now() - t);
  }
  times.sort((a, b) => a - b);
  console.log('commit of 5 ms median', times[50]!.toFixed(2));
});
