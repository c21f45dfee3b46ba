import { beforeEach, expect, test, vi } from 'vitest';
import type * as WriteAll from '../../src/install/write-all.js';
import { asBefore, EARLIER, HOSTS, Machine } from './machine.js';

/** How many changes are made before the process dies; undefined: all. */
const life = vi.hoisted<{ left: number | undefined }>(() => ({ left: undefined }));

vi.mock('../../src/install/write-all.js', async (importOriginal) => {
  const { writeAll, ...rest } = await importOriginal<typeof WriteAll>();
  return {
    ...rest,
    writeAll(changes: readonly WriteAll.FileChange[]) {
      if (life.left === undefined || life.left >= changes.length) return writeAll(changes);
      writeAll(changes.slice(0, life.left));
      throw new Error('killed');
    },
  };
});

beforeEach(() => {
  life.left = undefined;
});

type Tree = Readonly<Record<string, string>>;

/** A machine on which an update was cut short, and what it looks like before and after all of it. */
async function cutShort(
  host: (typeof HOSTS)[number],
  left: number,
  change: (machine: Machine) => void,
  meanwhile: (machine: Machine) => void = () => undefined,
): Promise<{ machine: Machine; before: Tree; died: boolean }> {
  const machine = new Machine();
  machine.write('~/.claude.json', '{ "mine": true }\n');
  machine.write('~/.codex/config.toml', 'model = "x"\n');
  const { [`bin`]: _, ...before } = machine.tree();
  await machine.install(host);
  meanwhile(machine);
  machine.putOnPath();
  life.left = left;
  const died = await machine.install(host).then(
    () => false,
    () => true,
  );
  life.left = undefined;
  change(machine);
  return { machine, before, died };
}

const without = (tree: Tree): Tree =>
  Object.fromEntries(Object.entries(tree).filter(([path]) => !/^bin|\.profile$/.test(path)));

test.each(HOSTS.filter((host) => host !== 'pi' && host !== 'opencode'))(
  '%s: an update that dies after any number of changes can be ended, and taken back',
  async (host) => {
    let died = true;
    for (let left = 0; died; left++) {
      const ended = await cutShort(host, left, () => undefined);
      died = ended.died;
      expect(await ended.machine.install(host), `after ${left}`).toMatchObject({ code: 0, err: '' });
      expect(JSON.stringify(ended.machine.tree())).not.toContain('"earlier"');
      const complete = ended.machine.tree();
      expect((await ended.machine.install(host)).out).not.toMatch(/^ {2}(changed|created|restored|kept) /m);
      expect(ended.machine.tree()).toEqual(complete);
      await ended.machine.uninstall(host);
      expect(without(ended.machine.tree())).toEqual(ended.before);
      const taken = await cutShort(host, left, () => undefined);
      expect((await taken.machine.uninstall(host)).out, `after ${left}`).not.toContain('kept');
      expect(without(taken.machine.tree())).toEqual(taken.before);
    }
  },
);

test.each(['install', 'uninstall'] as const)(
  'and where a person has changed a shared file since: %s',
  async (work) => {
    let died = true;
    for (let left = 1; died; left++) {
      const change = (machine: Machine): void =>
        machine.write('~/.claude.json', machine.read('~/.claude.json').replace('true', 'false'));
      const { machine, died: isDead } = await cutShort('claude', left, change);
      died = isDead;
      expect(await machine[work]('claude'), `after ${left}`).toMatchObject({ code: 0, err: '' });
      const servers =
        work === 'install' ? { mcpServers: { llxprt: { command: 'llxprt-lsp', args: ['mcp'] } } } : {};
      expect(JSON.parse(machine.read('~/.claude.json'))).toEqual({ mine: false, ...servers });
    }
  },
);

test.each(['codex', 'llxprt'] as const)(
  '%s: an update that moves a receipt of an earlier version can be ended, and taken back',
  async (host) => {
    let died = true;
    for (let left = 0; died; left++) {
      const { machine, before, died: isDead } = await cutShort(host, left, () => undefined, asBefore);
      died = isDead;
      if (left % 2 === 1)
        expect(await machine.install(host), `after ${left}`).toMatchObject({ code: 0, err: '' });
      expect((await machine.uninstall(host)).out, `after ${left}`).not.toContain('kept');
      expect(machine.exists(EARLIER)).toBe(false);
      expect(without(machine.tree())).toEqual(before);
    }
  },
);
