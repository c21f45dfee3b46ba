import { it } from 'vitest';
import { HostLab, Family } from '../support/hosts/lab.js';
import { configureOpencode, opencode, OPENCODE_PLUGIN, openOpencode } from '../support/hosts/opencode.js';
import { CART, PRICES } from '../support/project.js';
import { tsconfig, TYPESCRIPT_7 } from '../support/typescript.js';
it('tries', async () => {
  const lab = new HostLab({ 'tsconfig.json': tsconfig({ include: ['src'] }), 'src/prices.ts': PRICES, 'src/cart.ts': CART }, { firstTouchTimeout: 60000, diagnosticTimeout: 60000 }, TYPESCRIPT_7);
  configureOpencode(lab.home, { plugin: [OPENCODE_PLUGIN, '/tmp/ocp/dbg'] });
  const family = new Family();
  const { model, terminal, close } = await openOpencode({ workspace: lab.workspace, home: lab.home, env: { ...family.env }, script: [
    { call: 'edit', args: { filePath: lab.path('src/cart.ts'), oldString: 'priceOf(item), 0', newString: "priceOf(item), ''" } },
    { say: 'That is it.' },
    { say: 'I leave it so.' },
  ] });
  await terminal.until((t) => t.includes('Ask anything'), 'prompt', 30000);
  terminal.type('/lsp status');
  await terminal.until((t) => t.includes('/lsp status'), 'typed', 30000);
  await new Promise(r => setTimeout(r, 1000));
  console.log(terminal.lines().join('\n').trimEnd());
  terminal.type('\r');
  await terminal.until((t) => t.includes('LSP servers in'), 'status', 20000).catch((e) => console.log('NO', e));
  await new Promise(r => setTimeout(r, 3000));
  console.log(terminal.lines().join('\n').trimEnd());
  terminal.type('Go on');
  await terminal.until((t) => t.includes('Go on'), 'typed', 30000);
  await new Promise(r => setTimeout(r, 500));
  terminal.type('\r');
  await terminal.until((t) => t.includes('leave it so'), 'settled', 20000).catch((e) => console.log('NO', String(e).length));
  await new Promise(r => setTimeout(r, 1000));
  console.log(terminal.lines().join('\n').trimEnd());
  console.log(JSON.stringify(model.asked.map(a => a.conversation.slice(-2)), null, 1).slice(0, 6000));
  console.log(family.processes().map(p => p.command));
  await close();
  console.log(family.processes().map(p => p.command));
});
