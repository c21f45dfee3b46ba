import { it } from 'vitest';
import { HostLab, Family } from '../support/hosts/lab.js';
import { configureOpencode, opencode, OPENCODE_PLUGIN } from '../support/hosts/opencode.js';
import { CART, PRICES } from '../support/project.js';
import { tsconfig, TYPESCRIPT_7 } from '../support/typescript.js';
it('tries', async () => {
  const lab = new HostLab({ 'tsconfig.json': tsconfig({ include: ['src'] }), 'src/prices.ts': PRICES, 'src/cart.ts': CART }, { firstTouchTimeout: 60000, diagnosticTimeout: 60000 }, TYPESCRIPT_7);
  configureOpencode(lab.home, { plugin: [OPENCODE_PLUGIN, '/tmp/ocp/dbg'] });
  const family = new Family();
  const patch = "*** Begin Patch\n*** Update File: src/cart.ts\n@@\n-  return items.reduce((sum, item) => sum + priceOf(item), 0);\n+  return items.reduce((sum, item) => sum + priceOf(item), '');\n*** Add File: src/tax.ts\n+export const tax: number = 'many';\n*** End Patch";
  const { model, outcome, strangers } = await opencode('gpt-fake').run({ workspace: lab.workspace, home: lab.home, env: { ...family.env }, script: [
    { call: 'apply_patch', args: { patchText: patch } },
    { call: 'task', args: { description: 'sub', prompt: 'go sub', subagent_type: 'general' } },
    { say: 'Done' },
  ] });
  console.log(outcome, strangers, model.beside.length, model.asked.length);
  for (let i = 0; i < model.asked.length; i++) console.log(i, JSON.stringify(model.asked[i]?.results));
  const cmd = await opencode('gpt-fake').run({ workspace: lab.workspace, home: lab.home, args: ['--command', 'lsp', 'status'], env: { ...family.env }, script: [ { say: 'Done' }, ] }).catch((e) => e);
  console.log(cmd.outcome, cmd.model?.asked.length, cmd);
});
