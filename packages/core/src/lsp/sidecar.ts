import type { Readable, Writable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import {
  CancellationTokenSource,
  type CancellationToken,
  ErrorCodes,
  type MessageConnection,
  ProgressType,
  ResponseError,
} from 'vscode-jsonrpc/node';
import type { Recorder } from './recorder.js';
import { tappedConnection } from './tapped-connection.js';
import type { LspClientNotifications, LspRequests } from './types.js';

/** The navigation channel (REQ-ARCH-030): MCP, one JSON message per line. */
export interface McpTransportStreams {
  /** The sidecar's fd3. */
  readonly toServer: Writable;
  /** The sidecar's fd4. */
  readonly fromServer: Readable;
}

/** How a sidecar is reached: over the pipes of a process of its own, or over sockets. */
export interface SidecarLink {
  readonly pid: number;
  readonly input: Writable;
  readonly output: Readable;
  /** `undefined` where no navigation channel was opened. */
  readonly mcp: McpTransportStreams | undefined;
  /** Resolves when its log has been read to the end. */
  readonly logEnded: Promise<void>;
  /**
   * Calls back once, when it is gone.
   *
   * @param ended gets how it ended, and whether that was our {@link kill} or one like it
   */
  onEnd(ended: (how: string, wasKilled: boolean) => void): void;
  /** Ends a process of its own with all that it has started; leaves a shared one. */
  kill(): void;
}

export type Answer<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'aborted' }
  /**
   * No answer before the deadline, or the sidecar has not answered anything since an earlier
   * `overdue`.
   */
  | { readonly kind: 'overdue' }
  /** `lost`: the connection ended before the answer came. */
  | { readonly kind: 'failed'; readonly reason: string; readonly lost?: boolean };

export interface CallOptions {
  /** Deadline, ms. Without it, the call waits until the answer, the signal or the sidecar's end. */
  readonly limitMs?: number | undefined;
  /**
   * How long a sidecar is waited for that has answered before and answers nothing at all now, ms.
   * Default: until the deadline.
   */
  readonly hungMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Gets what it notifies about this call by `$/progress`, whose token the params have. */
  readonly progress?: CallProgress | undefined;
}

export interface CallProgress {
  readonly token: number;
  readonly notified: (value: unknown) => void;
}

/** From the end of a pipe to the exit, ms. */
const CLOSE_GRACE = 200;
/** A call that takes longer, ms, asks whether the sidecar still answers. Most take less. */
const PULSE = 250;
/**
 * Turns of the event loop: one reads what has arrived, and vscode-jsonrpc takes two more to deliver
 * it.
 */
const READ_FIRST_TURNS = 5;

/**
 * A host that is blocked for seconds finds a timer due before it has read what arrived meanwhile.
 * Resolves when it has.
 */
export async function readFirst(): Promise<void> {
  for (let turn = 0; turn < READ_FIRST_TURNS; turn += 1) await nextTurn();
}

/**
 * A running sidecar, or a session of a shared one. It ends once, and the whole process group of a
 * sidecar of its own ends with it.
 */
export class Sidecar {
  readonly pid: number;
  readonly mcp: McpTransportStreams | undefined;
  /** Resolves when it has sent `lsp/ready`. */
  readonly ready: Promise<void>;
  /** Resolves when it has ended; describes how. */
  readonly ended: Promise<string>;
  readonly #link: SidecarLink;
  readonly #connection: MessageConnection;
  #fault: string | undefined;
  #silent = false;
  /** Before its first answer it may still be loading. */
  #hasAnswered = false;
  /** Cancels calls that still wait, one function per call. */
  readonly #abandon = new Set<() => void>();

