import { isObject, parseJson } from '@vybestack/llxprt-lsp-core';
import { MAX_BRIDGE_ANSWER_BYTES } from './protocol.js';

export type BridgeResult =
  | { readonly kind: 'answered'; readonly text: string }
  /** It belongs to another session. */
  | { readonly kind: 'refused' }
  /** No bridge listens there, or no longer. */
  | { readonly kind: 'absent' }
  /**
   * A bridge listens, but did not answer in time or at all, or sent something that is no answer.
   */
  | { readonly kind: 'silent' };

export type Progress =
  | { readonly kind: 'more' }
  /** The answer comes within so many ms. */
  | { readonly kind: 'acknowledged'; readonly withinMs: number }
  | { readonly kind: 'ended'; readonly result: BridgeResult };

const MORE: Progress = { kind: 'more' };
const REFUSED: Progress = { kind: 'ended', result: { kind: 'refused' } };
const SILENT: Progress = { kind: 'ended', result: { kind: 'silent' } };

/** Reads the two lines of a bridge's answer from the pieces they come in. */
export class AnswerReader {
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  #acknowledged = false;

  read(chunk: Uint8Array): Progress {
    // Copied, because Bun reuses the memory of a chunk.
    this.#chunks.push(Buffer.from(chunk));
    this.#size += chunk.byteLength;
    if (this.#size > MAX_BRIDGE_ANSWER_BYTES) return SILENT;
    if (!chunk.includes(NEWLINE)) return MORE;
    const [ack = '', answer = '', ...rest] = Buffer.concat(this.#chunks).toString().split('\n');
    const withinMs = property(ack, 'withinMs');
    if (typeof withinMs !== 'number') return SILENT;
    if (rest.length > 0)
      return property(answer, 'refused') === true ? REFUSED : answered(property(answer, 'text'));
    if (this.#acknowledged) return MORE;
    this.#acknowledged = true;
    return { kind: 'acknowledged', withinMs };
  }
}

const NEWLINE = 10;

function answered(text: unknown): Progress {
  return typeof text === 'string' ? { kind: 'ended', result: { kind: 'answered', text } } : SILENT;
}

function property(json: string, name: string): unknown {
  const value = parseJson(json);
  return isObject(value) ? value[name] : undefined;
}
