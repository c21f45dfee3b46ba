import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { Bridge } from '../support/bridge.js';
import { MAIN } from '../support/cli.js';
import {
  FINDING,
  heardAfter,
  indented,
  install,
  newLab,
  pageOf,
  play,
  playWithTools,
  section,
  uninstall,
  WRONG,
} from '../support/hosts/host-case.js';
import { hostSuite } from '../support/hosts/host-suite.js';
import type { HostLab } from '../support/hosts/lab.js';
import { commandOf } from '../support/hosts/program.js';
import { describeWith } from '../support/needs.js';
import { qwenCase } from '../support/hosts/qwen.js';
import { PRICES } from '../support/project.js';

function newUser(): HostLab {
  const lab = newLab(qwenCase);
  onTestFinished(() => lab.dispose());
  return lab;
}

describeWith(['qwen'], 'Qwen Code', () => {
  hostSuite(qwenCase);

  test('the page shows what the model reads; its own command installs the folder, and takes it away', async () => {
    const lab = newUser();
    const own = (...args: string[]): string => {
      const [program, ...words] = commandOf('qwen');
      return execFileSync(program, [...words, 'extensions', ...args], {
        cwd: lab.workspace,
        env: lab.home.environment({ TMPDIR: lab.home.tmp }),
        stdio: ['ignore', 'pipe', 'pipe'],
        encoding: 'utf8',
      });
    };
    own('install', join(root, 'packages/cli/hosts/qwen-code'), '--consent');
    const bin = lab.home.path('prefix/bin');
    mkdirSync(bin, { recursive: true });
    symlinkSync(MAIN, join(bin, 'llxprt-lsp'));
    symlinkSync(join(root, 'packages/cli/bin/llxprt-lsp-hook'), join(bin, 'llxprt-lsp-hook'));
    const { model } = await play(qwenCase, lab, [qwenCase.create(lab, 'src/tax.ts', WRONG)], {
      env: { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
    });
    const result = model.resultOf(0).replace(lab.workspace, '/home/me/shop');
    expect(result).toContain(FINDING);
    expect(pageOf('qwen-code')).toContain(`${indented(result)}\n`);
    own('uninstall', 'llxprt-lsp');
    expect(existsSync(lab.home.path('.qwen/extensions/llxprt-lsp'))).toBe(false);
  });

  test('REQ-DIAG-040: what the first edit takes from other files is reported', async () => {
    const lab = newUser();
    await install(qwenCase, lab);
    const { model } = await play(qwenCase, lab, [
      qwenCase.read(lab, 'src/prices.ts'),
      qwenCase.create(lab, 'src/prices.ts', PRICES.replace('priceOf', 'costOf')),
    ]);
    expect(heardAfter(qwenCase, model, 1)).toMatch(
      /LSP errors detected in other files:\n<diagnostics file="src\/cart\.ts">\nERROR \[1:10\] [^\n]*priceOf/,
    );
  });

  test('REQ-NAV-010: the model is informed of all tools, and finds them by searching', async () => {
    const lab = newUser();
    await install(qwenCase, lab);
    const bridge = await Bridge.start({ cwd: lab.workspace });
    const { model, first } = await playWithTools(qwenCase, lab, [
      { call: 'tool_search', args: { query: 'find references of a symbol' } },
    ]);
    for (const name of await bridge.tools())
      expect(JSON.stringify(model.asked[first]?.conversation)).toContain(`mcp__llxprt__${name}`);
    expect(heardAfter(qwenCase, model, first)).toContain('"name":"mcp__llxprt__lsp_find_references"');
  });

  test('for a project: an edit carries its error, and the settings come back byte for byte', async () => {
    const lab = newUser();
    const settings = '{\n\t// Mine.\n\t"$version": 4,\n\t"context": { "fileName": "AGENTS.md" }\n}\n';
    lab.write('.qwen/settings.json', settings);
    await install(qwenCase, lab, '--project');
    const { model } = await play(qwenCase, lab, [qwenCase.create(lab, 'src/tax.ts', WRONG)]);
    expect(heardAfter(qwenCase, model, 0)).toContain(section('src/tax.ts', FINDING));
    await uninstall(qwenCase, lab, '--project');
    expect(readFileSync(lab.path('.qwen/settings.json'), 'utf8')).toBe(settings);
  });
});
