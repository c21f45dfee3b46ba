import { title } from './cases.mjs';

/** @typedef {import('./cases.mjs').Case} Case */

const errorLines = 15;

/**
 * The report of a check that passes or fails as a whole: a line, and its output if it failed.
 * @param {string} name
 * @param {{ cases: readonly Case[], output: string }} result
 * @param {number} ms
 */
export function checkLines(name, { cases, output }, ms) {
  const failed = of(cases, 'failed');
  const word = failed.length === 0 ? 'ok  ' : 'FAIL';
  const seconds = (ms / 1000).toFixed(1).padStart(6);
  return [
    `${word} ${name.padEnd(20)} ${seconds} s`,
    ...(failed.length === 0 ? [] : [output.trimEnd()]),
    ...failed.flatMap(errorOf),
  ];
}

/**
 * What a run ends with: why tests were skipped, what failed, and a last line that counts.
 * @param {readonly Case[]} cases
 */
export function totalLines(cases) {
  const [passed, failed, skipped] = [of(cases, 'passed'), of(cases, 'failed'), of(cases, 'skipped')];
  /** @type {Map<string, Case[]>} */
  const reasons = new Map();
  for (const one of skipped) reasons.set(reasonOf(one), [...(reasons.get(reasonOf(one)) ?? []), one]);
  return [
    ...Array.from(reasons, ([reason, [only, ...others]]) =>
      only && others.length === 0
        ? `skipped: ${described(only, reason)}`
        : `skipped: ${String(others.length + 1)} tests (${reason})`,
    ),
    ...failed.flatMap((one) => [`failed: ${title(one)}`, ...errorOf(one)]),
    `${String(passed.length)} passed, ${String(failed.length)} failed, ${String(skipped.length)} skipped`,
  ];
}

/**
 * Bun's runner knows no reasons, so there a title says it.
 * @param {Extract<Case, { state: 'skipped' }>} one
 */
const reasonOf = (one) =>
  one.reason ?? /\((?:skipped: )?(no [^()]+|needs [^()]+)\)/.exec(one.name)?.[1] ?? title(one);

/**
 * @param {Case} one
 * @param {string} reason
 */
const described = (one, reason) => (title(one).includes(reason) ? title(one) : `${title(one)} (${reason})`);

/**
 * @template {Case['state']} S
 * @param {readonly Case[]} cases
 * @param {S} state
 */
function of(cases, state) {
  return cases.filter(
    /** @type {(one: Case) => one is Extract<Case, { state: S }>} */ ((one) => one.state === state),
  );
}

/** @param {import('./cases.mjs').Failed} one */
function errorOf({ error }) {
  const lines = error
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '');
  const shown = lines.slice(0, errorLines).map((line) => `      ${line}`.trimEnd());
  return [...shown, ...(lines.length > errorLines ? ['      ...'] : [])];
}
