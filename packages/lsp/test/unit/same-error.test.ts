import { expect, test } from 'bun:test';
import {
  BY_SUGGESTION,
  bothWays,
  type SameError,
  type ComparedFinding,
} from '../../src/backend/same-error.ts';
import { stoodBefore } from '../../src/engine/changes/pair.ts';
import { languageIdFor } from '../../src/backend/language-map.ts';
import type { Diagnostic } from '../../src/types.ts';
import { clangd } from '../../src/languages/cpp/clangd.ts';
import { sameGoError } from '../../src/languages/go/same-error.ts';
import { WELL_KNOWN } from '../../src/languages/presets/index.ts';
import { sameRustError } from '../../src/languages/rust/same-error.ts';
import { sameTypescriptError } from '../../src/languages/typescript/same-error.ts';

const CPP = clangd.sameError ?? BY_SUGGESTION;
const TS = sameTypescriptError;

/** Whether two findings of one line are one error. */
const ROWS: [how: SameError, one: ComparedFinding, other: ComparedFinding, same: boolean][] = [
  [
    TS,
    { code: 2304, message: "Cannot find name 'totl'." },
    { code: 2552, message: "Cannot find name 'totl'. Did you mean 'total'?" },
    true,
  ],
  [
    TS,
    { code: '2304', message: "Cannot find name 'totl'." },
    { code: '2663', message: "Cannot find name 'totl'. Did you mean the instance member 'this.totl'?" },
    true,
  ],
  [
    TS,
    { code: 2304, message: "Cannot find name 'Buffer'." },
    {
      code: 2591,
      message:
        "Cannot find name 'Buffer'. Do you need to install type definitions for node? Try `npm i --save-dev @types/node` and then add 'node' to the types field in your tsconfig.",
    },
    true,
  ],
  [
    TS,
    {
      code: 2584,
      message:
        "Cannot find name 'console'. Do you need to change your target library? Try changing the 'lib' compiler option to include 'dom'.",
    },
    { code: 2552, message: "Cannot find name 'console'. Did you mean 'consoles'?" },
    true,
  ],
  [
    TS,
    {
      code: 18004,
      message:
        "No value exists in scope for the shorthand property 'totl'. Either declare one or provide an initializer.",
    },
    { code: 2552, message: "Cannot find name 'totl'. Did you mean 'total'?" },
    true,
  ],
  [
    TS,
    { code: 2339, message: "Property 'nam' does not exist on type 'User'." },
    { code: 2551, message: "Property 'nam' does not exist on type 'User'. Did you mean 'name'?" },
    true,
  ],
  [
    TS,
    { code: 2339, message: "Property 'at' does not exist on type 'string'." },
    {
      code: 2550,
      message:
        "Property 'at' does not exist on type 'string'. Do you need to change your target library? Try changing the 'lib' compiler option to 'es2022' or later.",
    },
    true,
  ],
  [
    TS,
    { code: 2305, message: `Module '"./a"' has no exported member 'totl'.` },
    { code: 2724, message: `'"./a"' has no exported member named 'totl'. Did you mean 'total'?` },
    true,
  ],
  [
    TS,
    { code: 2305, message: `Module '"./a"' has no exported member 'x'.` },
    { code: 2459, message: `Module '"./a"' declares 'x' locally, but it is not exported.` },
    true,
  ],
  [
    TS,
    { code: 2305, message: `Module '"./a"' has no exported member 'x'.` },
    {
      code: 2614,
      message: `Module '"./a"' has no exported member 'x'. Did you mean to use 'import x from "./a"' instead?`,
    },
    true,
  ],
  [
    TS,
    { code: 2694, message: "Namespace 'N' has no exported member 'totl'." },
    { code: 2724, message: "'N' has no exported member named 'totl'. Did you mean 'total'?" },
    true,
  ],
  [
    TS,
    { code: 2503, message: "Cannot find namespace 'Reac'." },
    { code: 2833, message: "Cannot find namespace 'Reac'. Did you mean 'React'?" },
    true,
  ],
  [
    TS,
    {
      code: 2353,
      message: "Object literal may only specify known properties, and 'nam' does not exist in type 'User'.",
    },
    {
      code: 2561,
      message:
        "Object literal may only specify known properties, but 'nam' does not exist in type 'User'. Did you mean to write 'name'?",
    },
    true,
  ],
  [
    TS,
    { code: 2322, message: `Type '"ad"' is not assignable to type 'Role'.` },
    { code: 2820, message: `Type '"ad"' is not assignable to type 'Role'. Did you mean '"add"'?` },
    true,
  ],
  [
    TS,
    {
      code: 2345,
      message:
        "Argument of type 'A' is not assignable to parameter of type 'B'.\n  Property 'nam' does not exist on type 'B'.",
    },
    {
      code: 2345,
      message:
        "Argument of type 'A' is not assignable to parameter of type 'B'.\n  Property 'nam' does not exist on type 'B'. Did you mean 'name'?",
    },
    true,
  ],
  [
    TS,
    { code: 2307, message: "Cannot find module './a.json' or its corresponding type declarations." },
    {
      code: 2732,
      message:
        "Cannot find module './a.json'. Consider using '--resolveJsonModule' to import module with '.json' extension.",
    },
    true,
  ],
  [
    TS,
    { code: 2554, message: 'Expected 1 arguments, but got 0.' },
    {
      code: 2794,
      message:
        "Expected 1 arguments, but got 0. Did you forget to include 'void' in your type argument to 'Promise'?",
    },
    true,
  ],
  [
    TS,
    { code: 2304, message: "Cannot find name 'a'." },
    { code: 2304, message: "Cannot find name 'b'." },
    false,
  ],
  [
    TS,
    { code: 2304, message: "Cannot find name 'a'." },
    { code: 2503, message: "Cannot find namespace 'a'." },
    false,
  ],
  [
    TS,
    { code: 2339, message: "Property 'a' does not exist on type 'X'." },
    { code: 2339, message: "Property 'a' does not exist on type 'Y'." },
    false,
  ],
  [
    CPP,
    { code: 'undeclared_var_use', message: "use of undeclared identifier 'totl'" },
    {
      code: 'undeclared_var_use_suggest',
      message: "use of undeclared identifier 'totl'; did you mean 'total'?",
    },
    true,
  ],
  [
    CPP,
    { code: 'undeclared_var_use', message: "use of undeclared identifier 'a'" },
    { code: 'undeclared_var_use', message: "use of undeclared identifier 'b'" },
    false,
  ],
  [
    sameGoError,
    { code: 'MissingFieldOrMethod', message: 'u.nam undefined (type U has no field or method nam)' },
    {
      code: 'MissingFieldOrMethod',
      message: 'u.nam undefined (type U has no field or method nam, but does have field Nam)',
    },
    true,
  ],
  [
    sameGoError,
    { code: 'UndeclaredImportedName', message: 'undefined: shop.Price' },
    { code: 'UndeclaredImportedName', message: 'undefined: shop.Price (but have PRICE)' },
    true,
  ],
  [
    sameRustError,
    { code: 'E0425', message: 'cannot find value `totl` in this scope: not found in this scope' },
    {
      code: 'E0425',
      message:
        'cannot find value `totl` in this scope: help: a local variable with a similar name exists: `total`',
    },
    true,
  ],
  [
    sameRustError,
    { code: 'E0308', message: 'mismatched types: expected `u8`, found `u16`' },
    { code: 'E0308', message: 'mismatched types: expected `u8`, found `u32`' },
    false,
  ],
  [
    BY_SUGGESTION,
    { code: 'attr-defined', message: 'Module "a" has no attribute "totl"' },
    { code: 'attr-defined', message: 'Module "a" has no attribute "totl"; maybe "total"?' },
    true,
  ],
  [
    bothWays([TS, CPP, undefined]),
    { code: 2304, message: "Cannot find name 'a'." },
    { code: 2552, message: "Cannot find name 'a'. Did you mean 'b'?" },
    true,
  ],
];

