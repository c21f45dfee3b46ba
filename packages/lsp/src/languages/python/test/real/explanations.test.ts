import { describeExplanation } from '../../../../../test/real/explanations-suite.ts';

const CART =
  'class Cart:\n    total: int = 0\n\n    def add(self, name: str, count: int) -> None: ...\n\n\ndef price(a: int, b: int) -> int:\n    return a\n';
const USE = 'from cart import Cart, price\n\ncart = Cart()\n';

describeExplanation({
  server: 'pyright',
  files: { 'pyproject.toml': '[project]\nname = "demo"\nversion = "1"\n', 'cart.py': CART, 'use.py': USE },
  edit: ['use.py', `${USE}price(1)\ncart.add("x")\nprice(1, 2, 3)\ncart.total = "x"\ncart.missing\n`],
  errors: [
    '4:1 Argument missing for parameter "b"',
    '5:1 Argument missing for parameter "count"',
    '6:13 Expected 2 positional arguments',
    '7:14 Cannot assign to attribute "total" for class "Cart"\n\u00a0\u00a0"Literal[\'x\']" is not assignable to "int"',
    '8:6 Cannot access attribute "missing" for class "Cart"\n\u00a0\u00a0Attribute "missing" is unknown',
  ],
  places: [
    ["cart.py:7:5 'price' is declared here: def price(a: int, b: int) -> int:"],
    ["cart.py:4:9 'add' is declared here: def add(self, name: str, count: int) -> None: ..."],
    ["cart.py:7:5 'price' is declared here: def price(a: int, b: int) -> int:"],
    ["cart.py:2:5 'total' is declared here: total: int = 0"],
    [],
  ],
});

describeExplanation({
  server: 'ty',
  needs: ['ty'],
  files: { 'ty.toml': '', 'cart.py': CART, 'use.py': USE },
  edit: ['use.py', `${USE}price(1)\n`],
  errors: ['4:1 No argument provided for required parameter `b` of function `price`'],
  places: [['cart.py:7:19 Parameter declared here: def price(a: int, b: int) -> int:']],
});
