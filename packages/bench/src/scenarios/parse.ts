import { LANGUAGES, type Language } from './languages.js';
import {
  TIERS,
  VERBS,
  type Expectation,
  type Scenario,
  type Step,
  type Tier,
  type Verb,
} from './scenario.js';
import type { LspConfig, Origin } from '../../../core/src/lsp/types.js';

const FILE = /^-- (\S.*) --$/;
const STEP = /^== (\w+) ?(.*)$/;
const EXPECTATION = /^> (.*)$/;
const HEADER = /^([a-z][\w. -]*): (.*)$/;

interface Part {
  readonly head: string;
  readonly line: number;
  readonly body: string[];
}

/**
 * The scenarios of one text, one for each of its languages. packages/bench/scenarios/README.md
 * describes the format. Throws where the text has another one.
 *
 * @param name of the file, without its extension
 */
export function parseScenarios(name: string, text: string): Scenario[] {
  const [head, parts] = partsOf(text);
  const fail = (line: number, why: string): never => {
    throw new Error(`scenarios/${name}.txt:${line}: ${why}`);
  };
  const [title = '', ...rest] = head.filter((line) => line.trim() !== '');
  const headers = new Map<string, string>();
  for (const line of rest) {
    const [, key, value] = HEADER.exec(line) ?? [];
    if (key === undefined || value === undefined) return fail(1, `it is no header: ${line}`);
    if (!isHeader(key)) return fail(1, `there is no header ${key}`);
    headers.set(key, value.trim());
  }
  const entry = Number(headers.get('entry') ?? Number.NaN);
  if (!Number.isInteger(entry)) return fail(1, 'the header entry has to be a number');
  const tier = headers.get('tier') ?? 'nightly';
  if (!isTier(tier)) return fail(1, `there is no tier ${tier}`);
  const files = new Map<string, string>();
  const steps: Step[] = [];
  for (const part of parts) {
    const [, file] = FILE.exec(part.head) ?? [];
    if (file !== undefined) {
      if (steps.length > 0) return fail(part.line, 'files stand before the steps');
      files.set(file, bodyOf(part.body));
      continue;
    }
    const [, verb = '', about = ''] = STEP.exec(part.head) ?? [];
    if (!isVerb(verb)) return fail(part.line, `there is no step ${verb}`);
    const isSaid = (line: string): boolean => EXPECTATION.test(line);
    const at = part.body.findIndex(isSaid);
    const said = at < 0 ? [] : part.body.slice(at).filter((line) => line.trim() !== '');
    const expected = said.map((line) => {
      const [, words = ''] = EXPECTATION.exec(line) ?? fail(part.line, `it is no expectation: ${line}`);
      return expectationOf(words) ?? fail(part.line, `it is no expectation: ${words}`);
    });
    const body = bodyOf(at < 0 ? part.body : part.body.slice(0, at));
    steps.push({ verb, about: about.trim(), body, expected, line: part.line });
  }
  const listOf = (key: string): string[] =>
    (headers.get(key) ?? '').split(/[\s,]+/).filter((one) => one !== '');
  return listOf('languages').map((language): Scenario => {
    if (!isLanguage(language)) return fail(1, `there is no language ${language}`);
    return {
      id: `${String(entry).padStart(2, '0')}/${language}/${name}`,
      title,
      entry,
      language,
      tier,
      fails: headers.get(`fails ${language}`) ?? headers.get('fails'),
      projects: headers.has('projects') ? listOf('projects') : ['.'],
      servers: listOf('servers'),
      settings: JSON.parse(headers.get('settings') ?? '{}') as LspConfig,
      files,
      steps,
    };
  });
}

/** What stands before the first part, and the parts. */
function partsOf(text: string): [head: string[], parts: Part[]] {
  const [head, parts]: [string[], Part[]] = [[], []];
  for (const [index, line] of text.split('\n').entries()) {
    if (FILE.test(line) || STEP.test(line)) parts.push({ head: line, line: index + 1, body: [] });
    else (parts.at(-1)?.body ?? head).push(line);
  }
  return [head, parts];
}

/** Without the empty lines around it. */
function bodyOf(lines: readonly string[]): string {
  const text = lines.join('\n').replace(/^\n+/, '').trimEnd();
  return text === '' ? '' : `${text}\n`;
}

function expectationOf(words: string): Expectation | undefined {
  if (words === 'clean' || words === 'unjudged' || words === 'incomplete') return { kind: words };
  if (words === 'no others' || words === 'no compiler') return { kind: words };
  const [, kind, rest = ''] = /^(error|others|says|silent) (.+)$/.exec(words) ?? [];
  if (kind === 'says' || kind === 'silent') return { kind, words: rest };
  if (kind === 'error') return { kind, ...withOrigin(rest) };
  const [, file, about] = /^(\S+) (.+)$/.exec(rest) ?? [];
  if (kind !== 'others' || file === undefined || about === undefined) return undefined;
  return { kind, file, ...withOrigin(about) };
}

/** `session 2307`, or without an origin `2307`. */
function withOrigin(text: string): { words: string; origin?: Origin } {
  const [, origin, words] = /^(edit|session|before) (.+)$/.exec(text) ?? [];
  return words === undefined ? { words: text } : { words, origin: origin as Origin };
}

const HEADERS = ['entry', 'languages', 'tier', 'projects', 'servers', 'settings', 'fails'];
const isHeader = (key: string): boolean =>
  HEADERS.includes(key) || (key.startsWith('fails ') && isLanguage(key.slice('fails '.length)));
const isTier = (text: string): text is Tier => (TIERS as readonly string[]).includes(text);
const isVerb = (text: string): text is Verb => (VERBS as readonly string[]).includes(text);
const isLanguage = (text: string): text is Language => text in LANGUAGES;
