import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Outcome } from '../cli.js';
import {
  begin,
  command,
  doctor,
  FINDING,
  gone,
  heardAfter,
  install,
  newFamily,
  newLab,
  OURS,
  play,
  problemsIn,
  section,
  uninstall,
  WRONG,
  type HostCase,
  type PlayOptions,
} from './host-case.js';
import { Gate, type Family, type HostLab } from './lab.js';
import type { Played } from './program.js';
import type { Step } from './script.js';
import { GONE_WITHIN } from '../processes.js';
import { RESTARTED } from '../share/hosts.js';

const BRIDGE = 'main.js mcp';
const SIDECAR = 'sidecar.js';
/** The option that TypeScript 7 is a language server with. */
const SERVER = ' --lsp';

const REMINDER =
  'Language servers, at the end of this turn: 1 error that changes of this session caused still stands. Fix it, or say why it stays.';

/** Kills these, and waits for their end. */
async function kill(family: Family, what: string): Promise<void> {
  for (const { pid } of family.running(what)) process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(family.running(what)).toEqual([]), { timeout: GONE_WITHIN });
}

function labOf(host: HostCase, lsp?: unknown): HostLab {
  const lab = newLab(host, lsp);
  onTestFinished(() => lab.dispose());
  return lab;
}

/** What holds for every host with hooks, seen by the model that its real program asks. */
export function hostSuite(host: HostCase): void {
  describe('one session', () => aSession(host));
  describe('what fails', () => failures(host));
  describe('the end', () => ends(host));
}

function aSession(host: HostCase): void {
  let lab: HostLab;
  let played: Played;
  let status: Outcome;
  let before: string[] = [];
  const family = newFamily();
  const heard = (turn: number): string => heardAfter(host, played.model, turn);

  beforeAll(async () => {
    lab = newLab(host, undefined, {
      'src/old.ts': "export const old: number = 'old';\nexport const more: number = 1;\n",
    });
    // What a patch has replaced is known for certain where git knows the file.
    for (const args of [
      ['init', '--quiet'],
      ['add', '--all'],
    ])
      execFileSync('git', args, { cwd: lab.workspace });
    await install(host, lab);
    const script: Step[] = [
      () => {
        before = family.running(SERVER).map(({ command: line }) => line);
        return host.create(lab, 'src/tax.ts', WRONG);
      },
      host.replace(lab, 'src/tax.ts', WRONG.trimEnd(), 'export const tax: number = 7;'),
      host.replace(lab, 'src/tax.ts', 'export const nothing = 1;', 'export const nothing = 2;'),
      host.read(lab, 'src/old.ts'),
      host.replace(
        lab,
        'src/old.ts',
        'export const more: number = 1;',
        "export const more: number = 'more';",
      ),
      { call: host.tool('lsp_hover'), args: { file: 'src/cart.ts', line: 4, character: 49 } },
      async () => {
        status = await command(lab, ['status']);
        await kill(family, SIDECAR);
        return host.create(lab, 'src/late.ts', WRONG);
      },
      { call: host.tool('lsp_hover'), args: { symbol: 'priceOf' } },
    ];
    played = await play(host, lab, script, {}, family);
  });

  afterAll(() => lab.dispose());

  test('REQ-LIFE-020: no language server has been started before the first edit', () => {
    expect(before).toEqual([]);
  });

  test('REQ-DIAG-040, REQ-DIAG-020: the first edit, of a server that had not been started, comes back with its error', () => {
    expect(heard(0)).toContain(section('src/tax.ts', FINDING));
  });

  test('REQ-DIAG-010: what was mended is not there any more', () => {
    expect(readFileSync(lab.path('src/tax.ts'), 'utf8')).toBe('export const tax: number = 7;\n');
    expect(heard(1)).not.toMatch(OURS);
  });

  test('REQ-DIAG-010: an edit that failed comes back as the host says it', () => {
    expect(heard(2)).toMatch(host.refused);
    expect(heard(2)).not.toMatch(OURS);
  });

  test('REQ-DIAG-010: of a file with an older error, only what the edit caused is listed', () => {
    expect(heard(4)).toContain(
      section('src/old.ts', "ERROR [2:14] Type 'string' is not assignable to type 'number'. (2322)"),
    );
    expect(heard(4)).toContain('1 error was there before');
  });

  test('REQ-NAV-020: a question is answered', () => {
    expect(heard(5)).toContain('priceOf(item: Item): number');
  });

  test('REQ-STATUS-010: in a terminal, llxprt-lsp status says what the session runs', () => {
    expect(status).toMatchObject({ code: 0, stderr: '' });
    expect(status.stdout).toMatch(/^TypeScript \(tsserver\) {2}|typescript.* active/im);
  });

  test('REQ-LIFE-080: after the shared service was killed an edit comes back with its error, by another one', () => {
    expect(heard(6)).toContain(RESTARTED);
    expect(heard(6)).toContain(section('src/late.ts', FINDING));
  });

  test('REQ-LIFE-080: after the shared service was killed a question is answered', () => {
    expect(heard(7)).toContain('priceOf(item: Item): number');
  });

  test('nothing of it is left: no socket, no process', async () => {
    await gone(family);
    expect(lab.sockets().length).toBeLessThanOrEqual(host.killsServers ? 1 : 0);
  });
}

