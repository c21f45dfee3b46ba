import type { OpenDocument } from '../../client/documents/documents.ts';
import type { LspClient } from '../../client/lsp-client.ts';
import { Condition } from '../../support/condition.ts';
import { itemsOf } from '../../support/json.ts';
import { ErrorCodes } from '../../jsonrpc/connection.ts';
import * as questions from './questions.ts';
import type { NavigationResult, NavigationSource, Question } from './source.ts';

/** An outline needs one file and no project. */
const OUTLINE = 'textDocument/documentSymbol';

/**
 * How long to wait for a server's first progress report, ms. Servers begin to report what they load
 * within a few ms of the cause, or never report. The machine may be busy.
 */
const SAYS_SO_WITHIN = 500;

/** Between the parts of loading a project there may be gaps without progress, ms. */
const BETWEEN_PARTS = 250;

/**
 * Asks as `inner` does once the server has reported that it is quiescent. Before that it knows only
 * a part of the project, or nothing.
 *
 * Quirk(rust-analyzer 1.97): if an outline is the first that it is asked for, it never finds some of
 * the references in that file. So what the first character means is asked before.
 */
export class StatusSource implements NavigationSource {
  constructor(
    private readonly client: LspClient,
    private readonly inner: NavigationSource,
  ) {}

  async ask(
    question: Question,
    document: OpenDocument | undefined,
    signal: AbortSignal,
  ): Promise<NavigationResult> {
    const { load, ended } = this.client;
    await load.whenQuiescent(AbortSignal.any([signal, ended]));
    if (load.problem !== undefined)
      return { kind: 'error', error: { code: ErrorCodes.InternalError, message: load.problem } };
    if (question.method === OUTLINE)
      await this.inner.ask(questions.hover({ line: 0, character: 0 }), document, signal);
    return this.inner.ask(question, document, signal);
  }
}

/**
 * How long to wait for the log line of a server that usually writes one when it is ready, ms. The
 * user's settings may turn the line off.
 */
const SILENCE = 15_000;

/**
 * Asks as `inner` does once the server has written a log line which means that it knows its files.
 */
export class LogSource implements NavigationSource {
  readonly #lineLogged = new Condition();
  #isReady = false;
  #silence: AbortSignal | undefined;

  constructor(
    private readonly client: LspClient,
    ready: RegExp,
    private readonly inner: NavigationSource,
  ) {
    client.onLog = (message) => {
      this.#isReady ||= ready.test(message);
      this.#lineLogged.changed();
    };
  }

  async ask(
    question: Question,
    document: OpenDocument | undefined,
    signal: AbortSignal,
  ): Promise<NavigationResult> {
    if (question.scope === 'workspace') {
      this.#silence ??= AbortSignal.timeout(SILENCE);
      await this.#lineLogged.until(
        () => this.#isReady,
        AbortSignal.any([signal, this.#silence, this.client.ended]),
      );
    }
    return this.inner.ask(question, document, signal);
  }
}

/** Deadline for a server that answers nothing at all, ms. */
const ANSWERS_WITHIN = 5000;

/**
 * A server takes two steps to report that it loads: it requests a token, and begins once it has the
 * token. That may cross with a request.
 */
const STEPS = 3;

/**
 * Asks as `inner` does, but not while the server reports progress on loading. Before the first
 * request a server gets a moment to report that it loads. On a busy machine the moment lasts as
 * long as the server takes to answer a request about one file.
 */
export class ProgressSource implements NavigationSource {
  #moment: Promise<boolean> | undefined;
  /** It reported nothing in that moment, nor until it had handled all messages sent by then. */
  #isSilent = false;

  constructor(
    private readonly client: LspClient,
    private readonly inner: NavigationSource,
  ) {}

  async ask(
    question: Question,
    document: OpenDocument | undefined,
    signal: AbortSignal,
  ): Promise<NavigationResult> {
    if (question.method !== OUTLINE) {
      this.#moment ??= this.client.progress.whenBegun(
        AbortSignal.any([AbortSignal.timeout(SAYS_SO_WITHIN), this.client.ended]),
      );
      if (!(await this.#moment) && !this.#isSilent) {
        await this.#reported(signal);
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
      await this.#reported(signal);
    }
  }

  /**
   * Resolves once the server has sent its reports on all messages it got before. Servers handle
   * messages in order, and so do we.
   */
  async #reported(signal: AbortSignal): Promise<void> {
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

/** Asks as `inner` does. An error that the server sends in place of an empty answer becomes one. */
export class NotFoundErrorsSource implements NavigationSource {
  constructor(
    private readonly inner: NavigationSource,
    private readonly notFoundErrors: RegExp,
  ) {}

  async ask(
    question: Question,
    document: OpenDocument | undefined,
    signal: AbortSignal,
  ): Promise<NavigationResult> {
    const reply = await this.inner.ask(question, document, signal);
    return reply.kind === 'error' && this.notFoundErrors.test(reply.error.message)
      ? { kind: 'result', result: null }
      : reply;
  }
}

/** Asks as `inner` does, and does not report a full list of workspace symbols as complete. */
export class FirstSymbolsSource implements NavigationSource {
  /** @param most how many symbols the server lists at most, whether there are more or not */
  constructor(
    private readonly inner: NavigationSource,
    private readonly most: number,
  ) {}

  async ask(
    question: Question,
    document: OpenDocument | undefined,
    signal: AbortSignal,
  ): Promise<NavigationResult> {
    const reply = await this.inner.ask(question, document, signal);
    const isFull =
      question.workspaceWide === true && reply.kind === 'result' && itemsOf(reply.result).length >= this.most;
    return isFull ? { kind: 'cut-short' } : reply;
  }
}
