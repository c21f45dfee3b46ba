import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { MARK, marked } from './support/processes.js';
import { outcomeOf, type Outcome } from './support/cli.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The tool of each step and the codes of the errors that its result shows, by file. */
const STEPS: readonly (readonly [tool: string, shown: Readonly<Record<string, readonly string[]>>])[] = [
  ['edit', { 'web/src/cart.ts': ['2345'] }],
  ['edit', {}],
  ['edit', { 'web/src/receipt.ts': ['prefer-const'] }],
  ['edit', {}],
  ['write_file', { 'web/src/cart.ts': ['2554'] }],
  ['apply_patch', { 'web/src/receipt.ts': ['2345'] }],
  ['edit', {}],
  ['write_file', { 'reports/totals.py': ['reportReturnType'] }],
  [
    'apply_patch',
    { 'reports/totals.py': ['reportAttributeAccessIssue'], 'web/src/export.ts': ['2307', '@typescript-eslint/no-explicit-any'] },
  ],
  ['apply_patch', {}],
];

describe('npm run demo', () => {
  const mark = randomUUID();
  let outcome: Outcome;
  beforeAll(async () => {
    const env = { ...process.env, NO_COLOR: '1', [MARK]: mark };
    outcome = await outcomeOf(spawn(process.execPath, ['--import', 'tsx', 'scripts/demo.ts'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] }));
  });

  it('ends well', () => {
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/\nEvery error that was made was reported, and every one that was mended is gone\.\n$/);
  });

  it('REQ-DIAG-010, REQ-DIAG-015, REQ-DIAG-040: each of the tools shows the errors that its call caused, and none once they are mended', () => {
    const steps = outcome.stdout.split(/^(?=\d+\. )/m).slice(1);
    expect(steps.map((step) => [step.split('\n')[1], errorsIn(textRead(step))])).toEqual(STEPS);
    for (const step of steps) expect(textRead(step)).toMatch(/^(Edited|Created|Overwrote|Applied the patch to) /);
  });

  it('REQ-STATUS-010: /lsp status lists the servers that have worked', () => {
    const [, status = ''] = outcome.stdout.split('\n/lsp status\n');
    for (const id of ['eslint', 'pyright', 'typescript']) expect(status).toMatch(new RegExp(`^\\| ${id} +active `, 'm'));
  });

  it('REQ-LIFE-040: leaves no process and no folder', async () => {
    await vi.waitFor(() => expect(marked(mark)).toEqual([]), { timeout: 10_000 });
    const [, folder] = /: (\/.*)\n/.exec(outcome.stdout) ?? [];
    expect(folder).toMatch(/llxprt-lsp-demo-/);
    expect(existsSync(folder ?? '')).toBe(false);
  });
});

/** What the model reads after a step: the part that is set off. */
function textRead(step: string): string {
  const [result = ''] = step.split('\n/lsp status\n');
  return [...result.matchAll(/^\| (.*)$/gm)].map(([, line]) => line).join('\n');
}

function errorsIn(text: string): Record<string, string[]> {
  const tags = text.matchAll(/^<diagnostics file="([^"]*)">\n([^]*?)^<\/diagnostics>$/gm);
  return Object.fromEntries([...tags].map(([, file = '', lines = '']) => [file, [...lines.matchAll(/ \((\S+)\)$/gm)].map(([, code = '']) => code)]));
}
