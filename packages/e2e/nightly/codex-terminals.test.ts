import { expect, onTestFinished, vi } from 'vitest';
import { codexCase, configureTerminals, openCodex, trustHooks } from '../support/hosts/codex.js';
import {
  FINDING,
  gone,
  heardAfter,
  install,
  newFamily,
  newLab,
  section,
  WRONG,
} from '../support/hosts/host-case.js';
import { refuseNetwork } from '../support/hosts/proxy.js';
import { serveResponses } from '../support/hosts/responses-wire.js';
import { ScriptedModel, type Asked, type ModelReply } from '../support/hosts/script.js';
import type { Terminal } from '../support/hosts/terminal.js';
import { testWith } from '../support/needs.js';

/** The model of several sessions: whose request it is shows by what the person has said. */
class Conversations extends ScriptedModel {
  constructor(private readonly models: Readonly<Record<string, ScriptedModel>>) {
    super([]);
  }

  override reply(asked: Asked): Promise<ModelReply> {
    // Its length makes the ids of calls.
    this.asked.push(asked);
    const said = JSON.stringify(asked.conversation);
    const found = Object.entries(this.models).find(([prompt]) => said.includes(prompt));
    // Titles are asked for beside the conversation.
    return found === undefined || said.includes('single-line task title')
      ? Promise.resolve({ say: 'Write' })
      : found[1].reply(asked);
  }
}

// Two terminals are typed into: where the machine is busy, keys are lost.
testWith(
  ['codex'],
  'Codex, two sessions in one folder, in terminals: one process of Codex has both, each has its errors and its reminder, and one goes on without the bridge of the other',
  async () => {
    const lab = newLab(codexCase);
    onTestFinished(() => lab.dispose());
    const write = (file: string) => [codexCase.create(lab, file, WRONG), { say: 'All well.' }];
    const models = {
      'Write one.': new ScriptedModel([...write('src/one.ts'), { say: 'One stays.' }]),
      'Write two.': new ScriptedModel([
        ...write('src/two.ts'),
        { say: 'Two stays.' },
        codexCase.replace(lab, 'src/two.ts', WRONG.trimEnd(), "export const tax: boolean = 'many';"),
        { say: 'So be it.' },
      ]),
    };
    const both = new Conversations(models);
    const [loopback, proxy] = await Promise.all([serveResponses(both), refuseNetwork()]);
    configureTerminals(lab, loopback.url);
    await install(codexCase, lab);
    const family = newFamily();
    const open = (): Terminal => openCodex(lab, { ...family.env, ...proxy.env });
    const ready = (terminal: Terminal): Promise<string> =>
      terminal.until((text) => text.includes('Ask Codex to do anything'), 'its prompt');
    const one = open();
    const terminals = [one];
    try {
      await trustHooks(one);
      await ready(one);
      const two = open();
      terminals.push(two);
      await ready(two);
      await vi.waitFor(() => expect(lab.sockets()).toHaveLength(2), { timeout: 20_000, interval: 50 });
      // Both bridges are below the one process that outlives the terminals.
      const bridges = family.running('main.js mcp').toSorted((a, b) => a.pid - b.pid);
      expect(new Set(bridges.map(({ ppid }) => ppid)).size).toBe(1);
      expect(family.processes().find(({ pid }) => pid === bridges[0]?.ppid)?.command).toContain('app-server');

      for (const [terminal, prompt, end] of [
        [one, 'Write one.', 'One stays.'],
        [two, 'Write two.', 'Two stays.'],
      ] as const) {
        await terminal.submit(prompt, (text) => text.includes(`› ${prompt}`) && text.includes('Working'));
        await terminal.until((text) => text.includes(end), end);
      }
      // What the first session has written is a change behind the second one, as a shell makes them: it counts as the second one's, too.
      for (const [name, model, reminder] of [
        ['src/one.ts', models['Write one.'], '1 error that changes'],
        ['src/two.ts', models['Write two.'], '2 errors that changes'],
      ] as const) {
        expect(heardAfter(codexCase, model, 0)).toContain(
          `LSP diagnostics after edit:\n${section(name, FINDING)}\n`,
        );
        expect(heardAfter(codexCase, model, 1)).toContain(`${reminder} of this session caused still`);
        expect(heardAfter(codexCase, model, 1)).toContain(section(name, FINDING));
      }

      const [oldest] = bridges;
      if (oldest !== undefined) process.kill(oldest.pid, 'SIGKILL');
      await vi.waitFor(() => expect(family.running('main.js mcp')).toHaveLength(1), {
        timeout: 5000,
        interval: 20,
      });
      await two.submit('Go on.', (text) => text.includes('› Go on.') && text.includes('Working'));
      await two.until((text) => text.includes('So be it.'), 'the end');
      expect(heardAfter(codexCase, models['Write two.'], 3)).toContain(
        "Type 'string' is not assignable to type 'boolean'.",
      );
      expect([both, ...Object.values(models)].flatMap(({ faults }) => faults)).toEqual([]);
      // Quirk(codex): whatever is switched off, each terminal wants to get its tip of the day from there.
      expect(proxy.asked.filter((name) => name !== 'raw.githubusercontent.com:443')).toEqual([]);
    } finally {
      for (const terminal of terminals) await terminal.close();
      // What is Codex's own would stay for a while; all that is ours ends by itself.
      for (const { pid } of family.running('/codex')) process.kill(pid, 'SIGKILL');
      await gone(family);
      await Promise.all([loopback.close(), proxy.close()]);
    }
    expect(lab.sockets().length).toBeLessThanOrEqual(1);
  },
);
