import { expect, test } from 'bun:test';
import { modulesExpected } from '../../directives.ts';

test.each([
  ['nothing', ''],
  ['patterns without an end', 'const {a \n'.repeat(100_000)],
  ['lists without an end', 'var [a \n'.repeat(100_000)],
  ['imports of another language', 'import a\n'.repeat(30_000)],
])('much text of %s is read at once', (_, text) => {
  const code = `import { Client } from 'http-x';\nconst c = new Client();\n${text}// @ts-expect-error\nc.go();`;
  const line = code.split('\n').length - 1;
  expect(modulesExpected({ code: 2578, line }, code)).toEqual(['http-x']);
});
