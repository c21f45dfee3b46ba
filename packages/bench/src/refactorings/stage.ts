import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  Config,
  type LspConfig,
  type NavigationTool,
  type ToolContext,
  type ToolRegistry,
  type ToolResult,
} from '@vybestack/llxprt-lsp-core';
import { codeBaseOf } from '../accuracy/code-base.js';
import { headOf, isError, show, type Finding } from '../accuracy/finding.js';
import { CONFIG } from '../accuracy/host.js';
import { Compiler } from '../accuracy/origins/compiler.js';
import { median } from '../stats.js';
import { filesOf } from '../workspace.js';
import type { RefactoredSubject } from './subjects.js';

/** What came of one call of a tool. */
export interface Attempt {
  /** Why nothing was written, if so. */
  readonly refused?: string;
  /** An error that the compiler has and did not have before, or what is wrong with the bytes. */
  readonly wrong?: string;
  /** How many files have changed. */
  readonly files: number;
  readonly ms: number;
}

/** `identical`, `otherwise`: what came back was the same bytes, or was not. */
export type Back = 'identical' | 'refused' | 'otherwise';

export interface WayBack {
  readonly back?: Back;
  readonly backRefused?: string;
  /** An error that what came back has, and what stood before has not. */
  readonly backWrong?: string;
}

/** A host's tools; the results of those that write say nothing of diagnostics. */
export async function toolsIn(
  workspaceRoot: string,
  lsp: Required<LspConfig>,
): Promise<{
  readonly config: Config;
  readonly context: ToolContext;
  readonly tools: ReadonlyMap<string, NavigationTool>;
}> {
  const tools = new Map<string, NavigationTool>();
  const toolRegistry: ToolRegistry = {
    registerTool: (tool) => tools.set(tool.name, tool),
    unregisterTool: (name) => tools.delete(name),
  };
  const config = new Config({ workspaceRoot, lsp, logger: { debug: () => undefined }, toolRegistry });
  await config.initialize();
  const appendDiagnostics = (success: string): Promise<string> => Promise.resolve(success);
  return { config, context: { ...config.toolContext(), appendDiagnostics }, tools };
}

/** A real project, a service for it, and its compiler. */
export class RefactoringStage {
  private constructor(
    readonly subject: RefactoredSubject,
    readonly workspace: string,
    /** Of the files whose symbols are changed, by path. */
    readonly sources: ReadonlyMap<string, string>,
    readonly context: ToolContext,
    private readonly compiler: Compiler,
    private readonly config: Config,
  ) {}

  static async open(subject: RefactoredSubject, folder: string): Promise<RefactoringStage> {
    mkdirSync(folder, { recursive: true });
    const workspace = await subject.makeWorkspace(join(folder, 'workspace'));
    const { sources } = codeBaseOf({ ...subject, settings: () => false }, workspace);
    const { config, context } = await toolsIn(workspace, CONFIG);
    return new RefactoringStage(
      subject,
      workspace,
      sources,
      context,
      new Compiler(subject, workspace, folder),
      config,
    );
  }

  close(): Promise<void> {
    return this.config.shutdown();
  }

  /** Has a tool change the tree, and asks the compiler about it. A refusal must leave each byte. */
  async attempt(
    before: ReadonlyMap<string, string>,
    call: () => Promise<ToolResult>,
    isSame: SameError,
  ): Promise<Attempt> {
    const had = new Set((await this.errors()).map(keyOf));
    const began = performance.now();
    const { error } = await call();
    const ms = performance.now() - began;
    const files = this.changed(before).length;
    // It would refuse all that follows.
    if (error?.message.includes(' has ended and is not started again')) throw new Error(error.message);
    if (error !== undefined)
      return {
        files,
        ms,
        refused: error.message,
        ...(files > 0 && { wrong: `it was refused, and ${files} files have changed` }),
      };
    const caused = (await this.errors()).find((finding) => !had.has(keyOf(isSame(finding))));
    return { files, ms, ...(caused !== undefined && { wrong: show(caused) }) };
  }

  /** Without what rust-analyzer and cargo compute. */
  texts(): Map<string, string> {
    return new Map(
      filesOf(this.workspace)
        .filter((file) => !file.startsWith('target/'))
        .map((file) => [file, readFileSync(join(this.workspace, file), 'latin1')]),
    );
  }

  /** The files that are not what they were. */
  changed(before: ReadonlyMap<string, string>): string[] {
    const now = this.texts();
    return [...new Set([...before.keys(), ...now.keys()])].filter(
      (file) => before.get(file) !== now.get(file),
    );
  }

  restore(before: ReadonlyMap<string, string>): void {
    for (const file of this.changed(before)) {
      const [path, text] = [join(this.workspace, file), before.get(file)];
      if (text === undefined) rmSync(path);
      else {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, text, 'latin1');
      }
    }
  }

  /** Has a tool take a change back, and compares the bytes. Restores them if they differ. */
  async back(before: ReadonlyMap<string, string>, call: () => Promise<ToolResult>): Promise<WayBack> {
    const { error } = await call();
    if (error !== undefined) return { back: 'refused', backRefused: error.message };
    if (this.changed(before).length === 0) return { back: 'identical' };
    const now = await this.errors();
    this.restore(before);
    const had = new Set((await this.errors()).map(keyOf));
    const caused = now.find((finding) => !had.has(keyOf(finding)));
    return { back: 'otherwise', ...(caused !== undefined && { backWrong: show(caused) }) };
  }

  private async errors(): Promise<Finding[]> {
    return (await this.compiler.now()).judgement.findings.filter(isError);
  }
}

/** An error as it would have been before the change: by its old path and its old names. */
export type SameError = (finding: Finding) => Finding;

function keyOf({ file, code, message }: Finding): string {
  return [file, code ?? '', headOf(message)].join('\0');
}

/** For a terminal. */
export function attemptText(
  { refused, wrong, files, ms }: Attempt,
  { back, backRefused }: WayBack = {},
): string {
  const short = (text: string): string => text.split('\n').slice(0, 2).join(' ');
  const why = backRefused === undefined ? '' : ` (${short(backRefused)})`;
  const what =
    refused === undefined
      ? `${files} files${back === undefined ? '' : `, back ${back}${why}`}`
      : `refused: ${short(refused)}`;
  const isRight = wrong === undefined;
  return `${isRight ? 'ok' : 'WRONG'}  ${what}${isRight ? '' : `; ${wrong}`}; ${ms.toFixed(0)} ms`;
}

/** How many were asked for and written, how many are wrong, and their time. */
export function columns(
  attempts: readonly Attempt[],
): [asked: number, written: number, wrong: number, ms: string] {
  const count = (holds: (attempt: Attempt) => boolean): number => attempts.filter(holds).length;
  return [
    attempts.length,
    count(({ refused }) => refused === undefined),
    count(({ wrong }) => wrong !== undefined),
    attempts.length === 0 ? '-' : median(attempts.map(({ ms }) => ms)).toFixed(0),
  ];
}

/** How many came back identical, how many refused to, and how many came back otherwise. */
export function backCounts(cases: readonly { readonly back?: Back }[]): [number, number, number] {
  const count = (back: Back): number => cases.filter((one) => one.back === back).length;
  return [count('identical'), count('refused'), count('otherwise')];
}

/** What was found of one project. */
export interface OfProject<T> {
  readonly language: string;
  readonly title: string;
  readonly result: T;
}
