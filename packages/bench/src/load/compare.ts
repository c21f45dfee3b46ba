import { Random } from '../../../../scripts/lib/random.js';
import { LOAD_QUESTIONS } from './questions.js';
import type { Service } from './service.js';
import { Tally } from './tally.js';
import { isLate, RIGHT, type LoadVerdict } from './verdict.js';
import type { World } from './world.js';

/**
 * The same questions to one of the sessions, in turn, and to a service that has one session only:
 * the answers have to be the same bytes. Nothing changes meanwhile.
 */
export async function compareSessions(
  world: World,
  services: readonly Service[],
  isolated: Service,
  count: number,
  seed: number,
): Promise<Tally> {
  const tally = new Tally();
  const random = new Random(seed);
  const first = services[0] ?? isolated;
  for (let index = 0; index < count; index += 1) {
    const service = services[index % services.length] ?? first;
    const language = random.pick(world.languages);
    const part = Math.floor(random.next() * world.parts);
    const isCheck = random.chance(0.5);
    const ask = random.pick(Object.values(LOAD_QUESTIONS))(world, language, part);
    const text = world.textOf(language, part, world.revise(random.chance(0.5)));
    const started = performance.now();
    const [one, other] = await Promise.all(
      [service, isolated].map((each) =>
        isCheck ? checked(each, language.fileOf(part), text) : navigated(each, ask.tool, ask.params),
      ),
    );
    const verdict: LoadVerdict =
      one === undefined || other === undefined
        ? { kind: 'timed out' }
        : one === other
          ? RIGHT
          : { kind: 'wrong', why: `${language.fileOf(part)}: ${one} is not ${other}` };
    tally.add({
      tool: isCheck ? 'check' : ask.tool,
      language: language.title,
      ms: performance.now() - started,
      verdict,
    });
  }
  return tally;
}

/** `undefined`: not complete in time. */
async function checked(service: Service, file: string, text: string): Promise<string | undefined> {
  const { files, refused, servers } = await service.check(file, text);
  return servers.every(({ outcome }) => outcome === 'complete')
    ? JSON.stringify({ files, refused, servers: servers.map(({ ms: _, ...server }) => server) })
    : undefined;
}

async function navigated(
  service: Service,
  tool: string,
  params: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const { result, data } = await service.navigate(tool, params);
  return isLate(result.error) ? undefined : JSON.stringify({ text: result.llmContent, data });
}
