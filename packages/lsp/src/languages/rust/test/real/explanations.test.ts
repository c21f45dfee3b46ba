import { describeExplanation } from '../../../../../test/real/explanations-suite.ts';

const CART =
  'pub trait Shape {\n    fn area(&self) -> f64;\n}\n\npub struct Cart {\n    pub total: i32,\n}\n\npub fn price(a: i32, b: i32) -> i32 {\n    a + b\n}\n';

describeExplanation({
  title: 'cargo',
  server: 'cargo',
  needs: ['cargo'],
  files: {
    'Cargo.toml': '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
    'src/cart.rs': CART,
    'src/lib.rs': 'pub mod cart;\n',
  },
  edit: [
    'src/lib.rs',
    'pub mod cart;\nuse cart::*;\n\npub fn f() {\n    price(1);\n}\n\npub fn g(s: String) -> String {\n    drop(s);\n    s\n}\n\nimpl Shape for Cart {}\n',
  ],
  errors: [
    '5:5 this function takes 2 arguments but 1 argument was supplied\nnote: function defined here\nhelp: provide the argument',
    '10:5 use of moved value: `s`: value used here after move\nhelp: consider cloning the value if the performance cost is acceptable',
    '13:1 not all trait items implemented, missing: `area`: missing `area` in implementation\nhelp: implement the missing item: `fn area(&self) -> f64 { todo!() }`',
  ],
  places: [
    ['src/cart.rs:9:22 : pub fn price(a: i32, b: i32) -> i32 {'],
    [
      'src/lib.rs:9:10 value moved here: drop(s);',
      'src/lib.rs:8:10 move occurs because `s` has type `String`, which does not implement the `Copy` trait: pub fn g(s: String) -> String {',
    ],
    ['src/cart.rs:2:5 `area` from trait: fn area(&self) -> f64;'],
  ],
});
