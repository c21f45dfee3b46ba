import { title } from './cases.mjs';

/** @typedef {import('./cases.mjs').Case} Case */

const errorLines = 15;
const outputLines = 200;

/**
 * The report of a step: one line, then each test that failed, then the end of its output if it
 * failed.
 * @param {string} name
 * @param {{ cases: readonly Case[], output: string }} result
 * @param {number} ms
 */
export function stepLines(name, { cases, output }, ms) {
  const failed = of(cases, 'failed');
  const counts = /** @type {const} */ (['failed', 'skipped'])
    .map((state) => ({ state, count: of(cases, state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `, ${String(count)} ${state}`);
  const word = failed.length === 0 ? 'ok  ' : 'FAIL';
  const seconds = (ms / 1000).toFixed(1).padStart(6);
  return [
    `${word} ${name.padEnd(16)} ${seconds} s  ${String(passed(cases))} passed${counts.join('')}`,
    ...failed.flatMap(failureLines),
    ...(failed.length === 0 ? [] : lastLines(output)),
  ];
}

/**
 * The report of all steps together; the last line counts.
 * @param {readonly { step: string, cases: readonly Case[] }[]} steps
 */
export function totalLines(steps) {
  const cases = steps.flatMap((step) => step.cases);
  const failed = steps.flatMap((step) => of(step.cases, 'failed').map((one) => [step.step, title(one)].filter(Boolean).join(': ')));
  const skipped = of(cases, 'skipped');
  return [
    ...skipped.map(({ name, reason }) => `skipped: ${name} (${reason ?? 'its title says when'})`),
    ...failed.map((one) => `failed: ${one}`),
    `${String(passed(cases))} passed, ${String(failed.length)} failed, ${String(skipped.length)} skipped`,
  ];
}

/** @param {readonly Case[]} cases */
export const passed = (cases) => of(cases, 'passed').length;

/**
 * @template {Case['state']} S
 * @param {readonly Case[]} cases
 * @param {S} state
 */
function of(cases, state) {
  return cases.filter(/** @type {(one: Case) => one is Extract<Case, { state: S }>} */ ((one) => one.state === state));
}

/** @param {import('./cases.mjs').Failed} one */
function failureLines(one) {
  // A check that fails as a whole has only its output.
  if (one.error === '') return [];
  const lines = one.error.trimEnd().split('\n');
  const shown = lines.slice(0, errorLines).map((line) => `      ${line}`.trimEnd());
  return [`  ${one.state}: ${title(one)}`, ...shown, ...(lines.length > errorLines ? ['      ...'] : [])];
}

/** @param {string} output */
function lastLines(output) {
  const lines = output.trimEnd().split('\n');
  const left = lines.length - outputLines;
  return left > 0 ? [`... ${String(left)} lines before these`, ...lines.slice(left), ''] : [...lines, ''];
}
