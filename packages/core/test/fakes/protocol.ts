import { spawn } from 'node:child_process';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';

/** The sidecar's end of the wire. The fakes differ in what they do with it. */
export function connect(): MessageConnection {
  return createMessageConnection(
    new StreamMessageReader(process.stdin),
    new StreamMessageWriter(process.stdout),
  );
}

/** Starts listening and says so. */
export async function serve(connection: MessageConnection): Promise<void> {
  connection.listen();
  await connection.sendNotification('lsp/ready', {});
}

/** Ends when it is asked to, as a sidecar does: a test's end waits 2 s for one that does not. */
export function endsWhenAsked(connection: MessageConnection): void {
  connection.onRequest('lsp/shutdown', () => {
    setImmediate(() => process.exit(0));
    return null;
  });
}

/** A child that outlives its parent unless somebody ends it, as some language servers do. */
export function startLanguageServer(): number | undefined {
  return spawn('sleep', ['1000'], { stdio: 'ignore' }).pid;
}

/** Stops this process as a whole, event loop included, without using the processor. */
export function freeze(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
