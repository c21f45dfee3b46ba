import type { Readable, Writable } from 'node:stream';
import {
  createMessageConnection,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type { Tap } from './recorder.js';

/** @param tap receives each message; without it, the plain reader and writer are used */
export function tappedConnection(stdout: Readable, stdin: Writable, tap: Tap | undefined): MessageConnection {
  if (tap === undefined)
    return createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
  return createMessageConnection(new TappedReader(stdout, tap), new TappedWriter(stdin, tap));
}

class TappedReader extends StreamMessageReader {
  readonly #tap: Tap;

  constructor(stdout: Readable, tap: Tap) {
    super(stdout);
    this.#tap = tap;
  }

  override listen(callback: DataCallback): Disposable {
    return super.listen((message) => {
      this.#tap('in', message);
      callback(message);
    });
  }
}

class TappedWriter extends StreamMessageWriter {
  readonly #tap: Tap;

  constructor(stdin: Writable, tap: Tap) {
    super(stdin);
    this.#tap = tap;
  }

  override write(message: Message): Promise<void> {
    this.#tap('out', message);
    return super.write(message);
  }
}
