import type { OpenDocument } from '../client/documents.ts';
import type { LspClient } from '../client/lsp-client.ts';
import { Condition } from '../condition.ts';
import { itemsOf } from '../json.ts';
import { ErrorCodes } from '../jsonrpc/connection.ts';
import * as questions from './questions.ts';
import type { Answered, NavigationSource, Question } from './source.ts';

/** An outline takes one file and no project. */
const OUTLINE = 'textDocument/documentSymbol';

/** Servers begin to say what they load within a few ms of what set it off, or say nothing at all; machines may be busy. ms. */
const SAYS_SO_WITHIN = 500;

/** Between the parts of a project's loading there may be moments in which nothing is said to be under way, ms. */
const BETWEEN_PARTS = 250;

/** Asks as `inner` does, but not before the server has said that it is quiescent: until then it knows a part of the project, or nothing. */
export class StatusSource implements NavigationSource {
  constructor(
    private readonly client: LspClient,
    private readonly inner: NavigationSource,
  ) {}

  async ask(question: Question, document: OpenDocument | undefined, signal: AbortSignal): Promise<Answered> {
    if (question.method !== OUTLINE) {
      const { load, ended } = this.client;
      await load.whenQuiescent(AbortSignal.any([signal, ended]));
      if (load.problem !== undefined) return { kind: 'error', error: { code: ErrorCodes.InternalError, message: load.problem } };
    }
    return this.inner.ask(question, document, signal);
  }
}

/** How long a server may keep silent that usually says when it is ready, ms: the user's settings may forbid it. */
const SILENCE = 15_000;

/** Asks as `inner` does, but not before the server has written a line into the log which says that it knows its files. */
export class LogSource implements NavigationSource {
  readonly #said = new Condition();
  #isReady = false;
  #silence: AbortSignal | undefined;

  constructor(
    private readonly client: LspClient,
    ready: RegExp,
    private readonly inner: NavigationSource,
  ) {
    client.hearLog = (message) => {
      this.#isReady ||= ready.test(message);
      this.#said.changed();
    };
  }

  async ask(question: Question, document: OpenDocument | undefined, signal: AbortSignal): Promise<Answered> {
    if (question.scope === 'workspace') {
      this.#silence ??= AbortSignal.timeout(SILENCE);
      await this.#said.until(() => this.#isReady, AbortSignal.any([signal, this.#silence, this.client.ended]));
    }
    return this.inner.ask(question, document, signal);
  }
}

/** A server that answers nothing at all for so long is not waited for, ms. */
const ANSWERS_WITHIN = 5000;

/** To say that it loads takes a server two steps: it asks for a token, and begins once it has got one, which may cross with a question. */
const STEPS = 3;

/**
 * Asks as `inner` does, but not while the server says that it is loading something. One of which nothing is known gets a moment at first, in
 * which to say so, and on a busy machine as long as it takes to answer a question about one file.
 */
export class ProgressSource implements NavigationSource {
  #moment: Promise<boolean> | undefined;
  /** It has said nothing in its moment, nor until it had dealt with all that it was sent by then. */
  #isSilent = false;

  constructor(
    private readonly client: LspClient,
    private readonly inner: NavigationSource,
  ) {}

  async ask(question: Question, document: OpenDocument | undefined, signal: AbortSignal): Promise<Answered> {
    if (question.method !== OUTLINE) {
      this.#moment ??= this.client.progress.whenBegun(AbortSignal.any([AbortSignal.timeout(SAYS_SO_WITHIN), this.client.ended]));
      if (!(await this.#moment) && !this.#isSilent) {
        await this.#said(signal);
        this.#isSilent = !signal.aborted;
      }
      await this.#whenIdle(signal);
    }
    return this.inner.ask(question, document, signal);
  }

  async #whenIdle(signal: AbortSignal): Promise<void> {
    const { progress } = this.client;
    while (await progress.whenIdle(signal)) {
      const pause = progress.lastEnd + BETWEEN_PARTS - performance.now();
      if (pause <= 0) return;
      await Bun.sleep(pause);
      await this.#said(signal);
    }
  }

  /** Resolves once it has said what it had to say to all that it was sent: servers deal with messages in order, and so do we. */
  async #said(signal: AbortSignal): Promise<void> {
    const { client } = this;
    const [document] = client.documents.all();
    const { provider, method } = questions.documentSymbols;
    if (document === undefined || client.provider(provider, method) === undefined) return;
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(ANSWERS_WITHIN)]);
    for (let step = 0; step < STEPS; step++) {
      await this.inner.ask(questions.documentSymbols, document, deadline);
      if (client.progress.titles.length > 0 || !client.progress.isAnnounced) return;
    }
  }
}

/** Asks as `inner` does, and takes for an empty answer what the server says in place of one. */
export class NothingHereSource implements NavigationSource {
  constructor(
    private readonly inner: NavigationSource,
    private readonly nothingHere: RegExp,
  ) {}

  async ask(question: Question, document: OpenDocument | undefined, signal: AbortSignal): Promise<Answered> {
    const reply = await this.inner.ask(question, document, signal);
    return reply.kind === 'error' && this.nothingHere.test(reply.error.message) ? { kind: 'result', result: null } : reply;
  }
}

/** Asks as `inner` does, and does not take the first symbols of the workspace for all of them. */
export class FirstSymbolsSource implements NavigationSource {
  /** @param most how many the server lists, whether there are more or not */
  constructor(
    private readonly inner: NavigationSource,
    private readonly most: number,
  ) {}

  async ask(question: Question, document: OpenDocument | undefined, signal: AbortSignal): Promise<Answered> {
    const reply = await this.inner.ask(question, document, signal);
    const isFull = question.workspaceWide === true && reply.kind === 'result' && itemsOf(reply.result).length >= this.most;
    return isFull ? { kind: 'cut-short' } : reply;
  }
}
