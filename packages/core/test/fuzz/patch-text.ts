import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Budget, type FuzzTarget, Runs } from '../../../../scripts/lib/fuzz/target.js';
import { applyPatch } from '../../src/tools/apply-patch.js';
import { edit } from '../../src/tools/edit.js';
import { writeFile } from '../../src/tools/write-file.js';
import { contentsOf, Folder } from './folder.js';
import { hostileText } from './hostile-text.js';

/** `@` is the folder around the workspace. */
const path = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'a',
      'd/b',
      'new',
      'n/e/w',
      'link',
      'link/x',
      'file',
      'dangling',
      'loop',
      'in/b',
      'd',
      '.',
      '..',
      '../outside/secret',
      '../outside/new',
      'd/../../outside/secret',
      '@/outside/secret',
      '@/work/a',
      '@/work/../outside/x',
      '/etc/passwd',
      '~/x',
      'a/',
      'a/x',
      '\u00a0',
    ),
  },
  { weight: 1, arbitrary: hostileText },
);
const line = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    '',
    'secret',
    '+a',
    '-a',
    ' a',
    '-secret',
    '+x',
    '@@',
    '@@ a',
    '@@ -1 +1 @@',
    '@@ -0,0 +1 @@',
    '@@ -1,2 +0,0 @@',
    '@@ -1 +1',
    '*** End of File',
    '*** End Patch',
    '*** Begin Patch',
    '\\ No newline at end of file',
    'new file mode 100644',
    'new file mode 120000',
    'deleted file mode 100644',
    'new mode 100755',
    'similarity index 100%',
    'GIT binary patch',
    'index 1..2',
  ),
  path.map((name) => `*** Update File: ${name}`),
  path.map((name) => `*** Add File: ${name}`),
  path.map((name) => `*** Delete File: ${name}`),
  path.map((name) => `*** Move to: ${name}`),
  path.map((name) => `--- a/${name}`),
  path.map((name) => `+++ b/${name}`),
  path.map((name) => `--- ${name}`),
  path.map((name) => `+++ ${name}`),
  path.map((name) => `diff --git a/${name} b/${name}`),
  path.map((name) => `rename from ${name}`),
  path.map((name) => `rename to ${name}`),
  hostileText,
);
/** Nearly right ones, of which most do something. */
const whole = fc.oneof(
  path.map((name) => ['*** Begin Patch', `*** Add File: ${name}`, '+x', '*** End Patch']),
  path.map((name) => ['*** Begin Patch', `*** Delete File: ${name}`, '*** End Patch']),
  fc
    .tuple(path, path)
    .map(([from, to]) => [
      '*** Begin Patch',
      `*** Update File: ${from}`,
      `*** Move to: ${to}`,
      '@@',
      '-a',
      '+x',
      '*** End Patch',
    ]),
  fc
    .tuple(path, path)
    .map(([from, to]) => [`diff --git a/${from} b/${to}`, `rename from ${from}`, `rename to ${to}`]),
  path.map((name) => ['--- /dev/null', `+++ b/${name}`, '@@ -0,0 +1 @@', '+x']),
  path.map((name) => [`--- a/${name}`, '+++ /dev/null', '@@ -1 +0,0 @@', '-secret']),
);
const patch = fc
  .oneof(
    whole,
    fc.tuple(whole, fc.array(line, { maxLength: 3 })).map(([known, more]) => known.toSpliced(-1, 0, ...more)),
    fc.array(line, { maxLength: 12 }),
  )
  .map((lines) => lines.join('\n'));

const call = fc.oneof(
  { weight: 4, arbitrary: fc.record({ tool: fc.constant(applyPatch), params: fc.record({ patch }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      tool: fc.constant(edit),
      params: fc.record({
        file_path: path,
        old_string: fc.constantFrom('a', 'secret', ''),
        new_string: hostileText,
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      tool: fc.constant(writeFile),
      params: fc.record({ file_path: path, content: hostileText }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ tool: fc.constantFrom(applyPatch, edit, writeFile), params: fc.anything() }),
  },
);

const property = (folder: Folder, runs: Runs) =>
  fc.asyncProperty(
    fc.array(call, { minLength: 1, maxLength: 3 }),
    runs.of(async (calls) => {
      folder.fill({ a: 'a\nb\n', 'd/b': 'a\n' });
      for (const [name, target] of Object.entries({
        link: '../outside',
        file: '../outside/secret',
        dangling: '../outside/new',
        loop: 'loop',
        in: 'd',
      }))
        symlinkSync(target, join(folder.root, name));
      for (const { tool, params } of calls) {
        const before = contentsOf(folder.root);
        const { llmContent, error } = await tool(placed(params, folder.around), {
          workspaceRoot: folder.root,
          appendDiagnostics: (success) => Promise.resolve(success),
        });
        assert.equal(typeof llmContent, 'string');
        const after = contentsOf(folder.root);
        if (error !== undefined) assert.deepEqual(after, before, `refused, and yet: ${error.message}`);
        assert.deepEqual(
          Object.keys(after).filter((name) => name.endsWith('.tmp')),
          [],
        );
      }
      assert.deepEqual(contentsOf(folder.outside), { secret: 'secret\n' });
    }),
  );

/** With `@` in its texts as the folder's own name. */
function placed(params: unknown, around: string): unknown {
  if (typeof params !== 'object' || params === null) return params;
  return Object.fromEntries(
    Object.entries(params).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'string' ? value.replaceAll('@/', `${around}/`) : value,
    ]),
  );
}

export const patchText: FuzzTarget = {
  name: 'patch-text',
  holds:
    'REQ-BOUNDARY-030: whatever the three tools are asked, they never throw, what is refused changes nothing, and nothing outside is touched',
  check: async (budget: Budget) => {
    using folder = new Folder();
    await using runs = new Runs();
    writeFileSync(join(folder.outside, 'secret'), 'secret\n');
    return await fc.check(property(folder, runs), budget);
  },
  found: {},
};
