import { existsSync, openSync, writeSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

import { type Command, type Event, eventsOf } from '../harness/probe.ts';

/** The fake's end of the test's second wire; without `FAKE_PROBE` in the environment it leads nowhere. */
export class Reporter {
  readonly #name = process.env['FAKE_NAME'] ?? 'fake';

  /** @param file where events are written down too */
  private constructor(
    private readonly socket: Socket | undefined,
    private readonly file: number | undefined,
    private readonly command: (command: Command) => void,
  ) {
    let held = '';
    socket?.setEncoding('utf8');
    socket?.on('data', (chunk: string) => {
      const lines = (held + chunk).split('\n');
      held = lines.pop() ?? '';
      for (const line of lines) this.command(JSON.parse(line) as Command);
    });
    socket?.on('error', () => socket.destroy());
  }

  /** Connected before it returns, so that even a fake that dies at once has said that it lived. */
  static async connect(command: (command: Command) => void): Promise<Reporter> {
    const path = process.env['FAKE_PROBE'];
    if (path === undefined) return new Reporter(undefined, undefined, command);
    const socket = await new Promise<Socket>((resolve, reject) => {
      const opening = connect(path, () => resolve(opening));
      opening.once('error', reject);
    });
    const events = eventsOf(path);
    return new Reporter(socket, existsSync(events) ? openSync(events, 'a') : undefined, command);
  }

  /** On file when it returns: what the fake answers afterwards reaches nobody who cannot read this there. */
  report(event: Omit<Event, 'server' | 'pid'>): void {
    const line = `${JSON.stringify({ server: this.#name, pid: process.pid, ...event })}\n`;
    if (this.file !== undefined) writeSync(this.file, line);
    this.socket?.write(line);
  }
}
