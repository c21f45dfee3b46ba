import { describeComponents } from '../support/languages/components.js';

describeComponents({
  id: 'vue',
  modules: ['vue', '@vue', 'typescript'],
  packages: {},
  file: 'a.vue',
  text: '<script setup lang="ts">\nimport { add, type Cart } from \'./lib\';\nconst sum: number = add(1, 2);\n// add\nconst cart: Cart = { total: 1 };\n</script>\n\n<template>\n  <p>😀 {{ add(sum, 3) }} {{ cart.total }}</p>\n</template>\n',
});