/** The results of two edits and a turn's end. */
const edits = (host: HostCase, lab: HostLab): Step[] => [
  host.create(lab, 'src/late.ts', WRONG),
  host.replace(lab, 'src/late.ts', WRONG.trimEnd(), 'export const late: boolean = 1;'),
];

function failures(host: HostCase): void {
  /** All that the model reads, as it is in every run. */
  const readIn = ({ model }: Played): string[] =>
    model.asked.slice(1).map((asked) => host.heard(asked).replace(/Wall time: [\d.]+ seconds/g, ''));
  const toolsIn = ({ model }: Played): string[] =>
    model.asked[0]?.tools.filter((name) => name.includes('lsp_')) ?? [];
  let plain: string[];

  beforeAll(async () => {
    const lab = newLab(host);
    try {
      plain = readIn(await play(host, lab, edits(host, lab), { ready: 'at once' })).map((text) =>
        text.replaceAll(lab.workspace, '.'),
      );
    } finally {
      lab.dispose();
    }
    expect(plain).toHaveLength(2);
    expect(plain[0]?.replace(/^(Exit code: 0)\n\n/, '$1\n.\n')).toMatch(host.created);
  });

  const same = async (lab: HostLab, options: PlayOptions = {}): Promise<Played> => {
    const played = await play(host, lab, edits(host, lab), { ready: 'at once', ...options });
    expect(readIn(played).map((text) => text.replaceAll(lab.workspace, '.'))).toEqual(plain);
    return played;
  };

  test('REQ-CFG-010: with "lsp": false the model reads the same as without us, and no navigation tool is offered', async () => {
    const lab = labOf(host, false);
    await install(host, lab);
    expect(toolsIn(await same(lab))).toEqual([]);
  });

  test('REQ-GRACE-020, REQ-NAV-055: without Bun the model reads the same as without us, and no navigation tool is offered', async () => {
    const lab = labOf(host);
    await install(host, lab);
    expect(toolsIn(await same(lab, host.withoutBun))).toEqual([]);
  });

  test('REQ-GRACE-055: after the bridge was killed the model reads the same as without us', async () => {
    const lab = labOf(host);
    await install(host, lab);
    const family = newFamily();
    const [first, ...others] = edits(host, lab);
    const script: Step[] = [
      async () => {
        await kill(family, BRIDGE);
        return first as Exclude<Step, (...args: never[]) => unknown>;
      },
      ...others,
    ];
    const played = await play(host, lab, script, {}, family);
    expect(readIn(played).map((text) => text.replaceAll(lab.workspace, '.'))).toEqual(plain);
  });
}

