import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import type { Diagnostic } from 'vscode-languageserver-protocol';

import type { FileChange } from '../../../../client/protocol/registrations.ts';
import { LspClient } from '../../../../client/lsp-client.ts';
import type { UnopenedResult } from '../../../../backend/diagnostics/source.ts';
import { MOST_PROJECTS } from '../../server/typescript7-api.ts';
import { Typescript7Source } from '../../server/typescript7.ts';
import type { AdmittedPath } from '../../../../support/paths.ts';
import { createSearch } from '../../../../backend/program/search.ts';
import { define } from '../../../../backend/server-preset.ts';
import { typescript } from '../../typescript.ts';
import { type Tree, Workspace } from '../../../../../test/harness/workspace.ts';
import { linkMonorepo, MONOREPO } from './typescript-monorepo.ts';

/** As scaffolding tools lay a package out. */
const SOLUTION: Tree = {
  'packages/web/package.json': '{ "name": "@m/web", "type": "module" }',
  'packages/web/tsconfig.json':
    '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tsconfig.spec.json" }] }',
  'packages/web/tsconfig.app.json':
    '{ "compilerOptions": { "composite": true, "noUnusedLocals": true, "types": [], "outDir": "out" }, "include": ["src"], "exclude": ["**/*.spec.ts"] }',
  'packages/web/tsconfig.spec.json':
    '{ "compilerOptions": { "composite": true, "types": [], "outDir": "spec" }, "include": ["src/**/*.spec.ts"], "references": [{ "path": "./tsconfig.app.json" }] }',
  'packages/web/src/view.ts': 'const unused = 1;\nexport const view = 1;\n',
  'packages/web/src/view.spec.ts':
    'import { view } from "./view";\nconst unused = 1;\nexport const wrong: string = view;\n',
};

const UNTIL_ASKED = AbortSignal.timeout(50_000);