  constructor(link: SidecarLink, recorder?: Recorder) {
    const { pid, input, output, mcp } = link;
    const connection = tappedConnection(output, input, recorder?.tap());
    // After bytes that are no message, later bytes cannot be told from garbage. The connection
    // cannot recover.
    connection.onError(([error]) =>
      isHungUp(error)
        ? this.#failSoon('it closed its stdin')
        : this.#fail(`broken connection: ${error.message}`),
    );
    connection.onClose(() => this.#failSoon('it closed its stdout'));
    this.pid = pid;
    this.mcp = mcp;
    this.#link = link;
    this.#connection = connection;
    this.ready = new Promise((resolve) => connection.onNotification('lsp/ready', () => resolve()));
    this.ended = new Promise((resolve) => {
      link.onEnd((how, wasKilled) => {
        connection.dispose();
        for (const stream of [input, output, mcp?.toServer, mcp?.fromServer]) stream?.destroy();
        resolve(this.#fault !== undefined && wasKilled ? this.#fault : how);
      });
    });
    connection.listen();
  }

  /**
   * Sends a request; never rejects. When the sidecar dies, all waiting calls are answered at once
   * (REQ-GRACE-040).
   */
  call<M extends keyof LspRequests>(
    method: M,
    params: LspRequests[M]['params'],
    { limitMs, hungMs, signal, progress }: CallOptions,
  ): Promise<Answer<LspRequests[M]['result']>> {
    if (signal?.aborted) return Promise.resolve({ kind: 'aborted' });
    if (this.#silent) return Promise.resolve({ kind: 'overdue' });
    const cancellation = new CancellationTokenSource();
    return new Promise((resolve) => {
      let isOver = false;
      const finish = (answer: Answer<LspRequests[M]['result']>): void => {
        isOver = true;
        clearTimeout(timer);
        stopWatching();
        listening?.dispose();
        signal?.removeEventListener('abort', abort);
        this.#abandon.delete(abort);
        resolve(answer);
      };
      const giveUp = (kind: 'aborted' | 'overdue'): void => {
        cancellation.cancel();
        finish({ kind });
      };
      const abort = (): void => giveUp('aborted');
      const overdue = async (): Promise<void> => {
        await readFirst();
        if (isOver) return;
        giveUp('overdue');
        await this.#awaitSignOfLife();
      };
      const timer = limitMs === undefined ? undefined : setTimeout(() => void overdue(), limitMs).unref();
      const stopWatching =
        hungMs === undefined || !this.#hasAnswered
          ? () => undefined
          : this.#watch(hungMs, () => void overdue());
      const listening = progress && this.#connection.onProgress(PROGRESS, progress.token, progress.notified);
      signal?.addEventListener('abort', abort);
      this.#abandon.add(abort);
      this.#send(method, params, cancellation.token).then(
        (value) => {
          this.#hasAnswered = true;
          finish({ kind: 'answered', value });
        },
        (error: unknown) =>
          finish({
            kind: 'failed',
            reason: error instanceof Error ? error.message : String(error),
            lost: !(error instanceof ResponseError) || LOST.includes(error.code),
          }),
      );
    });
  }

  /** It was late with an answer, and has answered nothing since. */
  get isSilent(): boolean {
    return this.#silent;
  }

  notify<M extends keyof LspClientNotifications>(method: M, params: LspClientNotifications[M]): void {
    // If a message cannot be written, the exit event follows and has the reason.
    this.#connection.sendNotification(method, params).catch(() => undefined);
  }

  /** See {@link SidecarLink.kill}. */
  kill(): void {
    this.#link.kill();
  }

  /**
   * Gives up all calls, asks the sidecar to end and kills what is left of it after `graceMs`
   * (REQ-LIFE-050).
   *
   * @returns how it ended
   */
  async shutdown(graceMs: number): Promise<string> {
    for (const abandon of [...this.#abandon]) abandon();
    // The sidecar answers by ending.
    this.#send('lsp/shutdown', {}).catch(() => undefined);
    await Promise.race([this.ended, delay(graceMs, undefined, { ref: false })]);
    this.kill();
    const how = await this.ended;
    // The exit event can arrive before the last output, which sums up the session (REQ-OBS-020).
    // The wait is limited, because an unrelated process may hold the pipe open.
    await Promise.race([this.#link.logEnded, delay(CLOSE_GRACE, undefined, { ref: false })]);
    return how;
  }

  async #send<M extends keyof LspRequests>(
    method: M,
    params: LspRequests[M]['params'],
    token?: CancellationToken,
  ): Promise<LspRequests[M]['result']> {
    return this.#connection.sendRequest<LspRequests[M]['result']>(method, params, token);
  }

  /**
   * The sidecar limits its own waits, so it hangs if it exceeds this deadline. It may recover, and
   * killing it would end LSP for the session. But no further call waits for it until it has
   * answered something.
   */
  async #awaitSignOfLife(): Promise<void> {
    this.#silent = true;
    try {
      await this.#send('lsp/getDiagnosticEpoch', {});
    } catch {
      // An error is a sign of life too, and after the sidecar's end no calls are made.
    }
    this.#silent = false;
  }

  /**
   * Calls back if the sidecar answers nothing at all for `ms`, until it is told to stop. It is asked
   * for something that takes no time.
   */
  #watch(ms: number, hung: () => void): () => void {
    let timers: NodeJS.Timeout[] = [];
    const stop = (): void => {
      for (const timer of timers) clearTimeout(timer);
      timers = [];
    };
    const watch = (): void => {
      const ask = (): void =>
        void this.#send('lsp/getDiagnosticEpoch', {})
          .catch(() => undefined)
          .then(() => {
            if (timers.length === 0) return;
            stop();
            watch();
          });
      const late = async (): Promise<void> => {
        const mine = timers;
        await readFirst();
        if (timers === mine) hung();
      };
      timers = [setTimeout(ask, Math.min(PULSE, ms / 2)).unref(), setTimeout(() => void late(), ms).unref()];
    };
    watch();
    return stop;
  }

  /** Usually the sidecar is ending, and its exit is the better reason. */
  #failSoon(reason: string): void {
    setTimeout(() => this.#fail(reason), CLOSE_GRACE).unref();
  }

  #fail(reason: string): void {
    this.#fault ??= reason;
    this.kill();
  }
}

const PROGRESS = new ProgressType<unknown>();

/** Codes of errors that are made on this side. */
const LOST: readonly number[] = [ErrorCodes.PendingResponseRejected, ErrorCodes.MessageWriteError];

function isHungUp(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET');
}
