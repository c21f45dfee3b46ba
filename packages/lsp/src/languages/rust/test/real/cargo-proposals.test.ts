import { afterAll, beforeAll, describe, expect } from 'bun:test';

import type { CheckReport, ProposeParams } from '../../../../types.ts';
import { type Lab, outcomes } from '../../../../../test/harness/lab.ts';
import { testWith } from '../../../../../test/real/needs.ts';
import { found } from '../../../../../test/real/real-lab.ts';
import { stampsBelow } from '../../../../../test/harness/workspace.ts';
import { check, manifest, MISMATCH, openRust, ownCache, VALUE } from './rust-language.ts';

const test = testWith('cargo');
const cache = ownCache();
const [BASE, TOP] = ['base/src/lib.rs', 'top/src/main.rs'] as const;

describe('cargo on a tree that is not on disk', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await openRust();
    await check(lab, { [BASE]: VALUE.number });
  });
  afterAll(() => lab[Symbol.asyncDispose]());

  function propose(files: Record<string, string>, more: Partial<ProposeParams> = {}): Promise<CheckReport> {
    return lab.sidecar.request('lsp/propose', { files: Object.entries(files).map(([filePath, text]) => ({ filePath, text })), others: true, ...more });
  }

  test('x', async () => {
    for (let i = 0; i < 3; i++) {
    const start = performance.now();
    const report = await propose({ [BASE]: VALUE.text });
    console.log(JSON.stringify(report), performance.now() - start);
    const s2 = performance.now();
    console.log(JSON.stringify(await propose({ [BASE]: VALUE.number })), performance.now() - s2);
    }
    const s3 = performance.now();
    console.log(JSON.stringify(await check(lab, { [BASE]: VALUE.text })), performance.now() - s3);
  });
});
