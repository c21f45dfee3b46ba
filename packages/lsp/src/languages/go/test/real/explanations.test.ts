import { describeExplanation } from '../../../../../test/real/explanations-suite.ts';

describeExplanation({
  server: 'gopls',
  needs: ['go', 'gopls'],
  files: {
    'go.mod': 'module demo\n\ngo 1.21\n',
    'shape.go':
      'package demo\n\ntype Shape interface {\n\tArea() float64\n}\n\ntype Circle struct{ R float64 }\n\nfunc Add(a, b int) int { return a + b }\n',
    'use.go': 'package demo\n',
  },
  edit: [
    'use.go',
    'package demo\n\nvar s Shape = Circle{1}\n\nvar n = Add(1)\n\nvar m = Add("x", 2)\n\nvar p, o = Add(1, 2)\n\nvar q = missing\n',
  ],
  errors: [
    '3:15 cannot use Circle{…} (value of struct type Circle) as Shape value in variable declaration: Circle does not implement Shape (missing method Area)',
    '5:14 not enough arguments in call to Add\n\thave (number)\n\twant (int, int)',
    '7:13 cannot use "x" (untyped string constant) as int value in argument to Add',
    '9:12 assignment mismatch: 2 variables but Add returns 1 value',
    '11:9 undefined: missing',
  ],
  places: [
    ["shape.go:3:6 'Shape' is declared here: type Shape interface {"],
    ["shape.go:9:6 'Add' is declared here: func Add(a, b int) int { return a + b }"],
    ["shape.go:9:6 'Add' is declared here: func Add(a, b int) int { return a + b }"],
    ["shape.go:9:6 'Add' is declared here: func Add(a, b int) int { return a + b }"],
    [],
  ],
});
