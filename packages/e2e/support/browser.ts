import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { chromiumPath } from '../../../scripts/lib/servers/chromium.mjs';

/** No answer within this, ms, is none. */
const PATIENCE = 60_000;

/** Headless, as root too, asking nobody for anything, and no more of it than a page takes. */
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--window-size=1400,860',
  '--remote-debugging-pipe',
];

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly message: string };
}

/** Chromium with one page, asked over its debugging pipe: the DevTools protocol, one JSON message and a NUL each. */
export class Browser implements AsyncDisposable {
  /** What the page has complained of: errors, and what its policy has refused. */
  readonly complaints: string[] = [];
  /** What it has asked the network for, the page itself aside. */
  readonly fetched: string[] = [];
  readonly #child: ChildProcess;
  readonly #profile: string;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  readonly #events = new Map<string, () => void>();
  #session: string | undefined;
  #nextId = 1;

  private constructor(path: string) {
    this.#profile = mkdtempSync(join(tmpdir(), 'chromium-'));
    this.#child = spawn(path, [...FLAGS, `--user-data-dir=${this.#profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    let held = '';
    (this.#child.stdio[4] as Readable).setEncoding('utf8').on('data', (chunk: string) => {
      const messages = (held + chunk).split('\0');
      held = messages.pop() ?? '';
      for (const message of messages) this.#receive(JSON.parse(message) as Reply);
    });
  }

  static async open(colorScheme: 'light' | 'dark' = 'light'): Promise<Browser> {
    const path = chromiumPath();
    if (path === undefined) throw new Error('no Chromium on this machine');
    const browser = new Browser(path);
    const { targetInfos } = (await browser.#ask('Target.getTargets')) as {
      targetInfos: { targetId: string; type: string }[];
    };
    const { targetId } = targetInfos.find(({ type }) => type === 'page')!;
    const { sessionId } = (await browser.#ask('Target.attachToTarget', { targetId, flatten: true })) as {
      sessionId: string;
    };
    browser.#session = sessionId;
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await browser.#ask(`${domain}.enable`);
    await browser.#ask('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value: colorScheme }],
    });
    return browser;
  }

  async goTo(url: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => this.#events.set('Page.loadEventFired', resolve));
    this.fetched.length = 0;
    await this.#ask('Page.navigate', { url });
    await loaded;
  }

  /** What this expression comes to in the page, as JSON can say it; promises are awaited. */
  async evaluate<T>(expression: string): Promise<T> {
    const answer = (await this.#ask('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value: T }; exceptionDetails?: { exception?: { description?: string } } };
    if (answer.exceptionDetails !== undefined)
      throw new Error(answer.exceptionDetails.exception?.description ?? 'the expression failed');
    return answer.result.value;
  }

  /** Keys as a person presses them: `j`, `/`, `ArrowDown`. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      await this.#ask('Input.dispatchKeyEvent', {
        type: 'keyDown',
        key,
        ...(key.length === 1 && { text: key }),
      });
      await this.#ask('Input.dispatchKeyEvent', { type: 'keyUp', key });
    }
  }

  async drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    const mouse = (type: string, [x, y]: readonly [number, number]) =>
      this.#ask('Input.dispatchMouseEvent', {
        type,
        x,
        y,
        button: 'left',
        buttons: type === 'mouseReleased' ? 0 : 1,
        clickCount: 1,
      });
    await mouse('mousePressed', from);
    await mouse('mouseMoved', to);
    await mouse('mouseReleased', to);
  }

  /** A PNG, in Base64. */
  async screenshot(): Promise<string> {
    return ((await this.#ask('Page.captureScreenshot')) as { data: string }).data;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#child, 'exit');
    // It ends its own processes, which would go on writing into the profile.
    this.#session = undefined;
    await this.#ask('Browser.close');
    await gone;
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  #ask(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), PATIENCE);
      this.#waiting.set(id, ({ result, error }) => {
        clearTimeout(timer);
        if (error === undefined) resolve(result ?? {});
        else reject(new Error(`${method}: ${error.message}`));
      });
      (this.#child.stdio[3] as Writable).write(
        `${JSON.stringify({ id, method, params, ...(this.#session !== undefined && { sessionId: this.#session }) })}\0`,
      );
    });
  }

  #receive({ id, method, params = {}, ...reply }: Reply): void {
    if (id !== undefined) {
      this.#waiting.get(id)?.(reply);
      this.#waiting.delete(id);
      return;
    }
    if (
      method === 'Runtime.exceptionThrown' ||
      method === 'Log.entryAdded' ||
      method === 'Runtime.consoleAPICalled'
    )
      this.complaints.push(JSON.stringify(params));
    if (method === 'Network.requestWillBeSent' && params['type'] !== 'Document')
      this.fetched.push(JSON.stringify(params['request']));
    this.#events.get(method ?? '')?.();
  }
}
