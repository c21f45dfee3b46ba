import { expect, test } from 'bun:test';

import { found, openReal } from '../../../../../test/real/real-lab.ts';

test('modules that count from a package by the settings: who imports them, directly or not, is asked', async () => {
  await using lab = await openReal({
    servers: ['pyright'],
    files: {
      'pyrightconfig.json': '{"extraPaths": ["lib"]}',
      'lib/__init__.py': '',
      'lib/shape.py': 'def area(side: int):\n    return side\n',
      'other.py': 'from shape import area\n\ndef twice(side: int):\n    return area(side) * 2\n',
      'third.py': 'from other import twice\n\nsize: int = twice(1)\n',
    },
  });
  const report = await lab.check({ 'lib/shape.py': 'def area(side: int):\n    return str(side)\n' }, true);
  expect([Object.keys(found(report.others)), report.othersComplete]).toEqual([['third.py'], true]);
});
