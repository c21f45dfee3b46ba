import { expect, test } from 'bun:test';
import { brief, openReal } from '../real-lab.ts';

const plugin = (name: string): string => `export default {
  meta: { name: 'local' },
  rules: {
    'no-name': {
      create: (context) => ({
        Identifier(node) {
          if (node.name === '${name}') context.report({ node, message: 'no ${name}' });
        },
      }),
    },
  },
};
`;

const RULES = { jsPlugins: ['./lint/plugin.js'], rules: { 'local/no-name': 'error' } };

test('REQ-DIAG-010: a plug-in that its settings name is loaded once, and another process loads it again', async () => {
  await using lab = await openReal({
    servers: ['oxlint'],
    files: {
      'package.json': '{ "type": "module" }',
      '.oxlintrc.json': JSON.stringify({ extends: ['./base.json'], ...RULES }),
      'base.json': '{ "rules": { "no-debugger": "off" } }',
      'lint/plugin.js': plugin('one'),
    },
    links: { 'node_modules/oxlint': '../../../node_modules/oxlint' },
  });
  const check = async (text: string): Promise<string[]> => {
    lab.workspace.write('src/a.js', text);
    return (await lab.checkFile('src/a.js', text)).map(brief);
  };
  expect(await check('export const one = 1, two = 2;\n')).toEqual(['1:14 local(no-name) no one']);
  lab.workspace.write('lint/plugin.js', plugin('two'));
  expect(await check('export const one = 1, two = 3;\n')).toEqual(['1:23 local(no-name) no two']);
  // It asks to be notified of what its settings extend.
  lab.workspace.write('base.json', '{ "rules": { "no-debugger": "error" } }');
  expect((await check('debugger;\nexport const three = 3;\n')).map((line) => line.split(' ')[1])).toEqual([
    'eslint(no-debugger)',
  ]);
});
