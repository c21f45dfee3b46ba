import { describe, expect } from 'bun:test';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Diagnostic, LspConfig, ServerConfig } from '../../src/types.ts';
import { Agent } from '../harness/agent.ts';
import type { Lab } from '../harness/lab.ts';
import type { Tree } from '../harness/workspace.ts';
import type { Define } from './needs.ts';
import { type Links, openReal } from './real-lab.ts';

/** A language, its server, and the checker that stands in for it. */
export interface CheckedLanguage {
  readonly title: string;
  readonly define: Define;
  readonly checker: string;
  readonly server: string;
  readonly project: Tree;
  readonly links?: Links;
  /** How the server is taken away: a PATH that has not got it, or settings that name a program which is not there. */
  readonly without: Without;
  /** Files with something wrong, most of them, by the kind of it. */
  readonly kinds: Tree;
  /** Where the two do not say the same of one of them, and why. */
  readonly apart?: Readonly<Record<string, Apart>>;
  /** What the checker's projects come to, where that is not `complete`: by root, how the reason begins. */
  readonly incomplete?: Readonly<Record<string, string>>;
  /** An edit that breaks a clean file, and one that breaks another file. */
  readonly edits: readonly Edit[];
}

export type Without =
  | { readonly kind: 'path'; readonly programs: readonly string[] }
  | { readonly kind: 'settings'; readonly settings: ServerConfig };

/** For a server that this package brings along, or that is its own checker: settings that name another program, which nobody has. */
export const GONE: Without = { kind: 'settings', settings: { command: 'a-language-server-that-is-gone' } };

export interface Apart {
  readonly why: string;
  readonly server?: readonly string[];
  readonly checker?: readonly string[];
}

export interface Edit {
  readonly file: string;
  readonly clean: string;
  readonly broken: string;
  /** The file that has the error then. */
  readonly at: string;
}

const ALL = {
  includeSeverities: ['error', 'warning', 'info', 'hint'],
  maxDiagnosticsPerFile: 1000,
} satisfies LspConfig;

type Row = Pick<Diagnostic, 'line' | 'character' | 'severity' | 'message' | 'code'>;

export interface Judged {
  readonly diagnostics: Readonly<Record<string, readonly Row[]>>;
  readonly total: number;
  readonly servers?: readonly { readonly id: string; readonly outcome: string }[];
  readonly checkers?: readonly {
    readonly id: string;
    readonly root: string;
    readonly outcome: string;
    readonly reason?: string;
  }[];
}

/** What `lsp_diagnostics` says. Throws if it failed. */
export async function diagnose(agent: Agent, input: object): Promise<Judged> {
  const result = (await agent.mcp.request('tools/call', {
    name: 'lsp_diagnostics',
    arguments: { pageSize: 200, ...input },
  })) as {
    isError?: boolean;
    content: { text: string }[];
    structuredContent?: unknown;
  };
  if (result.isError === true || result.structuredContent === undefined)
    throw new Error(result.content.map(({ text }) => text).join('\n'));
  return result.structuredContent as Judged;
}

