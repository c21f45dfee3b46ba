import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { CheckReport, Diagnostic, LspRequests } from '../../../src/types.ts';
import { type Lab, outcomes } from '../../harness/lab.ts';
import type { Mcp } from '../../harness/mcp.ts';
import type { ToolResult } from '../../harness/agent.ts';
import { fileOf, Model } from './model.ts';
import { type Edit, type Module, MODULES, type ServerId, type Step, type World } from './steps.ts';

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

/** More than the engine tells apart. */
const BIG = 1100;

export const totals = { steps: 0, questions: 0, notifications: 0, others: 0, complete: 0 };

interface Asked {
  readonly filePath: string;
  readonly text?: string;
  readonly before?: string;
  readonly created?: true;
}

/** A sequence's lab, its model, and what it has asked so far. */
export class Play {
  readonly model: Model;
  #turn = 0;
  #checkouts = 0;

  constructor(
    private readonly lab: Lab,
    private readonly hosts: readonly Host[],
    private readonly world: World,
  ) {
    this.model = new Model(world);
  }

  /** What the servers were asked and notified of. */
  get cost(): { questions: number; notifications: number } {
    const received = (method: string): number => this.lab.probe.received(method).length;
    return {
      questions: received('textDocument/diagnostic'),
      notifications: received('workspace/didChangeWatchedFiles') + received('textDocument/didChange'),
    };
  }

  async do(step: Step): Promise<void> {
    switch (step.kind) {
      case 'shell':
        this.#write(step.module, step.text);
        return;
      case 'checkout':
        if (step.isBig) this.#writeMany();
        for (const { module, text } of step.edits) this.#write(module, text);
        return;
      case 'edit':
        await this.#edit(step.edits, step.together, step.others);
        return;
      case 'interrupted':
        await this.#interrupt(step.edit);
        return;
      case 'deleted':
        this.#write(step.module, undefined);
        await this.#check([], true, [fileOf(step.module)]);
        return;
      case 'unchanged':
        await this.#check([{ filePath: fileOf(step.module) }], false);
        return;
      case 'all':
        compareOthers(await this.#host().request('lsp/diagnostics', {}), this.model.brokenBesides([]), false);
        return;
      case 'navigation':
        await this.#navigate(step.module);
        return;
      case 'crash':
        if (await this.#kill(step.server)) await this.#restart(step.server);
        return;
      case 'killed':
        if (await this.#kill(step.server)) this.model.broken.add(step.server);
        return;
      case 'restarted':
        await this.#restart(step.server);
        return;
      case 'rest':
        if (this.world.idles) await Promise.all(this.#processes().map((pid) => this.#gone(pid)));
        return;
      case 'environment':
        this.#changeEnvironment(step.number);
    }
  }

  /** By turns. */
  #host(): Host {
    const host = this.hosts[this.#turn++ % this.hosts.length];
    assert.ok(host !== undefined);
    return host;
  }

  async #edit(edits: readonly Edit[], together: boolean, others: boolean): Promise<void> {
    const befores = edits.map((each) => this.model.texts.get(each.module));
    for (const each of edits) this.#write(each.module, each.text);
    const files = edits.map(({ module, text }, index) => ({
      filePath: fileOf(module),
      text,
      ...former(befores[index]),
    }));
    const questions = together ? [files] : files.map((file) => [file]);
    await Promise.all(questions.map((asked) => this.#check(asked, others)));
  }

  async #interrupt({ module, text }: Edit): Promise<void> {
    const before = this.model.texts.get(module);
    this.#write(module, text);
    const file = { filePath: fileOf(module), text, ...former(before) };
    const host = this.#host();
    const { id, result } = host.ask('lsp/check', { files: [file], others: true });
    host.cancel(id);
    // It may have been answered before.
    await result.catch(() => undefined);
  }

  async #navigate(module: Module): Promise<void> {
    if (!this.model.texts.has(module)) return;
    const target = { file: fileOf(module), line: 1, character: 1 };
    const params = { name: 'lsp_hover', arguments: target };
    const { isError, content, structuredContent } = (await this.#host().mcp.request(
      'tools/call',
      params,
    )) as ToolResult;
    // A part of an answer is none.
    if (isError === true && this.model.broken.size > 0) return;
    assert.notEqual(isError, true, JSON.stringify(content));
    const said = (structuredContent?.content ?? '').split('\n').filter((line) => line.includes(': '));
    const expected = this.model.running.map((server) => {
      const found = this.model.errorsOf(module, [server]);
      return `${this.model.servers.get(server) ?? ''}: ${found.length === 0 ? 'fine' : found.join(', ')}`;
    });
    assert.deepEqual(said.sort(), expected.sort(), `hover in ${module}`);
  }

  /** @returns whether there was one */
  async #kill(server: ServerId): Promise<boolean> {
    const running = this.#processes(server);
    for (const pid of running) process.kill(pid, 'SIGKILL');
    await Promise.all(running.map((pid) => this.#gone(pid)));
    return running.length > 0;
  }

  async #restart(server: ServerId): Promise<void> {
    await this.#host().request('lsp/restart', { id: server });
    this.model.broken.delete(server);
  }

  #processes(of?: ServerId): number[] {
    const { events } = this.lab.probe;
    const gone = new Set(events.filter(({ event }) => event === 'gone').map(({ pid }) => pid));
    return events
      .filter(({ server, event }) => event === 'started' && (of === undefined || server === of))
      .map(({ pid }) => pid)
      .filter((pid) => !gone.has(pid));
  }

  async #gone(pid: number): Promise<void> {
    await this.lab.probe.until((each) => each.event === 'gone' && each.pid === pid, { ms: 60_000 });
  }

