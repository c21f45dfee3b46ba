import { Random } from '../random.js';
import type { Details } from './target.js';

/** What reads text of strangers. */
export interface Reader {
  /** One word. */
  readonly name: string;
  /** The words of what it reads, beside {@link SIGNS}. */
  readonly words?: readonly string[];
  readonly read: (text: string) => unknown;
}

/** How a text is made that is to be slow for one of the readers, by a number. */
export function attackBy(
  readers: readonly Reader[],
  number: number,
): { readonly reader: Reader; readonly attack: Attack } {
  const random = new Random(number);
  const reader = random.pick(readers);
  const words = [...(reader.words ?? []), ' '];
  const some = (least: number, most: number): string => {
    const count = least + Math.floor(random.next() * (most - least + 1));
    return Array.from({ length: count }, () => random.pick(random.chance(0.4) ? SIGNS : words)).join('');
  };
  const attack = { head: some(0, 2), unit: some(1, 4), tail: some(0, 2) };
  if (random.chance(0.6)) return { reader, attack };
  return { reader, attack: { ...attack, middle: some(0, 2), second: some(1, 4) } };
}

/** A text as its author makes it to be slow: a part of it over and over, and maybe another one behind it. */
export interface Attack {
  readonly head: string;
  /** In it, {@link COUNT} stands for how many came before. */
  readonly unit: string;
  readonly middle?: string;
  readonly second?: string;
  readonly tail: string;
}

/** Names that are all different. */
export const COUNT = '\u0001';
/** The next of them: one leads to another. */
export const NEXT = '\u0002';

/** Signs that mean something in most languages. */
export const SIGNS: readonly string[] = [
  ...' \t\n"\'`\\/*.,;:=()[]{}<>#@-+|$!&?~^%_a0é'.split(''),
  ...[
    '\r\n',
    '\r',
    '\u2028',
    '\u0000',
    '/*',
    '*/',
    '//',
    '<!--',
    '"""',
    "'''",
    '{{',
    '=>',
    '::',
    'aa',
    ' a ',
    '\\"',
    `a${COUNT}`,
    `a${COUNT}`,
    `a${NEXT}`,
  ],
];

const KIB = 1024;

/** UTF-16 code units: of the shorter text whose time is compared, and of the longest. */
const SHORT = 64 * KIB;
const LONG = 1024 * KIB;

/**
 * Most processor time for texts up to the short one and up to the long one, ms. A quiet machine
 * takes a twentieth: what other threads of the process do at the same time counts, too. What reads in
 * quadratic time takes seconds.
 */
const MOST_MS = { short: 400, long: 2000 } as const;

/** The long text may take so many times what the short one takes; and whatever that is, this, ms. */
const GROWTH = { times: 20, least: 800 } as const;

/** By how much the memory of the process may grow while the long text is read, bytes. */
const MOST_MEMORY = 512 * KIB * KIB;

/** Of several runs the shortest counts: other work of the machine only makes them longer. */
const RUNS = 3;

/**
 * Throws where the reader takes too long for a text, or too much memory. Begins with a few
 * characters and goes on to longer texts, so that what takes exponential time ends soon, too.
 *
 * @param isLong whether it goes on to the long text
 */
export async function assertQuick({ name, read }: Reader, attack: Attack, isLong: boolean): Promise<void> {
  const within = (length: number, most: number): Promise<number> =>
    timed(read, textOf(attack, length), most, `${name}: ${JSON.stringify(attack)}`);
  for (let length = 16; length < KIB; length = Math.ceil(length * 1.25)) await within(length, MOST_MS.short);
  for (const length of [4 * KIB, 16 * KIB]) await within(length, MOST_MS.short);
  const short = await within(SHORT, MOST_MS.short);
  if (!isLong) return;
  await within(LONG / 4, MOST_MS.long);
  const memory = process.memoryUsage().rss;
  await within(LONG, Math.min(MOST_MS.long, Math.max(GROWTH.least, GROWTH.times * short)));
  const grown = process.memoryUsage().rss - memory;
  if (grown > MOST_MEMORY)
    throw new Error(
      `${name}: ${JSON.stringify(attack)}: ${LONG} characters took ${Math.round(grown / KIB / KIB)} MiB`,
    );
}

/**
 * A text that was slow once, as a test of its own; not the long one, which would pass if the short
 * one does.
 */
export function once(
  readers: readonly Reader[],
  name: string,
  attack: Partial<Attack> & Pick<Attack, 'unit'>,
): () => Promise<Details> {
  return async () => {
    const whole = { head: '', tail: '', ...attack };
    const details = { numRuns: 1, seed: 0, counterexample: whole, counterexamplePath: null };
    try {
      const reader = readers.find((each) => each.name === name);
      if (reader === undefined) throw new Error(`no reader is called ${name}`);
      await assertQuick(reader, whole, false);
      return { ...details, failed: false, errorInstance: null };
    } catch (error) {
      return { ...details, failed: true, errorInstance: error };
    }
  };
}

export function textOf({ head, unit, middle = '', second = '', tail }: Attack, length: number): string {
  const [first, between, last] = [head, middle, tail].map((text) => counted(text, 0));
  const around = `${first}${between}${last}`.length;
  const each = (length - around) / (second === '' ? 1 : 2);
  return `${first}${over(unit, each)}${between}${over(second, each)}${last}`;
}

function counted(text: string, at: number): string {
  return text.replaceAll(COUNT, `${at}`).replaceAll(NEXT, `${at + 1}`);
}

function over(unit: string, length: number): string {
  const times = unit === '' ? 0 : Math.max(1, Math.floor(length / unit.length));
  if (!unit.includes(COUNT) && !unit.includes(NEXT)) return unit.repeat(times);
  const parts: string[] = [];
  for (let [at, left] = [0, length]; left > 0; at += 1) {
    const part = counted(unit, at);
    parts.push(part);
    left -= part.length;
  }
  return parts.join('');
}

/** @returns the processor time that it took, ms */
async function timed(read: Reader['read'], text: string, most: number, what: string): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < RUNS && least > most; run++) {
    const before = process.cpuUsage();
    await read(text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  if (least > most)
    throw new Error(
      `${what}: ${text.length} characters took ${Math.round(least)} ms of processor time, and may take ` +
        `${Math.round(most)}`,
    );
  return least;
}
