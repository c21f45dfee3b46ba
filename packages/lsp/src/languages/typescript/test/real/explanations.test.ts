import { describeExplanation } from '../../../../../test/real/explanations-suite.ts';

const CART =
  'export interface Cart {\n  total: number;\n  name: string;\n}\n\nexport function price(a: number, b: number): number {\n  return a + b;\n}\n';

for (const [title, links] of [
  ['TypeScript 5.9', {}],
  ['TypeScript 7', { 'node_modules/typescript': 'typescript-v7' }],
] as const) {
  describeExplanation({
    title,
    server: 'typescript',
    links,
    files: {
      'tsconfig.json': '{ "compilerOptions": { "strict": true, "lib": ["es5"] }, "include": ["src"] }',
      'src/cart.ts': CART,
      'src/use.ts': '',
    },
    edit: [
      'src/use.ts',
      "import { type Cart, price } from './cart';\n\nprice(1);\nexport const c: Cart = { total: 'x', name: 'n' };\nexport const d: Cart = { total: 1 };\nprice = 3;\n",
    ],
    errors: [
      '3:1 Expected 2 arguments, but got 1.',
      "4:26 Type 'string' is not assignable to type 'number'.",
      "5:14 Property 'name' is missing in type '{ total: number; }' but required in type 'Cart'.",
      "6:1 Cannot assign to 'price' because it is an import.",
    ],
    places: [
      [
        "src/cart.ts:6:34 An argument for 'b' was not provided.: export function price(a: number, b: number): number {",
      ],
      [
        "src/cart.ts:2:3 The expected type comes from property 'total' which is declared here on type 'Cart': total: number;",
      ],
      ["src/cart.ts:3:3 'name' is declared here.: name: string;"],
      [],
    ],
  });
}
