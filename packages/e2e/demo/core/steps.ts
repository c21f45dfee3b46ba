/** One call of a tool, as a model would make it, and what has to come of it. */
export interface Step {
  readonly title: string;
  readonly tool: 'edit' | 'write_file' | 'apply_patch';
  readonly params: Readonly<Record<string, string>>;
  /** The errors that the result must show; no others. */
  readonly errors: readonly ExpectedError[];
}

export interface ExpectedError {
  readonly file: string;
  readonly code: string;
}

export const STEPS: readonly Step[] = [
  {
    title: 'A wrong argument. No language server runs yet: the first edit starts them.',
    tool: 'edit',
    params: { file_path: 'web/src/cart.ts', old_string: 'priceOf(item)', new_string: 'priceOf(item.cents)' },
    errors: [{ file: 'web/src/cart.ts', code: '2345' }],
  },
  {
    title: 'Mended.',
    tool: 'edit',
    params: { file_path: 'web/src/cart.ts', old_string: 'priceOf(item.cents)', new_string: 'priceOf(item)' },
    errors: [],
  },
  {
    title: 'Fine for the compiler, not for ESLint.',
    tool: 'edit',
    params: { file_path: 'web/src/receipt.ts', old_string: 'const lines', new_string: 'let lines' },
    errors: [{ file: 'web/src/receipt.ts', code: 'prefer-const' }],
  },
  {
    title: 'Mended.',
    tool: 'edit',
    params: { file_path: 'web/src/receipt.ts', old_string: 'let lines', new_string: 'const lines' },
    errors: [],
  },
  {
    title: 'A new signature: the written file is fine, its caller is not.',
    tool: 'write_file',
    params: {
      file_path: 'web/src/prices.ts',
      content: `export interface Item {
  name: string;
  cents: number;
  count: number;
}

export function priceOf(item: Item, discount: number): number {
  return item.cents * item.count * (1 - discount);
}
`,
    },
    errors: [{ file: 'web/src/cart.ts', code: '2554' }],
  },
  {
    title: 'A patch over two files mends the caller, and makes a mistake in the other one.',
    tool: 'apply_patch',
    params: {
      patch: `*** Begin Patch
*** Update File: web/src/cart.ts
@@
-export function total(items: readonly Item[]): number {
-  return items.reduce((sum, item) => sum + priceOf(item), 0);
+export function total(items: readonly Item[], discount = 0): number {
+  return items.reduce((sum, item) => sum + priceOf(item, discount), 0);
 }
*** Update File: web/src/receipt.ts
@@
-export function receipt(items: readonly Item[]): string {
+export function receipt(items: readonly Item[], discount: string): string {
   const lines = items.map((item) => item.count + ' x ' + item.name);
-  return [...lines, 'Total: ' + total(items) / 100].join('\\n');
+  return [...lines, 'Total: ' + total(items, discount) / 100].join('\\n');
 }
*** End Patch`,
    },
    errors: [{ file: 'web/src/receipt.ts', code: '2345' }],
  },
  {
    title: 'Mended.',
    tool: 'edit',
    params: {
      file_path: 'web/src/receipt.ts',
      old_string: 'discount: string',
      new_string: 'discount: number',
    },
    errors: [],
  },
  {
    title: 'A new Python file: pyright starts.',
    tool: 'write_file',
    params: {
      file_path: 'reports/totals.py',
      content: `from rows import Row


def total(rows: list[Row]) -> int:
    return sum(row.cents for row in rows) / 100
`,
    },
    errors: [{ file: 'reports/totals.py', code: 'reportReturnType' }],
  },
  {
    title: 'One patch in two languages: a mistake in each, and one more that only ESLint sees.',
    tool: 'apply_patch',
    params: {
      patch: `*** Begin Patch
*** Update File: reports/totals.py
@@
 def total(rows: list[Row]) -> int:
-    return sum(row.cents for row in rows) / 100
+    return sum(row.euros for row in rows)
*** Add File: web/src/export.ts
+import { receipt } from './receipts';
+
+export const asJson = (items: any) => JSON.stringify({ receipt: receipt(items, 0) });
*** End Patch`,
    },
    errors: [
      { file: 'reports/totals.py', code: 'reportAttributeAccessIssue' },
      { file: 'web/src/export.ts', code: '2307' },
      { file: 'web/src/export.ts', code: '@typescript-eslint/no-explicit-any' },
    ],
  },
  {
    title: 'Mended, as a unified diff.',
    tool: 'apply_patch',
    params: {
      patch: `--- a/reports/totals.py
+++ b/reports/totals.py
@@ -4,2 +4,2 @@
 def total(rows: list[Row]) -> int:
-    return sum(row.euros for row in rows)
+    return sum(row.cents for row in rows)
--- a/web/src/export.ts
+++ b/web/src/export.ts
@@ -1,3 +1,4 @@
-import { receipt } from './receipts';
+import type { Item } from './prices';
+import { receipt } from './receipt';
 
-export const asJson = (items: any) => JSON.stringify({ receipt: receipt(items, 0) });
+export const asJson = (items: readonly Item[]) => JSON.stringify({ receipt: receipt(items, 0) });
`,
    },
    errors: [],
  },
];
