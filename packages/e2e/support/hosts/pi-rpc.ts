import type { PiRun } from './pi.js';

type Message = Readonly<Record<string, unknown>>;

/** The other end of `pi --mode rpc`: one JSON value a line. */
export class PiRpc {
  readonly #run: PiRun;
  readonly #seen: Message[] = [];
  readonly #watchers = new Set<() => void>();
  #rest = '';
  #count = 0;

  constructor(run: PiRun) {
    this.#run = run;
    run.child.stdout.on('data', (chunk: string) => this.#read(chunk));
    run.child.once('close', () => this.#wake());
  }

  /** Resolves when pi has dealt with it; for a prompt that is when the model has had its last word. */
  async send(command: Message): Promise<void> {
    const id = `${(this.#count += 1)}`;
    const from = this.#seen.length;
    this.#run.child.stdin.write(`${JSON.stringify({ ...command, id })}\n`);
    const answer = await this.#next(
      from,
      (message) => message['type'] === 'response' && message['id'] === id,
    );
    if (answer['success'] !== true) throw new Error(JSON.stringify(answer));
  }

  async prompt(message: string): Promise<void> {
    const from = this.#seen.length;
    await this.send({ type: 'prompt', message });
    await this.#next(from, ({ type }) => type === 'agent_end');
  }

  /** Resolves when so many runs have ended since the start: an extension may have begun one. */
  async ended(runs: number): Promise<void> {
    await this.#next(0, () => this.#seen.filter(({ type }) => type === 'agent_end').length >= runs);
  }

  /** What pi shows the person for a command of an extension. */
  async shown(message: string): Promise<string> {
    const from = this.#seen.length;
    await this.send({ type: 'prompt', message });
    const { message: text } = await this.#next(
      from,
      ({ type, method }) => type === 'extension_ui_request' && method === 'notify',
    );
    return String(text);
  }

  #next(from: number, wanted: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        this.#watchers.delete(look);
        act();
      };
      const fail = (why: string): void =>
        settle(() =>
          reject(
            new Error(
              `${why}\n${this.#seen
                .slice(from)
                .map((m) => JSON.stringify(m))
                .join('\n')}`,
            ),
          ),
        );
      const look = (): void => {
        const found = this.#seen.slice(from).find(wanted);
        if (found !== undefined) settle(() => resolve(found));
        else if (this.#run.child.exitCode !== null) fail('pi has ended');
      };
      const timer = setTimeout(() => fail('not said within 60 s'), 60_000);
      this.#watchers.add(look);
      look();
    });
  }

  /** Only a line feed ends a line here: JSON may hold the other separators of Unicode. */
  #read(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    this.#seen.push(...lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Message));
    this.#wake();
  }

  #wake(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}