  #changeEnvironment(number: number): void {
    // Its process is another one, and not broken.
    if (this.model.broken.size > 0) return;
    const choice = this.lab.workspace.path('.pdm-python');
    rmSync(choice, { force: true });
    if (number === 0) return;
    const bin = join(this.lab.workspace.outside, `environment-${number}`, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'python'), '');
    chmodSync(join(bin, 'python'), 0o755);
    writeFileSync(choice, `${join(bin, 'python')}\n`);
  }

  /** Servers are notified of them, and find nothing in them. */
  #writeMany(): void {
    this.#checkouts += 1;
    for (let number = 0; number < BIG; number += 1)
      this.lab.workspace.write(`data/${number}.json`, `${this.#checkouts}\n`);
  }

  #write(name: Module, now: string | undefined): void {
    if (now === undefined) {
      rmSync(this.lab.workspace.path(fileOf(name)), { force: true });
      this.model.texts.delete(name);
    } else {
      this.lab.workspace.write(fileOf(name), now);
      this.model.texts.set(name, now);
    }
  }

  async #check(files: readonly Asked[], others: boolean, deleted: readonly string[] = []): Promise<void> {
    const report = await this.#host().request('lsp/check', {
      files: [...files],
      deleted: [...deleted],
      others,
    });
    this.#compare(
      report,
      files.map(({ filePath }) => filePath),
    );
    const broken = this.model.brokenBesides(files.map(({ filePath }) => filePath));
    if (others) {
      compareOthers(report.others, broken, report.othersComplete);
      totals.others += 1;
      if (report.othersComplete) totals.complete += 1;
    }
  }

  #compare(report: CheckReport, named: readonly string[]): void {
    // Deadlines are far.
    for (const [server, outcome] of Object.entries(outcomes(report)))
      assert.equal(outcome, this.model.broken.has(server as ServerId) ? 'broken' : 'complete', server);
    for (const name of MODULES.filter((each) => named.includes(fileOf(each))))
      assert.deepEqual(
        messagesOf(report.files[fileOf(name)] ?? []),
        this.model.errorsOf(name, this.model.running),
        `of ${name}`,
      );
  }
}

function former(before: string | undefined): { before: string } | { created: true } {
  return before === undefined ? { created: true } : { before };
}

/** What is listed is true; and it is all there is, where the result says so. */
function compareOthers(
  found: Readonly<Record<string, Diagnostic[]>>,
  broken: Readonly<Record<string, string[]>>,
  isComplete: boolean,
): void {
  const listed = Object.entries(found).filter(([, diagnostics]) => diagnostics.length > 0);
  for (const [file, diagnostics] of listed) {
    const wrong = messagesOf(diagnostics).filter((message) => !broken[file]?.includes(message));
    assert.deepEqual(wrong, [], `of ${file}, which is another one: ${JSON.stringify(broken[file] ?? [])}`);
  }
  if (isComplete) {
    const all = Object.fromEntries(listed.map(([file, diagnostics]) => [file, messagesOf(diagnostics)]));
    assert.deepEqual(all, broken, 'of other files, in a result that claims to be complete');
  }
}

const messagesOf = (diagnostics: readonly Diagnostic[]): string[] =>
  diagnostics.map(({ message }) => message).sort();
