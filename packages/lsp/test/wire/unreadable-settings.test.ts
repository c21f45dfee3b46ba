import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';

import { fake, Lab } from '../harness/lab.ts';

test.skipIf(process.platform === 'win32')(
  'a server whose settings nobody can read is not started, and the check, the status and the log say why',
  async () => {
    await using lab = await Lab.open({ servers: { fake: fake('pull.ts') } });
    expect(spawnSync('mkfifo', [lab.workspace.path('pyproject.toml')]).status).toBe(0);
    const reason = 'pyproject.toml is no regular file: a program that reads it may wait for ever';
    const report = await lab.sidecar.request('lsp/check', {
      files: [{ filePath: lab.workspace.write('a.fake', 'ERROR a'), text: 'ERROR a' }],
    });
    expect(report.servers).toEqual([{ id: 'fake', root: '.', outcome: 'unavailable', ms: 0, reason }]);
    expect((await lab.sidecar.request('lsp/status', {})).filter(({ id }) => id === 'fake')).toMatchObject([
      { status: 'unavailable', reason },
    ]);
    expect(lab.sidecar.stderr).toContain(`fake: unavailable: ${reason}`);
    expect(lab.probe.events).toEqual([]);
    lab.workspace.remove('pyproject.toml');
    expect(await lab.edit('a.fake', 'ERROR a')).toEqual(['a']);
  },
);