test.each(ROWS)('%#: a suggestion makes no other error', (how, one, other, same) => {
  const finding = { file: 'a', line: 1, character: 1, severity: 'error' } as const;
  const now = { ...finding, ...other };
  for (const text of ['x\n', 'changed\n'])
    expect(
      stoodBefore(
        { diagnostics: [{ ...finding, ...one }], text: 'x\n' },
        { diagnostics: [now], text },
        how,
      ).has(now),
    ).toBe(same);
});

test('servers that have TypeScript in them compare its errors in the same way', () => {
  const ids = WELL_KNOWN.filter(({ sameError }) => sameError === sameTypescriptError).map(({ id }) => id);
  for (const id of ['astro', 'deno', 'svelte', 'vtsls', 'vue']) expect(ids).toContain(id);
  expect(ids).not.toContain('oxlint');
});

test('a comment in JSON is no error of the edit where the file had a comment, or a comma at the end', () => {
  const how = WELL_KNOWN.find(({ id }) => id === 'json')?.sameError;
  const at = (line: number, code: number, message: string): Diagnostic => ({
    ...{ file: 'a', line, character: 1, severity: 'error', message, code },
  });
  const old = at(1, 521, 'Comments are not permitted in JSON.');
  const now = [
    at(1, 521, 'Comments are not permitted in JSON.'),
    at(3, 521, 'Comments are not permitted in JSON.'),
    at(4, 519, 'Trailing comma'),
    at(5, 514, 'Expected comma'),
  ];
  const after = '// a\n{\n// b\n"x": 1,\n"y"}\n';
  const stood = (diagnostics: readonly Diagnostic[]): number[] =>
    now
      .filter((one) =>
        stoodBefore({ diagnostics, text: '// a\n{}\n' }, { diagnostics: now, text: after }, how).has(one),
      )
      .map(({ line }) => line);
  expect(stood([old])).toEqual([1, 3, 4]);
  expect(stood([])).toEqual([]);
});

test.each([
  'pyrightconfig.json',
  'sub/tsconfig.build.json',
  '.vscode/extensions.json',
  'user/settings.json',
  'my-color-theme.json',
  '.markdownlint.json',
  'Properties/launchSettings.json',
  'appsettings.Development.json',
  'common/config/rush/version-policies.json',
  'x.code-snippets',
  'deno.json',
  'turbo.json',
])('%s is read as JSON with comments', (path) => {
  expect(languageIdFor({}, `/w/${path}`)).toBe('jsonc');
});

test.each([
  'package.json',
  'composer.json',
  'settings/a.json',
  'data.json',
  'package-lock.json',
  'vercel.json',
])('%s is JSON', (path) => {
  expect(languageIdFor({}, `/w/${path}`)).toBe('json');
});
