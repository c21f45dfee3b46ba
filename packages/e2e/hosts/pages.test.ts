import { expect, test } from 'vitest';
import { Bridge } from '../support/bridge.js';
import { folderOf } from '../support/cli.js';
import { indented, pageOf } from '../support/hosts/host-case.js';
import { tsconfig, TYPESCRIPT_7 } from '../support/typescript.js';

/** Hosts that are proprietary: their programs cannot be run here, and their hooks say what the bridge says. */
test('the pages of Claude Code and Copilot CLI show what their hooks say', async () => {
  const cwd = folderOf(
    {
      'tsconfig.json': tsconfig({ include: ['src'] }),
      'src/tax.ts': "export const tax: Promise<number> = 'many';\n",
    },
    TYPESCRIPT_7,
  );
  const bridge = await Bridge.start({ cwd });
  const said = await bridge.check([{ path: 'src/tax.ts', created: true }], { kind: 'write' });
  expect(said).toContain('ERROR [1:14]');
  for (const page of ['claude-code', 'copilot-cli'])
    expect(pageOf(page)).toContain(`\n${indented(said?.trim() ?? '')}\n`);
});
