import { expect, test } from 'bun:test';

import { openReal } from '../../../../../test/real/real-lab.ts';

test('of a file that the configuration excludes, findings come with what the project says of it', async () => {
  await using lab = await openReal({
    servers: ['pyright'],
    files: { 'pyrightconfig.json': '{ "exclude": ["generated"] }' },
  });
  const wrong = 'wrong: int = "x"\n';
  const { files, inPart, excluded } = await lab.check({
    'generated/a.py': wrong,
    'generated/clean.py': 'right = 1\n',
    'own.py': wrong,
  });
  expect(Object.values(files).map((found) => found.length)).toEqual([1, 0, 1]);
  expect(excluded).toEqual(['generated/a.py']);
  expect(inPart).toEqual({
    'generated/a.py':
      'its project leaves it out by its configuration: a run of pyright itself reports none of this',
  });
});
