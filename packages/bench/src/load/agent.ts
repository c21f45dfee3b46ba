import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../../../scripts/lib/random.js';
import type { CheckReport } from '@vybestack/llxprt-lsp-core';
import { revisionsIn, type Language, type Revision } from './code/language.js';
import type { WriteAttempt } from './ledger.js';
import { LOAD_QUESTIONS, type Ask } from './questions.js';
import { BOUND_MS, type EditTool, type Service } from './service.js';
import type { Tally } from './tally.js';
import { judgeEdit, judgeNavigation, RIGHT, type LoadVerdict } from './verdict.js';
import { range, SHARED, type World } from './world.js';

/** What an agent does, and how often of a hundred times. */
export type Mix = Readonly<Record<Action, number>>;
export type Action = 'edit' | 'write' | 'share' | 'come and go' | 'navigate';

export interface AgentOptions {
  readonly world: World;
  readonly service: Service;
  readonly random: Random;
  readonly mix: Mix;
  /** The parts of each language that only this agent edits. */
  readonly own: readonly number[];
}

/** A file and what it is about to say. */
interface Change {
  readonly language: Language;
  readonly file: string;
  readonly revision: Revision;
  /** What the file says in any revision; undefined where it is removed. */
  readonly textOf: ((revision: Revision) => string) | undefined;
}

/** Changes files and asks the way, one thing at a time, and knows what each answer has to be. */
export class Agent {
  readonly #options: AgentOptions;
  readonly #actions: readonly Action[];
  /** What the last line of its own parts says. */
  readonly #lines = new Map<string, string>();

  constructor(options: AgentOptions) {
    this.#options = options;
    this.#actions = (Object.keys(options.mix) as Action[]).flatMap((action) =>
      range(options.mix[action]).map(() => action),
    );
  }

  /**
   * Shows each of its parts to the service once, clean. Servers start meanwhile, which takes them
   * longer than an answer.
   */
  async begin(tally: Tally): Promise<void> {
    for (const language of this.#options.world.languages)
      for (const part of this.#options.own)
        await this.edit(tally, language, part, { isBroken: false, boundMs: BOUND_MS.firstEdit });
  }

  /** One thing. @returns how many edits that were */
  async act(tally: Tally): Promise<number> {
    const { random, world, own } = this.#options;
    const language = random.pick(world.languages);
    const part = random.pick(own);
    switch (random.pick(this.#actions)) {
      case 'edit':
        await this.edit(tally, language, part);
        return 1;
      case 'write':
        await this.#write(tally, language, part, random.chance(0.5));
        return 1;
      case 'share':
        await this.#write(tally, language, Math.floor(random.next() * SHARED), random.chance(0.5));
        return 1;
      case 'come and go':
        await this.#comeAndGo(tally, language, part);
        return 2;
      case 'navigate':
        await this.#navigate(
          tally,
          random.pick(Object.values(LOAD_QUESTIONS)),
          language,
          random.chance(0.25) ? Math.floor(random.next() * SHARED) : part,
        );
        return 0;
    }
  }

  /** Of one of its own parts, by its last line. */
  async edit(
    tally: Tally,
    language: Language,
    part = this.#options.random.pick(this.#options.own),
    { isBroken = this.#options.random.chance(0.5), boundMs = BOUND_MS.edit } = {},
  ): Promise<void> {
    const file = language.fileOf(part);
    const before = this.#lines.get(file) ?? this.#options.world.firstLine(language, part);
    const change = this.#changeOf(language, part, isBroken);
    await this.#call(
      tally,
      'edit',
      change,
      { file_path: file, old_string: before, new_string: language.revisionLine(change.revision) },
      boundMs,
    );
  }

  async #write(tally: Tally, language: Language, part: number, isBroken: boolean): Promise<void> {
    const change = this.#changeOf(language, part, isBroken);
    const content = this.#options.world.textOf(language, part, change.revision);
    await this.#call(tally, 'write_file', change, { file_path: change.file, content });
  }

  /** A file that is new and soon gone again. */
  async #comeAndGo(tally: Tally, language: Language, part: number): Promise<void> {
    const { world, random } = this.#options;
    const revision = world.revise(random.chance(0.5));
    const { file, text } = language.extra(part, revision);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => `+${line}`);
    await this.#call(
      tally,
      'apply_patch',
      { language, file, revision, textOf: () => text },
      { patch: ['*** Begin Patch', `*** Add File: ${file}`, ...lines, '*** End Patch'].join('\n') },
    );
    await this.#call(
      tally,
      'apply_patch',
      { language, file, revision: world.revise(false), textOf: undefined },
      { patch: `*** Begin Patch\n*** Delete File: ${file}\n*** End Patch` },
    );
  }

  #changeOf(language: Language, part: number, isBroken: boolean): Change {
    const { world } = this.#options;
    return {
      language,
      file: language.fileOf(part),
      revision: world.revise(isBroken),
      textOf: (revision) => world.textOf(language, part, revision),
    };
  }

  async #call(
    tally: Tally,
    tool: EditTool,
    change: Change,
    params: object,
    boundMs: number = BOUND_MS.edit,
  ): Promise<void> {
    const { world, service } = this.#options;
    const { language, file, revision, textOf } = change;
    const ledger = world.ledger(file);
    const attempt = ledger.begin(revision);
    const edited = await service.edit(tool, params);
    ledger.end(attempt);
    if (textOf === undefined) this.#lines.delete(file);
    else this.#lines.set(file, language.revisionLine(revision));
    const possible = ledger.beside(attempt);
    const found = readIfThere(join(world.workspace, file));
    const isWritten =
      textOf === undefined ? found === undefined : possible.some((each) => found === textOf(each));
    const own = judgeEdit(edited, { file, language, possible: textOf && possible, isWritten, boundMs });
    const verdict = own.kind === 'right' ? judgeOthers(edited.report, world, attempt) : own;
    tally.add({ tool, language: language.title, ms: edited.ms, verdict });
  }

  async #navigate(tally: Tally, ask: Ask, language: Language, part: number): Promise<void> {
    const { tool, params, problem } = ask(this.#options.world, language, part);
    const navigated = await this.#options.service.navigate(tool, params);
    tally.add({
      tool,
      language: language.title,
      ms: navigated.ms,
      verdict: judgeNavigation(navigated, BOUND_MS.navigation, problem),
    });
  }
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** What a result says about files that it did not change has to be about a text that they had meanwhile. */
function judgeOthers(
  report: CheckReport | undefined,
  world: World,
  { began, ended }: WriteAttempt,
): LoadVerdict {
  for (const [file, diagnostics] of Object.entries(report?.others ?? {})) {
    const told = revisionsIn(diagnostics.map(({ message }) => message).join('\n'));
    const possible = new Set(
      world
        .ledger(file)
        .between(began, ended)
        .map(({ number }) => number),
    );
    const stale = told.filter((number) => !possible.has(number));
    if (stale.length > 0)
      return {
        kind: 'wrong',
        why:
          `of ${file}, which it did not change, it tells of [${stale.join()}], which may say ` +
          `[${[...possible].join()}]`,
      };
  }
  return RIGHT;
}
