import { describe, expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { LspConfig, ServerConfig, TriedFix } from '../../src/types.ts';
import { type Lab, outcomes } from '../harness/lab.ts';
import type { Tree } from '../harness/workspace.ts';
import type { Define } from './needs.ts';
import { found, type Links, openReal } from './real-lab.ts';

/** A text with one error, and how the title of its fix begins. */
export interface Broken {
  file: string;
  text: string;
  title: string;
  /** Also named in the result of the edit; a removal is not. */
  offered?: boolean;
  /** The text with the fix. */
  fixed: string;
}

export interface FixesLanguage {
  title: string;
  define: Define;
  servers: readonly string[] | Readonly<Record<string, ServerConfig>>;
  config?: Omit<LspConfig, 'servers' | 'checkers'>;
  project: Tree;
  links?: Links;
  cases: readonly Broken[];
  /** The compiler's own command, which succeeds if the project has no error. */
  compile: readonly string[];
}

const read = (lab: Lab, file: string): string => readFileSync(join(lab.workspace.root, file), 'utf8');

/** Each fix is written, and the compiler accepts the file. */
export function describeFixes({
  title,
  define,
  servers,
  config,
  project,
  links,
  cases,
  compile,
}: FixesLanguage): void {
  describe(title, () => {
    let lab: Lab;
    define.beforeAll(async () => {
      lab = await openReal({
        servers,
        files: project,
        ...(links !== undefined && { links }),
        ...(config !== undefined && { config }),
      });
    });
    define.afterAll(() => lab[Symbol.asyncDispose]());

    for (const { file, text, title: wanted, offered = true, fixed } of cases) {
      define(
        `REQ-EXCL-020: ${wanted}: the fix is tried, not written, and once it is written the compiler accepts the file`,
        async () => {
          const before = String(project[file]);
          lab.workspace.write(file, before);
          expect(await compiled(lab, compile)).toBe('');
          lab.workspace.write(file, text);
          const checked = await lab.sidecar.request('lsp/check', {
            files: [{ filePath: file, before, text }],
            others: true,
            origins: true,
            written: true,
          });
          expect(Object.values(outcomes(checked)).filter((outcome) => outcome !== 'complete')).toEqual([]);
          expect(found(checked.files)[file]).not.toBeUndefined();
          const { fixes } = await lab.sidecar.request('lsp/fixes', { filePath: file });
          const kept = fixes.find((fix) => fix.title.startsWith(wanted));
          // The titles, so that a failure tells what there was instead.
          expect({
            titles: fixes.map((fix) => fix.title),
            files: kept?.files,
            isMarked: kept?.mark !== undefined,
          }).toEqual({ titles: expect.anything(), files: [{ file, text: fixed }], isMarked: !offered });
          expect(read(lab, file)).toBe(text);
          await apply(lab, kept!);
          expect(read(lab, file)).toBe(fixed);
          expect(await compiled(lab, compile)).toBe('');
          const after = await lab.sidecar.request('lsp/check', {
            files: [{ filePath: file, before: text }],
            others: true,
            written: true,
          });
          expect([found(after.files), found(after.others)]).toEqual([{}, {}]);
        },
      );
    }
  });
}

/** What the compiler prints if it finds an error; nothing, if it accepts the project. */
async function compiled(
  { workspace: { root } }: Lab,
  [program = '', ...args]: readonly string[],
): Promise<string> {
  const run = Bun.spawn([program, ...args], { cwd: root, stdout: 'pipe', stderr: 'pipe' });
  const printed = (
    await Promise.all([new Response(run.stdout).text(), new Response(run.stderr).text()])
  ).join('');
  return (await run.exited) === 0 ? '' : `failed: ${printed}`;
}

async function apply(lab: Lab, { id }: TriedFix): Promise<void> {
  const result = await lab.sidecar.request('lsp/fix', { ids: [id] });
  if ('refused' in result) throw new Error(result.refused);
  for (const { file, text, former } of result.changes) {
    expect(former).toBe(read(lab, file));
    lab.workspace.write(file, text);
  }
}
