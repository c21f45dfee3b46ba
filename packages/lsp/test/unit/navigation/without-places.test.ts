import { expect, test } from 'bun:test';

import { withoutPlaces } from '../../../src/backend/navigation/without-places.ts';

const CASES: [shown: string, want: string][] = [
  [
    'See [Print](file:///usr/local/go/src/fmt/print.go#271,6) and [ex.A](https://pkg.go.dev/ex#A).',
    'See Print and [ex.A](https://pkg.go.dev/ex#A).',
  ],
  [
    '### `stddef.h`\n\n---\n```\n/home/me/clang/include/stddef.h\n```',
    '### `stddef.h`\n\n---\n```\nstddef.h\n```',
  ],
  ['```typescript\nmodule "/home/me/shop/src/cart"\n```', '```typescript\nmodule "src/cart"\n```'],
  ['reads /etc/hosts, or /home/me/shopping', 'reads /etc/hosts, or /home/me/shopping'],
];

test('REQ-BOUNDARY-010: a hover does not say where on this machine anything lies', () => {
  for (const [shown, want] of CASES) expect(withoutPlaces(shown, '/home/me/shop')).toBe(want);
});