/** For each language: with its server, and without it, the same is found. */
export function describeChecked(language: CheckedLanguage): void {
  const {
    title,
    define,
    checker,
    server,
    project,
    links = {},
    without,
    kinds,
    apart = {},
    incomplete = {},
    edits,
  } = language;
  const options = { files: project, links, config: ALL };

  describe(title, () => {
    let served: Lab;
    let unserved: Agent;
    let bin: string | undefined;
    define.beforeAll(async () => {
      served = await openReal({ ...options, servers: [server] });
      const servers = { [server]: without.kind === 'settings' ? without.settings : {} };
      if (without.kind === 'path') bin = onlyPrograms(without.programs);
      unserved = await withPath(bin && `${bin}:/usr/bin:/bin`, async () =>
        Agent.over(await openReal({ ...options, servers, checkers: { [checker]: {} } })),
      );
    });
    define.afterAll(async () => {
      await Promise.all([served[Symbol.asyncDispose](), unserved[Symbol.asyncDispose]()]);
      if (bin !== undefined) rmSync(bin, { recursive: true });
    });

    /** Files as they were before the kinds. */
    function mend(): void {
      for (const { workspace } of [served, unserved.lab]) {
        for (const path of Object.keys(kinds)) {
          const text = project[path];
          if (text === undefined) rmSync(workspace.path(path), { force: true });
          else workspace.write(path, text);
        }
      }
    }

    define(
      'without the language server, lsp_diagnostics finds what it would: same file, line, column, severity, message, and code if the compiler prints one',
      async () => {
        for (const { workspace } of [served, unserved.lab])
          for (const [path, text] of Object.entries(kinds)) workspace.write(path, text);
        const [report, judged] = await Promise.all([
          served.sidecar.request('lsp/check', {
            files: Object.keys(kinds).map((filePath) => ({ filePath, created: true })),
          }),
          diagnose(unserved, {}),
        ]);
        expect(report.servers.map(({ id, outcome }) => [id, outcome])).toContainEqual([server, 'complete']);
        expect(Object.keys(judged.diagnostics).filter((file) => !(file in kinds))).toEqual([]);
        const differences = Object.keys(kinds).flatMap(
          (file): [string, Pick<Apart, 'server' | 'checker'>][] => {
            const difference = differ(
              inPlace(report.files[file] ?? [], served),
              inPlace(judged.diagnostics[file] ?? [], unserved.lab),
            );
            return Object.keys(difference).length === 0 ? [] : [[file, difference]];
          },
        );
        expect(Object.fromEntries(differences)).toEqual(
          Object.fromEntries(
            Object.entries(apart).map(([file, { why: _, ...difference }]) => [file, difference]),
          ),
        );
        const staleProjects = (judged.checkers ?? []).filter(({ outcome }) => outcome !== 'complete');
        expect(Object.fromEntries(staleProjects.map(({ root, outcome }) => [root, outcome]))).toEqual(
          Object.fromEntries(Object.keys(incomplete).map((root) => [root, 'incomplete'])),
        );
        for (const { root, reason } of staleProjects)
          expect(reason).toStartWith(incomplete[root] ?? 'there is nothing to doubt');
        expect(new Set(judged.checkers?.map(({ id }) => id))).toEqual(new Set([checker]));
        const status = await unserved.lab.sidecar.request('lsp/status', {});
        expect(status.filter(({ serverPid }) => serverPid !== undefined)).toEqual([]);
      },
    );

    define(
      'what an edit breaks and what it mends is known to lsp_diagnostics, of the file itself and of the others, and to the checker when asked for',
      async () => {
        mend();
        for (const { workspace } of [served, unserved.lab])
          for (const { file, clean } of edits) workspace.write(file, clean);
        const clean = await diagnose(unserved, {});
        expect([clean.diagnostics, clean.checkers?.map(({ id, outcome }) => [id, outcome])]).toEqual([
          {},
          [[checker, 'complete']],
        ]);
        for (const { file, clean: mended, broken, at } of edits) {
          for (const { workspace } of [served, unserved.lab]) workspace.write(file, broken);
          // Those who ask at once share a run of the checker.
          const asked = [{ path: at }, { path: at, backend: 'checker' }, {}].map((input) =>
            diagnose(unserved, input),
          );
          const [{ files }, ...judged] = await Promise.all([
            served.sidecar.request('lsp/check', {
              files: [{ filePath: file, text: broken }, { filePath: at }],
            }),
            ...asked,
          ]);
          const found = files[at] ?? [];
          expect(found.map(({ severity }) => severity)).toContain('error');
          for (const { diagnostics, checkers } of judged) {
            expect([
              Object.keys(diagnostics),
              differ(found, diagnostics[at] ?? []),
              checkers?.map(({ id }) => id),
            ]).toEqual([[at], {}, [checker]]);
          }
          unserved.lab.workspace.write(file, mended);
          served.workspace.write(file, mended);
          expect((await diagnose(unserved, { path: at })).diagnostics).toEqual({ [at]: [] });
        }
        expect((await diagnose(unserved, { backend: 'server' })).diagnostics).toEqual({});
      },
    );
  });
}

/** Messages that name the folder itself, without it. */
function inPlace(rows: readonly Row[], { workspace: { root } }: Lab): Row[] {
  return rows.map((row) => ({ ...row, message: row.message.replaceAll(root, '') }));
}

/** What one of them alone says, where that is anything. A finding for which the checker has no code may have any. */
function differ(server: readonly Row[], checker: readonly Row[]): Pick<Apart, 'server' | 'checker'> {
  const left = [...checker];
  const alone = server.filter((row) => {
    const at = left.findIndex(
      (other) =>
        place(row) === place(other) &&
        row.message === other.message &&
        (other.code === undefined || other.code === row.code),
    );
    if (at === -1) return true;
    left.splice(at, 1);
    return false;
  });
  return {
    ...(alone.length > 0 && { server: alone.map(line) }),
    ...(left.length > 0 && { checker: left.map(line) }),
  };
}

function place({ severity, line: row, character }: Row): string {
  return `${severity} ${row}:${character}`;
}

function line(row: Row): string {
  return `${place(row)} ${row.code ?? '-'} ${row.message}`;
}

/** A folder with nothing but these programs, which it takes from PATH. */
function onlyPrograms(programs: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'lsp-bin-'));
  for (const program of ['node', ...programs])
    symlinkSync(Bun.which(program) ?? program, join(folder, program));
  return folder;
}

/** What is started meanwhile has this PATH. */
async function withPath<T>(path: string | undefined, start: () => Promise<T>): Promise<T> {
  const before = process.env['PATH'];
  if (path !== undefined) process.env['PATH'] = path;
  try {
    return await start();
  } finally {
    process.env['PATH'] = before;
  }
}
