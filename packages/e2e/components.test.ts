import { describeComponents } from './support/languages/components.js';
import { TYPESCRIPT_7 } from './support/typescript.js';

/** REQ-LANG-010. The nightly tests have Vue, whose server starts slowly. */
describeComponents({
  id: 'svelte',
  modules: ['svelte'],
  packages: TYPESCRIPT_7,
  file: 'a.svelte',
  text: '<script lang="ts">\n  import { add, type Cart } from \'./lib\';\n  const sum: number = add(1, 2);\n  // add\n  const cart: Cart = { total: 1 };\n</script>\n\n<p>😀 {add(sum, 3)} {cart.total}</p>\n',
});