describe('TypeScript 7, asked about files that nobody opened', () => {
  let workspace: Workspace;
  let client: LspClient;
  let source: Typescript7Source;

  beforeAll(async () => {
    workspace = new Workspace({ ...MONOREPO, ...SOLUTION });
    linkMonorepo(workspace, 'typescript-v7');
    const location = define(typescript).locate(
      workspace.root,
      createSearch({ workspaceRoot: workspace.root }),
    );
    if (location.kind !== 'found') throw new Error(location.reason);
    client = new LspClient({ launch: location.launch, log: () => undefined, startLimit: 20_000 });
    await client.started;
    source = new Typescript7Source(client);
  });
  afterAll(async () => {
    await client.stop();
    workspace[Symbol.dispose]();
  });

  const path = (name: string): AdmittedPath => workspace.path(name) as AdmittedPath;
  const unopened = (name: string): Promise<UnopenedResult> => source.askUnopened(path(name), UNTIL_ASKED);
  const errorsOf = (items: readonly Diagnostic[]): unknown[] =>
    items.flatMap(({ code, severity }) => (severity === 1 ? [code] : []));
  /** The answer in short: its codes, or its kind. */
  const briefly = async (name: string): Promise<unknown> => {
    const answer = await unopened(name);
    return answer.kind === 'complete' ? errorsOf(answer.items) : answer.kind;
  };
  /** Opens it for as long as it takes to judge it. */
  const opened = async (name: string, text: string): Promise<unknown[]> => {
    const content = { text, stamp: undefined, asOf: performance.now(), languageId: 'typescript' };
    const document = await client.queue.write(() =>
      Promise.resolve(client.documents.put({ path: path(name), ...content })),
    );
    const answer = await source.ask(document, UNTIL_ASKED, Infinity);
    client.documents.close(path(name));
    return answer.kind === 'complete' ? errorsOf(answer.items) : [answer];
  };
  /** As a session does. */
  const judged = async (name: string): Promise<unknown> => {
    const answer = await briefly(name);
    return answer === 'open-first' ? opened(name, await Bun.file(path(name)).text()) : answer;
  };
  const announce = (changes: Record<string, FileChange>): void => {
    client.announce(Object.entries(changes).map(([name, change]) => ({ path: path(name), change })));
  };

  test("REQ-DIAG-010: a project that nobody loaded is loaded; what another program holds is opened first; what no project holds is nobody's", async () => {
    expect(await briefly('packages/built/src/index.ts')).toEqual([2322]);
    expect(await briefly('packages/app/src/own.ts')).toEqual([]);
    // By the app's options it would be clean, and the app imports it.
    expect(await briefly('packages/base/src/list.ts')).toBe('open-first');
    expect(await opened('packages/base/src/list.ts', String(MONOREPO['packages/base/src/list.ts']))).toEqual([
      2532,
    ]);
    expect(await briefly('packages/aliased/src/index.test.ts')).toBe('outside');
    expect(await briefly('scripts/release.ts')).toBe('outside');
    expect(await briefly('packages/base/src/nothing.ts')).toBe('outside');
    expect(await briefly('packages/tested/src/index.test.ts')).toBe('open-first');
  });

  test('REQ-DIAG-010: of the projects that a solution lists the first one judges what it holds, and the others the rest', async () => {
    const [view, spec] = ['packages/web/src/view.ts', 'packages/web/src/view.spec.ts'];
    // The other one alone is loaded, and its program holds what it tests.
    expect(await opened(spec, String(SOLUTION[spec]))).toEqual([2322]);
    for (let round = 0; round < 2; round += 1) {
      expect(await judged(view)).toEqual([6133]);
      expect(await judged(spec)).toEqual([2322]);
    }
    expect(await briefly(view)).toEqual([6133]);
  });

  test('REQ-DIAG-010: tests with a configuration of their own are judged by it, in more packages than are kept loaded', async () => {
    const names = Array.from({ length: MOST_PROJECTS + 2 }, (_, n) => `packages/kept${n}`);
    for (const name of names) {
      workspace.write(
        `${name}/tsconfig.json`,
        '{ "compilerOptions": { "types": [] }, "exclude": ["*.test.ts"] }',
      );
      workspace.write(
        `${name}/tsconfig.test.json`,
        '{ "extends": "./tsconfig.json", "compilerOptions": { "noImplicitReturns": true }, "exclude": [] }',
      );
      workspace.write(
        `${name}/a.test.ts`,
        'export function f(n: number): number | undefined {\n  if (n > 0) return n;\n}\n',
      );
    }
    announce(
      Object.fromEntries(
        names.flatMap((name) =>
          ['tsconfig.json', 'tsconfig.test.json', 'a.test.ts'].map((file) => [`${name}/${file}`, 'created']),
        ),
      ),
    );
    for (const name of [...names, ...names])
      expect([name, await judged(`${name}/a.test.ts`)]).toEqual([name, [7030]]);
  });

  test('REQ-TIME-020: a question that nobody wants answered any more has no verdict', async () => {
    expect(await source.askUnopened(path('packages/built/src/index.ts'), AbortSignal.abort())).toMatchObject({
      kind: 'unanswered',
    });
    expect(await briefly('packages/built/src/index.ts')).toEqual([2322]);
  });

  test('REQ-KNOWN-010: what is installed, upgraded and removed counts as soon as its files are announced', async () => {
    const user = 'packages/app/src/uses.ts';
    const [manifest, types, newer] = [
      'node_modules/dep/package.json',
      'node_modules/dep/index.d.ts',
      'node_modules/dep/newer.d.ts',
    ];
    const write = (name: string, text: string): void => {
      workspace.write(name, text);
    };
    write(user, 'import { dep } from "dep";\nexport const wanted: string = dep;\n');
    announce({ [user]: 'created' });
    expect(await briefly(user)).toEqual([2307]);
    write(manifest, '{ "name": "dep", "version": "1.0.0", "types": "index.d.ts" }');
    write(types, 'export declare const dep: number;\n');
    announce({ [manifest]: 'created', [types]: 'created' });
    expect(await briefly(user)).toEqual([2322]);
    write(types, 'export declare const dep: string;\n');
    announce({ [types]: 'changed' });
    expect(await briefly(user)).toEqual([]);
    write(manifest, '{ "name": "dep", "version": "2.0.0", "types": "newer.d.ts" }');
    write(newer, 'export declare const dep: boolean;\n');
    announce({ [manifest]: 'changed', [newer]: 'created' });
    expect(await briefly(user)).toEqual([2322]);
    rmSync(workspace.path('node_modules/dep'), { recursive: true });
    announce({ [manifest]: 'deleted', [types]: 'deleted', [newer]: 'deleted' });
    expect(await briefly(user)).toEqual([2307]);
  });

  test('REQ-KNOWN-010: after a thousand files have changed at once, as by a checkout, the first answers are right', async () => {
    const names = Array.from({ length: 1200 }, (_, n) => `packages/app/src/many/file${n}.ts`);
    const all = async (change: FileChange, text?: string): Promise<unknown[]> => {
      for (const name of names) {
        if (text === undefined) workspace.remove(name);
        else workspace.write(name, text);
      }
      announce(Object.fromEntries(names.map((name) => [name, change])));
      return [await briefly(names[0] ?? ''), await briefly(names.at(-1) ?? '')];
    };
    expect(await all('created', 'export const some: number = 1;\n')).toEqual([[], []]);
    expect(await all('changed', 'export const some: number = "one";\n')).toEqual([[2322], [2322]]);
    expect(await all('changed', 'export const some: number = 2;\n')).toEqual([[], []]);
    expect(await all('deleted')).toEqual(['outside', 'outside']);
    expect(await briefly('packages/built/src/index.ts')).toEqual([2322]);
  });
});
