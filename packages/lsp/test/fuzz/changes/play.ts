import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';

import type { CheckReport, Diagnostic, LspRequests } from '../../../src/types.ts';
import type { ToolResult } from '../../harness/agent.ts';
import { outcomes } from '../../harness/lab.ts';
import type { Mcp } from '../../harness/mcp.ts';
import type { Workspace } from '../../harness/workspace.ts';
import type { Edit, Step } from './steps.ts';
import type { Errors, Truth } from './truth.ts';

/** One host session. */
export interface Host {
  request<M extends keyof LspRequests>(
    method: M,
    params: LspRequests[M]['params'],
  ): Promise<LspRequests[M]['result']>;
  ask<M extends keyof LspRequests>(
    method: M,
    params: LspRequests[M]['params'],
  ): { id: number; result: Promise<LspRequests[M]['result']> };
  cancel(id: number): void;
  readonly mcp: Mcp;
}

/** Those of the servers that run. */
export interface Processes {
  /** @param server of all, unless one is named */
  running(server?: string): Promise<readonly number[]>;
  /** Resolves once it has ended. */
  gone(pid: number): Promise<unknown>;
}

export interface Stage {
  readonly workspace: Workspace;
  /** They ask by turns. */
  readonly hosts: readonly Host[];
  readonly processes: Processes;
  readonly truth: Truth;
  /** Servers that nobody asks for a moment are shut down. */
  readonly idles: boolean;
  /** Some answers come too late. */
  readonly late: boolean;
}

/** More than the engine tells apart. */
const BIG = 1100;

interface Asked {
  readonly filePath: string;
  readonly text?: string;
  readonly before?: string;
  readonly created?: true;
}

/** How many searches for other files there were, and how many claimed to be complete. */
interface Searches {
  all: number;
  complete: number;
}

/** Takes steps, and compares what is reported with the truth. */
export class Play {
  readonly searches: Searches = { all: 0, complete: 0 };
  readonly #texts: Map<string, string>;
  /** Servers that have ended, and that nobody has started again. */
  readonly #broken = new Set<string>();
  /** The next check that takes its time starts others. */
  #isEnvironmentOther = false;
  #turn = 0;
  #checkouts = 0;

  constructor(
    private readonly stage: Stage,
    files: Readonly<Record<string, string>>,
  ) {
    this.#texts = new Map(Object.entries(files));
  }

  async do(step: Step): Promise<void> {
    switch (step.kind) {
      case 'shell':
        this.#write(step.file, step.text);
        return;
      case 'checkout':
        if (step.isBig) this.#writeMany();
        for (const { file, text } of step.edits) this.#write(file, text);
        return;
      case 'edit':
        await this.#edit(step.edits, step.together, step.others);
        return;
      case 'interrupted':
        await this.#interrupt(step.asked, step.edits, step.after);
        return;
      case 'renamed':
        this.#rename(step.file, step.to);
        return;
      case 'edit and crash':
        await this.#editAndCrash(step.edit, step.server);
        return;
      case 'proposal':
        await this.#propose(step.edits, step.deleted, step.edit);
        return;
      case 'deleted':
        this.#write(step.file, undefined);
        await this.#check([], true, [step.file]);
        return;
      case 'unchanged':
        await this.#check([{ filePath: step.file }], false);
        return;
      case 'all':
        this.#compareListed(
          await this.#host().request('lsp/diagnostics', {}),
          await this.#errors(this.stage.truth.servers),
        );
        return;
      case 'navigation':
        await this.#navigate(step.file);
        return;
      case 'crash':
        await this.#crash(step.server);
        return;
      case 'killed':
        // One that is just being shut down is not broken, nor one that another takes the place of.
        if (!this.stage.idles && !this.#isEnvironmentOther && (await this.#kill(step.server)))
          this.#broken.add(step.server);
        return;
      case 'restarted':
        await this.#host().request('lsp/restart', {});
        this.#broken.clear();
        return;
      case 'rest':
        await this.#rest();
        return;
      case 'environment':
        this.#changeEnvironment(step.number);
    }
  }

  /** By turns. */
  #host(): Host {
    const host = this.stage.hosts[this.#turn++ % this.stage.hosts.length];
    assert.ok(host !== undefined);
    return host;
  }

  get #running(): string[] {
    return this.stage.truth.servers.filter((server) => !this.#broken.has(server));
  }

  #errors(servers: readonly string[]): Promise<Errors> {
    return this.stage.truth.errors(this.#texts, servers);
  }

