import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Outcome } from './support/cli.js';
import { Demo } from './support/demo.js';

const ALL_WELL = 'Every error that was made was reported, and every one that was mended is gone.';

describe.each([
  ['gemini', ['write_file', 'mcp_llxprt_lsp_hover', 'replace']],
  ['pi', ['write', 'lsp_hover', 'edit']],
])('npm run demo -- --host %s', (host, tools) => {
  let demo: Demo, outcome: Outcome, steps: string[];
  beforeAll(async () => {
    demo = new Demo('--host', host);
    outcome = await demo.outcome;
    steps = outcome.stdout.split(/^(?=\d\. )/m).slice(1);
  });

  it('ends well, and judges itself', () => {
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout.trimEnd().split('\n').at(-1)).toBe(ALL_WELL);
  });

  it('REQ-DIAG-010, REQ-FMT-020: the model reads about its mistake in the result of the call that made it, and nothing once it is mended', () => {
    expect(steps.slice(0, 3).map((step) => step.split('\n')[1])).toEqual(tools);
    expect(read(steps[0])).toContain(
      "ERROR [4:55] Argument of type 'number' is not assignable to parameter of type 'Item'. (2345)\n",
    );
    expect(read(steps[1])).toContain('function priceOf(item: Item): number\n');
    expect(read(steps[2])).toMatch(/^Successfully (modified|replaced)/);
    expect(read(steps[2])).not.toMatch(/LSP|diagnostics|ERROR/);
  });

  it('REQ-STATUS-010: the terminal shows what runs', () => {
    expect(read(steps[3])).toMatch(/LSP servers in .*\btypescript +active .*\bpid \d+/s);
  });

  it('REQ-LIFE-040: leaves no process and no file', async () => {
    const [, home = ''] = /home of its own: (.*)\n/.exec(outcome.stdout) ?? [];
    expect(home.startsWith(demo.temporary)).toBe(true);
    expect(existsSync(home)).toBe(false);
    await demo.expectNothingLeft(2000);
  });
});

it.each([
  ['gemini', '1. The model writes'],
  ['pi', '2. It asks'],
  ['core', '1. A wrong argument'],
])('REQ-LIFE-040: --host %s: Ctrl-C ends it at once, with all that it has started', async (host, reached) => {
  const demo = new Demo('--host', host);
  onTestFinished(() => void demo.child.kill('SIGKILL'));
  await new Promise<void>((resolve) => {
    let shown = '';
    demo.child.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
      if (shown.includes(reached)) resolve();
    });
  });
  demo.child.kill('SIGINT');
  expect(await demo.outcome).toMatchObject({ code: 130, stderr: '' });
  await demo.expectNothingLeft(3000);
});

/** What somebody reads in a step: the part that is set off. */
function read(step = ''): string {
  return [...step.matchAll(/^\|(?: (.*))?$/gm)].map(([, line = '']) => line).join('\n');
}

describe('npm run demo -- --host core', () => {
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
      {
        'reports/totals.py': ['reportAttributeAccessIssue'],
        'web/src/export.ts': ['2307', '@typescript-eslint/no-explicit-any'],
      },
    ],
    ['apply_patch', {}],
  ];

  let demo: Demo, outcome: Outcome;
  beforeAll(async () => {
    demo = new Demo('--host', 'core');
    outcome = await demo.outcome;
  });

  it('ends well', () => {
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout.trimEnd().split('\n').at(-1)).toBe(ALL_WELL);
  });

  it('REQ-DIAG-010, REQ-DIAG-015, REQ-DIAG-040: each of the tools shows the errors that its call caused, and none once they are mended', () => {
    const [results = ''] = outcome.stdout.split('\n/lsp status\n');
    const steps = results.split(/^(?=\d+\. )/m).slice(1);
    expect(steps.map((step) => [step.split('\n')[1], errorsIn(read(step))])).toEqual(STEPS);
    for (const step of steps) expect(read(step)).toMatch(/^(Edited|Created|Overwrote|Applied the patch to) /);
  });

  it('REQ-STATUS-010: /lsp status lists the servers that have worked', () => {
    const [, status = ''] = outcome.stdout.split('\n/lsp status\n');
    for (const id of ['eslint', 'pyright', 'typescript'])
      expect(status).toMatch(new RegExp(`^\\| ${id} +active `, 'm'));
  });

  it('REQ-LIFE-040: leaves no process and no folder', () => demo.expectNothingLeft(10_000));
});

function errorsIn(text: string): Record<string, string[]> {
  const tags = text.matchAll(/^<diagnostics file="([^"]*)">\n([^]*?)^<\/diagnostics>$/gm);
  return Object.fromEntries(
    [...tags].map(([, file = '', lines = '']) => [
      file,
      [...lines.matchAll(/ \((\S+)\)$/gm)].map(([, code = '']) => code),
    ]),
  );
}
