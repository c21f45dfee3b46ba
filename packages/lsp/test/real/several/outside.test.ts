import { beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Sidecar } from '../../harness/sidecar.ts';
import { stampsBelow, Workspace } from '../../harness/workspace.ts';
import type { Bootstrap, CheckReport, RefactorResult } from '../../../src/types.ts';
import { found } from '../real-lab.ts';

const LIMITS = {
  firstTouchTimeout: 60_000,
  diagnosticTimeout: 60_000,
  navigationTimeout: 60_000,
  checkerTimeout: 120_000,
};

interface Session {
  readonly checked: CheckReport;
  readonly hover: string;
  readonly definition: string;
  readonly renamed: RefactorResult;
  /** What has run. */
  readonly marks: readonly string[];
  /** Of all files and folders beside the workspace, before and after. */
  readonly stamps: readonly [before: object, after: object];
}

/** Everything that is named lies beside the workspace, by absolute paths. */
async function session(): Promise<Session> {
  using workspace = new Workspace();
  const elsewhere = join(workspace.outside, 'elsewhere');
  const marks = join(workspace.outside, 'marks');
  mkdirSync(marks);
  const mark = (name: string): string => JSON.stringify(join(marks, name));
  const script = (name: string): string =>
    `require('node:fs').writeFileSync(${mark(name)}, '');\nmodule.exports = () => ({ create: (info) => info.languageService });\n`;
  const beside: Record<string, string> = {
    'secret.ts': "export const secret = 'of somebody else' as const;\n",
    'run.js': script('imported module'),
    'secret.py': `open(${mark('imported python')}, 'w').close()\nsecret: int = 1\n`,
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        lib: ['es2022'],
        allowJs: true,
        incremental: true,
        tsBuildInfoFile: './info',
        outDir: './out',
        plugins: [{ name: 'evil' }],
      },
    }),
    'node_modules/evil/index.js': script('plugin'),
    'node_modules/typescript/package.json': '{"name": "typescript", "version": "5.9.3"}',
    ...Object.fromEntries(
      ['tsserver', 'typescript', 'tsc', '_tsserver', '_tsc'].map((name) => [
        `node_modules/typescript/lib/${name}.js`,
        script(`typescript ${name}`),
      ]),
    ),
    'eslint.config.mjs': `import { writeFileSync } from 'node:fs';\nwriteFileSync(${mark('eslint.config')}, '');\nexport default [];\n`,
    'venv/bin/python': `#!/bin/sh\n: > ${mark('python')}\n`,
    'schema.json': '{"properties": {"a": {"type": "number"}}}',
  };
  for (const [name, text] of Object.entries(beside)) workspace.write(join('..', 'elsewhere', name), text);
  chmodSync(join(elsewhere, 'venv/bin/python'), 0o755);
  const files = {
    'main.ts': `import ${JSON.stringify(join(elsewhere, 'run.js'))};\nimport { secret } from ${JSON.stringify(join(elsewhere, 'secret'))};\nexport const wrong: 'mine' = secret;\n`,
    'main.py': 'import secret\nwrong: str = secret.secret\n',
    'main.json': `{"$schema": ${JSON.stringify(pathToFileURL(join(elsewhere, 'schema.json')).href)}, "a": "x"}\n`,
  };
  for (const [name, text] of Object.entries(files)) workspace.write(name, text);
  workspace.write(
    'tsconfig.json',
    JSON.stringify({ extends: join(elsewhere, 'tsconfig.json'), include: ['**/*', `${elsewhere}/*.ts`] }),
  );
  workspace.write(
    'pyrightconfig.json',
    JSON.stringify({ extraPaths: [elsewhere], venvPath: elsewhere, venv: 'venv' }),
  );
  const before = stampsBelow(elsewhere);
  const bootstrap: Bootstrap = { workspaceRoot: workspace.root, config: LIMITS, trusted: false };
  await using sidecar = new Sidecar({ bootstrap: JSON.stringify(bootstrap) });
  await sidecar.ready();
  const checked = await sidecar.request('lsp/check', {
    files: Object.keys(files).map((filePath) => ({ filePath })),
    others: true,
  });
  const mcp = sidecar.openMcp();
  await mcp.initialize();
  const call = async (tool: string): Promise<string> => {
    const { content } = (await mcp.request('tools/call', {
      name: `lsp_${tool}`,
      arguments: { file: 'main.ts', line: 2, character: 10 },
    })) as { content: { text: string }[] };
    return content.map(({ text }) => text).join('\n');
  };
  const [hover, definition] = [await call('hover'), await call('goto_definition')];
  const renamed = await sidecar.request('lsp/refactor', {
    kind: 'rename',
    filePath: 'main.ts',
    symbol: 'secret',
    line: 2,
    newName: 'mine',
    force: true,
  });
  await sidecar.request('lsp/checkProject', {});
  return {
    checked,
    hover,
    definition,
    renamed,
    marks: readdirSync(marks),
    stamps: [before, stampsBelow(elsewhere)],
  };
}

describe('files outside of a workspace that nobody trusts, which it names by absolute paths', () => {
  let asked: Session;
  beforeAll(async () => {
    asked = await session();
  }, 300_000);

  test('are read by servers, which is stated in docs/security.md: their types are seen', () => {
    expect(found(asked.checked.files)).toMatchObject({
      'main.ts': [`3:14 2322 Type '"of somebody else"' is not assignable to type '"mine"'.`],
      'main.py': [expect.stringContaining('"int" is not assignable to declared type "str"')],
    });
    expect(asked.hover).toContain('of somebody else');
  });

  test('are not run', () => {
    expect(asked.marks).toEqual([]);
  });

  test('are not written, nor is anything beside them', () => {
    const [before, after] = asked.stamps;
    expect(after).toEqual(before);
    const changes = 'refused' in asked.renamed ? [] : asked.renamed.changes;
    expect(changes.filter(({ file }) => file !== 'main.ts')).toEqual([]);
  });

  test('are not judged, and their places are not reported', () => {
    expect(
      Object.keys(asked.checked.files).filter((file) => file.includes('elsewhere') || file.startsWith('..')),
    ).toEqual([]);
    expect(asked.definition).not.toContain('elsewhere');
  });
});
