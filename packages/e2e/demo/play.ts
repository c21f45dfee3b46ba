import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Home } from '../support/hosts/home.js';
import type { Asked, Step } from '../support/hosts/script.js';
import { tool } from '../../../scripts/lib/paths.mjs';
import type { Desk, Host, Session } from './hosts.js';
import { gutter, showParams, type Tell } from './page.js';
import { faultsOf, FILES, MENDED, movesIn, PROMPT, WRITTEN, type Move } from './story.js';
import { OWN_SETTINGS } from '../support/own-folders.js';

const SIZE = { cols: 100, rows: 45 };
/** How long the host may take for each thing that it is asked to do, ms. */
const PATIENCE = 60_000;
/** So many moves fill a picture that is still taken in at a glance. */
const PICTURED = 2;
const LAST_WORDS = 'src/receipt.ts is written, and the language server agrees.';

/**
 * Lets the host's model act the story in the host's own terminal interface, and tells what the model reads. Everything lies in a home folder
 * that is gone afterwards. Resolves to what was not as it should be, in words, and where that home was; rejects if the host failed, or `signal` ended it.
 */
export async function play(
  host: Host,
  signal: AbortSignal,
  tell: Tell,
): Promise<{ faults: string[]; home: string }> {
  const desk = newDesk();
  const { home } = desk;
  try {
    tell(
      (colors) =>
        `${colors.bold(host.name)}, installed into a home of its own: ${home.folder}\nIts model is a script on this machine; all else is real.\n`,
    );
    const { code, stdout, stderr } = await host.install(desk, signal);
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`${host.installCommand} ended with ${code}:\n${stdout}${stderr}`);
    tell((colors) => `${colors.dim('$')} ${host.installCommand}\n`);

    const faults: string[] = [];
    const moves = movesIn(host.dialect);
    const session = await host.open(desk, PROMPT, scriptOf(moves, tell, faults), SIZE);
    await during(session, signal, async () => {
      await session.terminal.until(
        (text) => text.includes(LAST_WORDS),
        'the last words of the model',
        PATIENCE,
      );
      faults.push(...session.model.faults.map(String), ...missing(session, moves, desk));
      faults.push(...(await status(host, session, tell)));
    });
    return { faults, home: home.folder };
  } finally {
    home.dispose();
  }
}

function newDesk(): Desk {
  const home = new Home();
  // What is shown is what the model is told, not how soon: a machine that is busy otherwise may take its time.
  home.writeJson(OWN_SETTINGS, { lsp: { firstTouchTimeout: PATIENCE } });
  for (const [path, text] of Object.entries(FILES)) home.write(join('shop', path), text);
  const workspace = home.path('shop');
  mkdirSync(join(workspace, 'node_modules'));
  symlinkSync(tool('typescript'), join(workspace, 'node_modules', 'typescript'), 'junction');
  return { home, workspace };
}

/** Whatever comes, the session has ended when this settles. */
async function during(session: Session, signal: AbortSignal, act: () => Promise<void>): Promise<void> {
  const end = (): void => void session.close();
  signal.addEventListener('abort', end);
  try {
    if (signal.aborted) end();
    await act();
    signal.throwIfAborted();
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
    await session.close();
  }
}

/** Each step looks at what the model has read of the one before, and tells it. */
function scriptOf(moves: readonly Move[], tell: Tell, faults: string[]): Step[] {
  let called = 0;
  const react = (index: number, { results }: Asked): void => {
    const move = moves[index - 1];
    if (move === undefined) return;
    const read = results.map(({ text }) => text).join('\n');
    const ms = performance.now() - called;
    tell(
      (colors) =>
        `${colors.cyan('result')} ${colors.dim(`after ${(ms / 1000).toFixed(1)} s`)}\n${gutter(read, colors)}\n`,
      index <= PICTURED,
    );
    faults.push(...faultsOf(move, read).map((fault) => `step ${index}: ${fault}`));
  };
  const calls = moves.map((move, index): Step => (asked) => {
    react(index, asked);
    tell(
      (colors) =>
        `${colors.bold(`${index + 1}. ${move.title}`)}\n${colors.cyan(move.call)}\n${showParams(move.args)}`,
      index < PICTURED,
    );
    called = performance.now();
    return { call: move.call, args: move.args };
  });
  const end: Step = (asked) => {
    react(moves.length, asked);
    return { say: LAST_WORDS };
  };
  return [...calls, end];
}

function missing({ model }: Session, moves: readonly Move[], { workspace }: Desk): string[] {
  const tools = model.asked[0]?.tools ?? [];
  return [
    ...moves
      .filter(({ call }) => !tools.includes(call))
      .map(({ call }) => `the model was not told of a tool ${call}`),
    ...(readFileSync(join(workspace, WRITTEN), 'utf8') === MENDED
      ? []
      : [`${WRITTEN} is not what the model made of it`]),
  ];
}

/** A person asks, on the screen; the model hears nothing of it. */
async function status(host: Host, { model, terminal }: Session, tell: Tell): Promise<string[]> {
  const [asked, beside] = [model.asked.length, model.beside.length];
  await host.enter(terminal, '/lsp status');
  const screen = await terminal.until(
    (text) => statusOn(text) !== undefined,
    'the servers that run',
    PATIENCE,
  );
  tell(
    (colors) =>
      `${colors.bold('4. A person asks what runs, on the screen of the terminal. The model hears nothing of it.')}\n${gutter(statusOn(screen) ?? '', colors)}\n`,
  );
  return model.asked.length === asked && model.beside.length === beside
    ? []
    : ['/lsp status has asked the model'];
}

/** The rows from the title of the status to the last of its servers', once the one of this workspace and all rows are there. */
function statusOn(screen: string): string | undefined {
  const rows = screen.split('\n');
  const below = rows.slice(rows.findIndex((row) => row.includes('LSP servers in ')));
  const end = below.findIndex((row) => !/\w/.test(row));
  const shown = below.slice(0, end).join('\n');
  return /LSP servers in .*\btypescript +active\b/s.test(shown) ? shown : undefined;
}
