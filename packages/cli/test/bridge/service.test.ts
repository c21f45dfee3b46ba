import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { BridgeService } from '../../src/bridge/service.js';

it('REQ-DIAG-010: a bridge belongs to the first session that asks from its workspace, by a link too', async () => {
  const top = mkdtempSync(join(realpathSync(tmpdir()), 'bridge # '));
  const workspaceRoot = join(top, 'ws');
  mkdirSync(join(workspaceRoot, 'src'), { recursive: true });
  symlinkSync(join(workspaceRoot, 'src'), join(top, 'link'), 'junction');
  const service = new BridgeService({ workspaceRoot, lsp: false, trusted: true, imports: [] });
  onTestFinished(async () => {
    await service.shutdown();
    rmSync(top, { recursive: true });
  });
  expect(service.isOf('elsewhere', top)).toBe(false);
  // The end of a turn says no folder, and claims nothing.
  expect(service.isOf('unknown', undefined)).toBe(true);
  expect(service.isOf('first', join(top, 'link'))).toBe(true);
  expect([
    service.isOf('unknown', undefined),
    service.isOf('second', workspaceRoot),
    service.isOf('first', top),
  ]).toEqual([false, false, true]);
});
