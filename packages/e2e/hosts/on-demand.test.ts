import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { codexCase } from '../support/hosts/codex.js';
import {
  FINDING,
  heardAfter,
  install,
  newLab,
  OURS,
  play,
  section,
  uninstall,
  WRONG,
  type HostCase,
} from '../support/hosts/host-case.js';
import { describeWith } from '../support/needs.js';
import { qwenCase } from '../support/hosts/qwen.js';

/** One session of hosts that are installed on demand; all else about them is in the files of their names. */
function oneSession(host: HostCase): void {
  test('REQ-DIAG-010, REQ-DIAG-020: installed by one command: the first edit carries its error, a mended one none; uninstalled, nothing is left', async () => {
    const lab = newLab(host);
    onTestFinished(() => lab.dispose());
    const settings = readFileSync(lab.home.path(host.settings));
    await install(host, lab);
    const script = [
      host.create(lab, 'src/tax.ts', WRONG),
      host.replace(lab, 'src/tax.ts', WRONG.trimEnd(), 'export const tax: number = 7;'),
    ];
    const { model } = await play(host, lab, script);
    expect(heardAfter(host, model, 0)).toContain(section('src/tax.ts', FINDING));
    expect(heardAfter(host, model, 1)).not.toMatch(OURS);
    await uninstall(host, lab);
    expect(readFileSync(lab.home.path(host.settings))).toEqual(settings);
  });
}

describeWith(['codex'], 'Codex', () => oneSession(codexCase));
describeWith(['qwen'], 'Qwen Code', () => oneSession(qwenCase));