function ends(host: HostCase): void {
  if (host.reminds)
    test('REQ-DIAG-010: the model goes on once with what it has left broken', async () => {
      const lab = labOf(host);
      await install(host, lab);
      const { model } = await play(host, lab, [
        host.create(lab, 'src/tax.ts', WRONG),
        { say: 'All well.' },
        { say: 'It stays.' },
      ]);
      expect(heardAfter(host, model, 1)).toContain(`${REMINDER}\n${section('src/tax.ts', FINDING)}`);
      expect(model.asked).toHaveLength(3);
    });

  test('two sessions in one workspace: each has its own bridge; one that is killed takes all of its own with it, and nothing else', async () => {
    const lab = labOf(host);
    await install(host, lab);
    const families = [newFamily(), newFamily()] as const;
    const written = [new Gate(), new Gate()] as const;
    const killed = new Gate();
    const never = new Gate();
    const script = (at: 0 | 1, file: string, last: Promise<void>): Step[] => [
      host.create(lab, file, WRONG),
      async () => {
        written[at].open();
        await last;
        return host.replace(lab, file, WRONG.trimEnd(), "export const tax: boolean = 'many';");
      },
    ];
    const runs = [
      await begin(host, lab, script(0, 'src/one.ts', never.opened), families[0]),
      await begin(host, lab, script(1, 'src/two.ts', killed.opened), families[1]),
    ] as const;
    try {
      await Promise.all(written.map(({ opened }) => opened));
      expect(lab.sockets()).toHaveLength(2);
      expect(
        runs.map(({ model }, at) =>
          heardAfter(host, model, 0).includes(section(at === 0 ? 'src/one.ts' : 'src/two.ts', FINDING)),
        ),
      ).toEqual([true, true]);
      // The host itself: what has started the bridge, perhaps below a launcher.
      const parents = families[0].running(BRIDGE).map(({ ppid }) => ppid);
      expect(parents).toHaveLength(1);
      for (const pid of new Set([...parents, runs[0].child.pid ?? 0])) process.kill(pid, 'SIGKILL');
      await gone(families[0]);
      killed.open();
      expect((await runs[1].outcome).code).toBe(0);
      expect(heardAfter(host, runs[1].model, 1)).toContain(
        "Type 'string' is not assignable to type 'boolean'.",
      );
      await gone(families[1]);
      expect([...runs[0].model.faults, ...runs[1].model.faults]).toEqual([]);
    } finally {
      killed.open();
      for (const run of runs) await run.close();
    }
  });

  test('a hook whose program is gone: the file is written, and the turn ends well', async () => {
    const lab = labOf(host);
    await install(host, lab);
    const hooks = readFileSync(lab.home.path(host.hooks), 'utf8');
    lab.home.write(host.hooks, hooks.replaceAll('bin/llxprt-lsp-hook', 'gone/llxprt-lsp-hook'));
    const { model } = await play(host, lab, [host.create(lab, 'src/late.ts', WRONG)]);
    expect(heardAfter(host, model, 0)).not.toContain(FINDING);
    expect(readFileSync(lab.path('src/late.ts'), 'utf8')).toBe(WRONG);
    expect(model.asked).toHaveLength(2);
  });

  test('after a session, uninstalling gives back the settings byte for byte, and leaves no file of ours', async () => {
    const lab = labOf(host);
    const settings = readFileSync(lab.home.path(host.settings));
    const ours = (): string[] =>
      readdirSync(lab.home.folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.includes('llxprt-lsp') && !/^(run|tmp)\b/.test(path))
        .sort();
    // The user's own settings of ours, if any.
    const before = ours();
    await install(host, lab);
    await play(host, lab, [host.create(lab, 'src/tax.ts', WRONG)]);
    const { code, stdout } = await doctor(host, lab);
    expect(stdout).toContain('a sample edit came back with its error');
    const problems = problemsIn(stdout);
    expect(problems.filter((line) => host.untrusted?.test(line) !== true)).toEqual([]);
    expect({ code, isSound: problems.length === 0 }).toEqual(
      host.untrusted === undefined ? { code: 0, isSound: true } : { code: 2, isSound: false },
    );
    await uninstall(host, lab);
    expect(readFileSync(lab.home.path(host.settings))).toEqual(settings);
    expect(existsSync(lab.home.path(host.hooks))).toBe(false);
    expect(ours()).toEqual(before);
  });
}
