import { it, expect } from 'vitest';
import { HostLab, Family } from '../support/hosts/lab.js';
import { configureOpencode, opencode, OPENCODE_PLUGIN } from '../support/hosts/opencode.js';
import { CART, PRICES } from '../support/project.js';
import { tsconfig, TYPESCRIPT_7 } from '../support/typescript.js';

it('tries', async () => {
  const lab = new HostLab({ 'tsconfig.json': tsconfig({ include: ['src'] }), 'src/prices.ts': PRICES, 'src/cart.ts': CART }, { firstTouchTimeout: 60000, diagnosticTimeout: 60000 }, TYPESCRIPT_7);
  configureOpencode(lab.home, process.env.NOPLUGIN ? {} : { plugin: [OPENCODE_PLUGIN] });
  const family = new Family();
  const edit = (oldString: string, newString: string) => ({ call: 'edit', args: { filePath: lab.path('src/cart.ts'), oldString, newString } });
  const t: number[] = [];
  const at = <T>(reply: T) => () => { t.push(Math.round(performance.now())); return reply; };
  const { model, outcome, strangers } = await opencode().run({ workspace: lab.workspace, home: lab.home, env: { ...family.env, NODE_DEBUG: process.env.ND }, script: [
    at(edit('priceOf(item), 0', "priceOf(item), ''")),
    at(edit("priceOf(item), ''", 'priceOf(item), 0')),
    at(edit('nowhere', 'x')),
    at({ call: 'lsp_hover', args: { file: 'src/prices.ts', symbol: 'priceOf' } }),
    at({ call: 'lsp_hover', args: { file: '../../nope.ts', line: 1, character: 1 } }),
    at({ call: 'lsp_rename_symbol', args: { file: 'src/prices.ts', symbol: 'priceOf', newName: 'costOf', new_name: 'costOf' } }),
    at({ call: 'write', args: { filePath: lab.path('src/prices.ts'), content: PRICES.replace('priceOf','priceOff') } }),
    at({ call: 'read', args: { filePath: lab.path('src/prices.ts') } }),
    at({ say: 'Done' }),
  ] });
  console.log(outcome, strangers, model.beside.length, model.asked.length);
  console.log(t.map((x, i) => x - (t[i-1] ?? x)));
  for (let i = 0; i < model.asked.length; i++) console.log(i, JSON.stringify(model.asked[i]?.results));
  console.log(model.asked[0]?.tools, model.asked.map(a => a.conversation.length));
  const b = model.asked[0]?.body as any;
  console.log(JSON.stringify(b.tools.find((x: any) => x.function.name === 'lsp_hover')));
  console.log(family.processes().map(p => p.command));
  await new Promise(r => setTimeout(r, 2000));
  console.log(family.processes().map(p => p.command));
});
