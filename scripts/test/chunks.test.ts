import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeChunks } from '../lib/chunks.mjs';

test('chunks of an earlier build go, and nothing else; a folder that is not there is left so', () => {
  const dist = mkdtempSync(join(tmpdir(), 'dist-'));
  onTestFinished(() => rmSync(dist, { recursive: true }));
  for (const name of ['main.js', 'a-1.chunk.js', 'b-2.chunk.js', 'index.d.ts'])
    writeFileSync(join(dist, name), '');
  removeChunks(dist);
  expect(readdirSync(dist).sort()).toEqual(['index.d.ts', 'main.js']);
  removeChunks(join(dist, 'none'));
});