  async #edit(edits: readonly Edit[], together: boolean, others: boolean): Promise<void> {
    const files = this.#writeAll(edits);
    const questions = together ? [files] : files.map((file) => [file]);
    await Promise.all(questions.map((asked) => this.#check(asked, others)));
  }

  async #interrupt(
    what: 'check' | 'others' | 'all' | 'proposal',
    edits: readonly Edit[],
    after: number,
  ): Promise<void> {
    const host = this.#host();
    const proposed = edits.map(({ file, text }) => ({ filePath: file, text }));
    const files = what === 'check' || what === 'others' ? this.#writeAll(edits) : [];
    const { id, result } =
      what === 'all'
        ? host.ask('lsp/diagnostics', {})
        : what === 'proposal'
          ? host.ask('lsp/propose', { files: proposed, others: true })
          : host.ask('lsp/check', { files, others: what === 'others' });
    // It may be answered before.
    const settled = result.catch(() => undefined);
    for (let turn = 0; turn < after; turn += 1) await host.request('lsp/status', {});
    host.cancel(id);
    await settled;
  }

  async #editAndCrash(edit: Edit, server: string): Promise<void> {
    const running = await this.stage.processes.running(server);
    const { result } = this.#host().ask('lsp/check', { files: this.#writeAll([edit]), others: true });
    await this.#kill(server);
    await result;
    if (running.length === 0) return;
    await this.#host().request('lsp/restart', { id: server });
    this.#broken.delete(server);
  }

  async #propose(
    edits: readonly Edit[],
    deleted: string | undefined,
    meanwhile: Edit | undefined,
  ): Promise<void> {
    const proposed = new Map(this.#texts);
    for (const { file, text } of edits) proposed.set(file, text);
    if (deleted !== undefined && edits.some(({ file }) => file === deleted)) return;
    if (deleted !== undefined) proposed.delete(deleted);
    const asked = this.#host().request('lsp/propose', {
      files: edits.map(({ file, text }) => ({ filePath: file, text })),
      ...(deleted !== undefined && { deleted: [deleted] }),
      others: true,
    });
    if (meanwhile !== undefined) {
      await this.#check(this.#writeAll([meanwhile]), true);
      await asked;
      return;
    }
    const report = await asked;
    if (!this.stage.truth.ofAnyTree) return;
    this.#compareListed(
      { ...report.files, ...report.others },
      await this.stage.truth.errors(proposed, this.stage.truth.servers),
    );
  }

  #rename(file: string, to: string): void {
    const text = this.#texts.get(file);
    if (text === undefined || file === to || extname(file) !== extname(to)) return;
    const { workspace } = this.stage;
    renameSync(workspace.path(file), workspace.path(to));
    this.#texts.delete(file);
    this.#texts.set(to, text);
  }

  async #navigate(file: string): Promise<void> {
    if (!this.#texts.has(file)) return;
    const params = { name: 'lsp_hover', arguments: { file, line: 1, character: 1 } };
    const result = (await this.#host().mcp.request('tools/call', params)) as ToolResult;
    const { truth } = this.stage;
    const hover = truth.hover?.bind(truth);
    // A part of an answer is none.
    if (hover === undefined || (result.isError === true && this.#broken.size > 0)) return;
    assert.notEqual(result.isError, true, JSON.stringify(result.content));
    const lines = (result.structuredContent?.content ?? '').split('\n');
    assert.deepEqual(
      lines.filter((line) => line.includes(': ')).sort(),
      this.#running
        .filter((server) => truth.isLinter?.(server) !== true)
        .map((server) => hover(server, file, this.#texts))
        .sort(),
      `hover in ${file}`,
    );
  }

  /** @returns whether there was one */
  async #kill(server: string): Promise<boolean> {
    const running = await this.stage.processes.running(server);
    for (const pid of running) kill(pid);
    await Promise.all(running.map((pid) => this.stage.processes.gone(pid)));
    return running.length > 0;
  }

  async #crash(server: string): Promise<void> {
    if (!(await this.#kill(server))) return;
    await this.#host().request('lsp/restart', { id: server });
    this.#broken.delete(server);
  }

  async #rest(): Promise<void> {
    const { idles, late, processes } = this.stage;
    // One that owes an answer does not rest.
    if (idles && !late) await Promise.all((await processes.running()).map((pid) => processes.gone(pid)));
  }

  #changeEnvironment(number: number): void {
    // Its process is another one, and not broken.
    if (this.#broken.size > 0) return;
    this.#isEnvironmentOther = true;
    const { workspace } = this.stage;
    const choice = workspace.path('.pdm-python');
    rmSync(choice, { force: true });
    if (number === 0) return;
    const bin = join(workspace.outside, `environment-${number}`, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'python'), '');
    chmodSync(join(bin, 'python'), 0o755);
    writeFileSync(choice, `${join(bin, 'python')}\n`);
  }

  /** Servers are notified of them, and find nothing in them. */
  #writeMany(): void {
    this.#checkouts += 1;
    for (let number = 0; number < BIG; number += 1)
      this.stage.workspace.write(`data/${number}.json`, `${this.#checkouts}\n`);
  }

  /** @returns what a tool says of it */
  #writeAll(edits: readonly Edit[]): Asked[] {
    const befores = edits.map((each) => this.#texts.get(each.file));
    for (const each of edits) this.#write(each.file, each.text);
    return edits.map(({ file, text }, index) => ({ filePath: file, text, ...former(befores[index]) }));
  }

  #write(file: string, text: string | undefined): void {
    if (text === undefined) {
      rmSync(this.stage.workspace.path(file), { force: true });
      this.#texts.delete(file);
    } else {
      this.stage.workspace.write(file, text);
      this.#texts.set(file, text);
    }
  }

  async #check(files: readonly Asked[], others: boolean, deleted: readonly string[] = []): Promise<void> {
    const report = await this.#host().request('lsp/check', {
      files: [...files],
      deleted: [...deleted],
      others,
    });
    if (files.length > 0) this.#isEnvironmentOther = false;
    const named = files.map(({ filePath }) => filePath);
    await this.#compareNamed(report, named);
    if (others) await this.#compareOthers(report, named, [...named, ...deleted]);
  }

  async #compareNamed(report: CheckReport, named: readonly string[]): Promise<void> {
    const { truth, late } = this.stage;
    const isRefused = named.some((file) => truth.isRefused?.(this.#texts.get(file) ?? '') === true);
    const all = Object.entries(outcomes(report)).filter(([server]) => truth.isLinter?.(server) !== true);
    // Otherwise deadlines are far.
    if (!late && !isRefused)
      for (const [server, outcome] of all)
        assert.equal(outcome, this.#broken.has(server) ? 'broken' : 'complete', server);
    const errors = await this.#errors(this.#running);
    const isWhole = all.every(([, outcome]) => outcome === 'complete' || outcome === 'broken');
    if (!isWhole) this.#compareListed(report.files, errors);
    else
      for (const file of named)
        assert.deepEqual(this.#shown(report.files[file] ?? []), errors[file] ?? [], `of ${file}`);
  }

  /**
   * Where the result says that it is all there is, it is, and it says so only if the servers run that judge
   * what has changed.
   */
  async #compareOthers(
    { others, othersComplete }: CheckReport,
    named: readonly string[],
    changed: readonly string[],
  ): Promise<void> {
    this.searches.all += 1;
    const { truth } = this.stage;
    const besides = (errors: Errors): Errors =>
      Object.fromEntries(Object.entries(errors).filter(([file]) => !named.includes(file)));
    const all = besides(await this.#errors(truth.servers));
    const listed = this.#compareListed(others, all);
    if (!othersComplete) return;
    this.searches.complete += 1;
    const isServed = ![...this.#broken].some((server) => changed.some((file) => truth.serves(server, file)));
    assert.deepEqual(
      listed,
      isServed ? besides(await this.#errors(this.#running)) : all,
      'of other files, in a result that claims to be complete',
    );
  }

  /** What is listed is true. */
  #compareListed(found: Readonly<Record<string, Diagnostic[]>>, errors: Errors): Errors {
    const listed = Object.entries(found)
      .filter(([, diagnostics]) => diagnostics.length > 0)
      .map(([file, diagnostics]): [string, string[]] => [file, this.#shown(diagnostics)])
      .filter(([, shown]) => shown.length > 0);
    for (const [file, shown] of listed) {
      const wrong = shown.filter((error) => !errors[file]?.includes(error));
      assert.deepEqual(wrong, [], `of ${file}, which is another one: ${JSON.stringify(errors[file] ?? [])}`);
    }
    return Object.fromEntries(listed);
  }

  #shown(diagnostics: readonly Diagnostic[]): string[] {
    return diagnostics.flatMap((diagnostic) => this.stage.truth.shown(diagnostic) ?? []).sort();
  }
}

/** It may have ended by itself. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function former(before: string | undefined): { before: string } | { created: true } {
  return before === undefined ? { created: true } : { before };
}
