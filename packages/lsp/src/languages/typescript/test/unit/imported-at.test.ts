import { expect, test } from 'bun:test';

import { importedAt } from '../../imports/imported-at.ts';

test.each([
  ["import { greet } from './a.vue';\n|greet();", './a.vue'],
  ["import A, { |greet } from './a.vue';", './a.vue'],
  ["export { |greet } from './a.vue';", './a.vue'],
  ["import { |greet as hello } from './a.vue';", './a.vue'],
  ["import { greet as hello } from './a.vue';\n|greet();", undefined],
  ["export { greet } from './a.vue';\n|greet();", undefined],
  ["import greet from './a.vue';\n|greet();", undefined],
  ["// import { greet } from './a.vue'\n|greet();", undefined],
])('the module of an imported name: %j', (marked, specifier) => {
  const offset = marked.indexOf('|');
  expect(importedAt(marked.replace('|', ''), offset, 'greet')?.specifier).toBe(specifier);
});
