import { spawn } from '@lydell/node-pty';
import xterm from '@xterm/headless';

export interface TerminalSize {
  readonly cols?: number;
  readonly rows?: number;
}

export interface Terminal {
  /** The process in it. */
  readonly pid: number;
  /** Resolves when it has ended. */
  readonly ended: Promise<void>;
  /** What stands on the screen and above it, one string a line, without trailing spaces. */
  lines(): string[];
  /** The emulator, for whoever paints what it shows. */
  readonly emulator: InstanceType<typeof xterm.Terminal>;
  type(keys: string): void;
  /** Types a line, and Enter until it is `taken`: Enter that comes too fast behind other keys may be taken for part of what is pasted. */
  submit(line: string, taken: (text: string) => boolean): Promise<void>;
  /** Waits until what it shows satisfies `condition`, looking whenever something was written; fails with the screen after `ms`. */
  until(condition: (text: string) => boolean, what: string, ms?: number): Promise<string>;
  /** Kills the process if it still runs. */
  close(): Promise<void>;
}

/** Starts a program in a pseudo-terminal whose screen can be read. */
export function openTerminal(
  file: string,
  args: string[],
  { cwd, env, cols = 100, rows = 40 }: { cwd: string; env: NodeJS.ProcessEnv } & TerminalSize,
): Terminal {
  const emulator = new xterm.Terminal({ cols, rows, scrollback: 2000, allowProposedApi: true });
  const pty = spawn(file, args, { name: 'xterm-256color', cols, rows, cwd, env });
  const watchers = new Set<() => void>();
  pty.onData((data) => emulator.write(data, () => watchers.forEach((watcher) => watcher())));
  // It asks what the terminal can do, and waits for the answer.
  emulator.onData((answer) => pty.write(answer));
  let running = true;
  const ended = new Promise<void>((resolve) => {
    pty.onExit(() => {
      running = false;
      watchers.forEach((watcher) => watcher());
      resolve();
    });
  });

  const lines = (): string[] => {
    const { active } = emulator.buffer;
    return Array.from(
      { length: active.length },
      (_, index) => active.getLine(index)?.translateToString(true) ?? '',
    );
  };

  const until = (condition: (text: string) => boolean, what: string, ms = 90_000): Promise<string> =>
    new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        watchers.delete(look);
        act();
      };
      const fail = (why: string): void =>
        settle(() => reject(new Error(`${why}: ${what}\n${lines().join('\n').trimEnd()}`)));
      const look = (): void => {
        const text = lines().join('\n');
        if (condition(text)) settle(() => resolve(text));
        else if (!running) fail('the program ended before it showed');
      };
      const timer = setTimeout(() => fail(`not shown within ${ms} ms`), ms);
      watchers.add(look);
      look();
    });

  const submit = async (line: string, taken: (text: string) => boolean): Promise<void> => {
    pty.write(line);
    await until((text) => text.includes(line), `"${line}", typed`);
    for (let tries = 1; ; tries += 1) {
      pty.write('\r');
      try {
        await until(taken, `"${line}", taken`, 500);
        return;
      } catch (error) {
        if (tries === 180) throw error;
      }
    }
  };

  return {
    pid: pty.pid,
    ended,
    lines,
    emulator,
    type: (keys) => pty.write(keys),
    until,
    submit,
    close: async () => {
      if (running) pty.kill('SIGKILL');
      await ended;
      emulator.dispose();
    },
  };
}
