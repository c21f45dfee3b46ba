import { describe, expect, test } from 'bun:test';
import { symlinkSync, unlinkSync } from 'node:fs';

import { found, type Links, openReal } from '../real-lab.ts';

const manifest = '{"name": "lib", "types": "./index.ts", "main": "./index.ts"}';

describe.each<[title: string, links: Links]>([
  ['TypeScript 5.9', {}],
  ['TypeScript 7', { 'node_modules/typescript': 'typescript-v7' }],
])('%s', (_, links) => {
  test('a command installs another package, and no file that imports it is open: what that breaks is reported at once', async () => {
    await using lab = await openReal({
      servers: ['typescript'],
      files: {
        'tsconfig.json':
          '{"compilerOptions": {"strict": true, "module": "esnext", "moduleResolution": "bundler", "types": []}}',
        'libs/one/package.json': manifest,
        'libs/one/index.ts': 'export const size = 1;\n',
        'libs/two/package.json': manifest,
        'libs/two/index.ts': 'export const size = "two";\n',
        'node_modules/.keep': '',
        'user.ts': "import { size } from 'lib';\nexport const wanted: number = size;\n",
        'open.ts': 'export const one = 1;\n',
      },
      links,
    });
    const place = lab.workspace.path('node_modules/lib');
    const link = (to: string): void => {
      symlinkSync(`../libs/${to}`, place);
    };
    const afterCommand = async (): Promise<unknown> => {
      const report = await lab.sidecar.request('lsp/check', { files: [], found: true, others: true });
      return [Object.keys(found(report.others)), report.othersComplete];
    };
    link('one');
    await lab.check({ 'open.ts': 'export const one = 2;\n' }, true);
    for (const [to, broken] of [
      ['two', ['user.ts']],
      ['one', []],
      ['two', ['user.ts']],
    ] as const) {
      unlinkSync(place);
      link(to);
      expect([to, await afterCommand()]).toEqual([to, [broken, true]]);
    }
  });
});
