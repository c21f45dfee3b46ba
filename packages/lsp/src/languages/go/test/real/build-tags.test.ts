import { expect } from 'bun:test';

import { testWith } from '../../../../../test/real/needs.ts';
import { openReal } from '../../../../../test/real/real-lab.ts';

const test = testWith('go', 'gopls');

const wrong = (file: string): string => `package x\n\nvar ${file.replace(/\W/g, '_')} int = "a"\n`;

test('a file whose build tag nothing sets is not judged, and the tag is named; what the platform sets is', async () => {
  await using lab = await openReal({
    servers: ['gopls'],
    files: { 'go.mod': 'module x\n\ngo 1.21\n', 'a.go': 'package x\n' },
  });
  const needs = (tags: string, constraint: string): string =>
    `nothing was judged: needs build ${tags} (\`//go:build ${constraint}\`)`;
  for (const [file, head, reason] of [
    ['i_test.go', '//go:build integration\n\n', needs('tag integration', 'integration')],
    ['p.go', '// +build\n\n//go:build (a || b) && !c\n\n', needs('tags a, b, c', '(a || b) && !c')],
    ['not.go', '//go:build !integration\n\n', undefined],
    ['either.go', '//go:build windows || integration\n\n', undefined],
    ['w_windows.go', '', undefined],
  ] as const) {
    const { files, servers, inPart } = await lab.check({ [file]: `${head}${wrong(file)}` });
    const line = head.split('\n').length + 2;
    expect([files[file]?.map(({ line: at }) => at), servers[0]?.reason, inPart?.[file]]).toEqual([
      reason === undefined ? [line] : [],
      reason,
      reason,
    ]);
  }
});
