import { LANGUAGES } from './languages.js';
import { contradiction, disappointment, errorsOf, flawsOf, judge, staleIn } from './relation.js';
import type { Scenario, Step } from './scenario.js';
import { Session, type Told } from './session.js';
import { Stage } from './stage.js';

/** `mended`: it has a known fault, and is right all the same. */
export type Verdict = 'right' | 'wrong' | 'known fault' | 'mended';

export interface ScenarioResult {
  readonly id: string;
  readonly title: string;
  readonly verdict: Verdict;
  /** Why it fails, where that is known. */
  readonly fails?: string;
  /** What is wrong, by step. */
  readonly flaws: readonly string[];
  readonly ms: number;
  readonly steps: readonly { readonly step: string; readonly ms: number }[];
}

/**
 * Makes the workspace, does what the steps say, and compares each verdict with the compiler's.
 * Throws where a step cannot be made, or the compiler does not say what the scenario rests on.
 *
 * @param folder to be made
 */
export async function runScenario(
  scenario: Scenario,
  folder: string,
  log: (line: string) => void = () => undefined,
): Promise<ScenarioResult> {
  const start = performance.now();
  const stage = new Stage(folder, scenario);
  const { flaws, times } = await stage.within(() => play(scenario, stage, log));
  const { id, title, fails } = scenario;
  const isRight = flaws.length === 0;
  const verdict = fails === undefined ? (isRight ? 'right' : 'wrong') : isRight ? 'mended' : 'known fault';
  const ms = Math.round(performance.now() - start);
  return { id, title, verdict, ...(fails !== undefined && { fails }), flaws, ms, steps: times };
}

/** Steps that are made before there is a session. */
const isSetup = ({ verb }: Step): boolean => verb === 'setup';

async function play(
  scenario: Scenario,
  stage: Stage,
  log: (line: string) => void,
): Promise<{ flaws: string[]; times: { step: string; ms: number }[] }> {
  for (const { body } of scenario.steps.filter(isSetup)) await stage.shell(body);
  const { rules } = LANGUAGES[scenario.language];
  const truthNow = (): ReturnType<typeof judge> => judge(scenario, stage.workspace, stage.scratch);
  const asksOthers = ({ verb }: Step): boolean =>
    verb === 'write' || verb === 'command' || scenario.settings.otherFiles === 'always';
  const [session, before] = await Promise.all([
    Session.start(stage.workspace, scenario, log),
    // What stood before matters for other files alone.
    scenario.steps.some(asksOthers) ? truthNow() : [],
  ]);
  const first = errorsOf(before);
  const flaws: string[] = [];
  const times: { step: string; ms: number }[] = [];
  let isFirst = true;
  try {
    for (const step of scenario.steps.filter((one) => !isSetup(one))) {
      const name = `line ${step.line}, ${step.verb} ${step.about}`.trim();
      const start = performance.now();
      const told = await perform(step, stage, session);
      times.push({ step: name, ms: Math.round(performance.now() - start) });
      log(`${name}: ${told.text}`);
      if (told.report !== undefined) log(JSON.stringify(told.report));
      const wrong: (string | undefined)[] = [];
      if (told.report !== undefined && !step.expected.some(({ kind }) => kind === 'no compiler')) {
        const truth = await truthNow();
        const broken = step.expected.flatMap((one) => contradiction(one, step.about, truth) ?? []);
        if (broken.length > 0) throw new Error(`${name}: ${broken.join('; ')}`);
        const { expected } = step;
        const othersAsked = asksOthers(step);
        wrong.push(...flawsOf(told.report, truth, { first, rules, othersAsked, expected }));
        // While a search goes on, what it has not reached may be as it was.
        const unjudged = !told.report.othersComplete || expected.some(({ kind }) => kind === 'unjudged');
        if (!unjudged) wrong.push(...staleIn(await session.known(), truth, rules));
      }
      wrong.push(...step.expected.map((one) => disappointment(one, step.about, told, isFirst)));
      isFirst &&= told.report === undefined;
      flaws.push(...wrong.flatMap((flaw) => (flaw === undefined ? [] : [`${name}: ${flaw}`])));
    }
  } finally {
    await session.close();
  }
  return { flaws, times };
}

async function perform({ verb, about, body }: Step, stage: Stage, session: Session): Promise<Told> {
  switch (verb) {
    case 'setup':
    case 'shell':
      await stage.shell(body);
      return { text: '' };
    case 'command':
      await stage.shell(body);
      return session.command();
    case 'edit': {
      const { from, to } = replacement(body);
      // An old text that is empty creates a file.
      return session.change('edit', { file_path: about, old_string: from, new_string: to });
    }
    case 'write':
      return session.change('write_file', { file_path: about, content: body });
    case 'patch':
      return session.change('apply_patch', { patch: `*** Begin Patch\n${body}*** End Patch\n` });
    case 'delete':
      return session.change('apply_patch', {
        patch: `*** Begin Patch\n*** Delete File: ${about}\n*** End Patch\n`,
      });
    case 'check': {
      const report = await session.ask(about);
      return { text: '', report };
    }
    case 'read':
      session.client.warm(about);
      return { text: '' };
    case 'settle':
      return { text: await session.settle() };
    case 'tool':
      return { text: await session.call(about, JSON.parse(body === '' ? '{}' : body)) };
    case 'cli':
      return { text: await stage.cli(about) };
  }
}

/** Lines `- old` and `+ new`, with one space behind the sign. */
function replacement(body: string): { from: string; to: string } {
  const side = (sign: string): string =>
    body
      .split('\n')
      .filter((line) => line.startsWith(sign))
      .map((line) => `${line.slice(1).replace(/^ /, '')}\n`)
      .join('');
  return { from: side('-'), to: side('+') };
}
