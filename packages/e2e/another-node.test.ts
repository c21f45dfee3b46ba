import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOf, run } from './support/cli.js';

const BROKEN = '#!/bin/sh\necho "node: version \'GLIBC_9\' not found" >&2\nexit 1\n';

test.skipIf(process.platform === 'win32')(
  'a newer Node that does not run here: the own one judges, and doctor says why',
  async () => {
    const home = folderOf({});
    const node = join(home, '.nvm/versions/node/v99.0.0/bin/node');
    mkdirSync(dirname(node), { recursive: true });
    writeFileSync(node, BROKEN, { mode: 0o755 });
    const cwd = folderOf({ 'a.py': 'wrong: int = "x"\n' });
    const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), LLXPRT_NODE: '' };
    expect(await run(['check', 'a.py'], { cwd, env })).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('reportAssignmentType') as string,
    });
    const said = (await run(['doctor'], { cwd, env })).stdout;
    expect(said).toContain(`servers run on v${process.versions.node} ${process.execPath} (`);
    expect(said).toMatch(
      / not v99\.0\.0 .*\/bin\/node \(nvm\), which does not run: node: version 'GLIBC_9' not found$/m,
    );
  },
);
