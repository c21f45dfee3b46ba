import { describeExplanation } from '../../../../../test/real/explanations-suite.ts';

describeExplanation({
  server: 'clangd',
  needs: ['clangd'],
  files: {
    'cart.h': 'int price(int a, int b);\nstruct Cart {\n  virtual int total() = 0;\n};\n',
    'use.cpp': '#include "cart.h"\n',
  },
  edit: ['use.cpp', '#include "cart.h"\nint main() {\n  Cart c;\n  return price(1);\n}\n'],
  errors: ["3:8 Variable type 'Cart' is an abstract class", "4:10 No matching function for call to 'price'"],
  places: [
    ["cart.h:3:15 Unimplemented pure virtual method 'total' in 'Cart': virtual int total() = 0;"],
    [
      'cart.h:1:5 Candidate function not viable: requires 2 arguments, but 1 was provided: int price(int a, int b);',
    ],
  ],
});
