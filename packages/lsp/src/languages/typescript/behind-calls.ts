import type { Diagnostic } from '../../types.ts';
import { offsetOf, openBefore } from './arguments.ts';
import { importOf } from './bases.ts';

/** `'error' is of type 'unknown'.` */
const UNKNOWN = /^'([\w$]+)' is of type 'unknown'/;
/** Of `this` in an object that a call is given: `actions: { add() { this.count } }`. */
const OF_OBJECT = /^Property '[^']+' does not exist on type '\{/;
/** Calls in each other that are looked at. */
const MOST = 8;

/**
 * The module of a function that would tell what a value is, were it there: a guard narrows it, a call
 * says what `this` is in the object that it is given.
 */
export function moduleOfCall(
  { code, message, line, character }: Pick<Diagnostic, 'code' | 'message' | 'line' | 'character'>,
  text: string,
): string | undefined {
  const at = offsetOf(text, line, character);
  const name = Number(code) === 18046 ? UNKNOWN.exec(message)?.[1] : undefined;
  if (name !== undefined) return packageOf(guardOf(name, text, at), text);
  if (
    Number(code) !== 2339 ||
    !OF_OBJECT.test(message) ||
    !/\bthis\??\.$/.test(text.slice(Math.max(0, at - 7), at))
  )
    return undefined;
  let open: number | undefined = at;
  for (let calls = 0; calls < MOST; calls += 1) {
    open = openBefore(text, open);
    if (open === undefined) return undefined;
    const called = /([\w$]+)(?:\.[\w$]+)*(?:<[^()]*>)?$/.exec(text.slice(Math.max(0, open - 200), open))?.[1];
    const module = packageOf(called, text);
    if (module !== undefined) return module;
  }
  return undefined;
}

function packageOf(name: string | undefined, text: string): string | undefined {
  const module = name === undefined ? undefined : importOf(name, text);
  return module?.startsWith('.') === true ? undefined : module;
}

/** How far it is looked back, UTF-16 code units. */
const FAR = 3000;

/** What narrows the value where it is used: `error instanceof A`, `a.isError(error)`. */
function guardOf(name: string, text: string, at: number): string | undefined {
  const own = RegExp.escape(name);
  const start = Math.max(0, at - FAR);
  const guards = text
    .slice(start, at)
    .matchAll(
      new RegExp(
        `(!?\\(?)\\b(?:${own}\\s+instanceof\\s+([\\w$]+)|([\\w$]+)(?:\\.[\\w$]+)*\\(\\s*${own}\\s*\\))`,
        'g',
      ),
    );
  for (const guard of [...guards].reverse()) {
    const between = text.slice(start + guard.index + guard[0].length, at);
    if (holdsUpTo(between, guard[1]?.startsWith('!') === true)) return guard[2] ?? guard[3];
  }
  return undefined;
}

/** Whether a condition holds behind this text, which follows it: it has not been left. */
function holdsUpTo(between: string, isNegated: boolean): boolean {
  const rest = between.replace(/^[\s)]+/, '');
  const hasBlock = rest.startsWith('{');
  if (!hasBlock && !isNegated) return !/[;{}]/.test(rest.replace(/\$\{/g, ''));
  if (isNegated && !/\b(?:throw|return|continue|break)\b/.test(rest)) return false;
  let depth = 0;
  for (const letter of rest) {
    if (letter === '{') depth += 1;
    if (letter === '}') depth -= 1;
    if (depth < (isNegated ? 0 : 1)) return false;
  }
  return true;
}
