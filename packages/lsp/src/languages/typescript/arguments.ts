import { onceForText } from '../../backend/why-no-error.ts';

/**
 * Whether a parameter is one of a function that a call is given, or that a type describes, as in
 * `app.get('/', (request) => 1)` and `const load: Load = ({ params }) => 1`. There, what is called, or the
 * type, says what it is.
 *
 * @param line of the parameter, 1-based, as `character`
 */
export function isOfArgument(text: string, line: number, character: number): boolean {
  const at = offsetOf(text, line, character);
  const open = openBefore(text, at);
  // A single parameter may stand without parentheses: `each(one => 1)`.
  const bare = !/[\w$.]/.test(text.charAt(at - 1)) && /^[\w$]+\s*=>/.test(text.slice(at, at + 200));
  const start = bare ? at : open;
  if (start === undefined) return false;
  const before = text.slice(Math.max(0, start - 400), start).trimEnd();
  const head = before.replace(/\b(?:async\s*)?(?:function\s*\*?\s*[\w$]*)?$/, '').trimEnd();
  const isFunction = head.length < before.length;
  if (!bare && !isFunction && !isArrow(text, start)) return isMethodOfArgument(text, start, before);
  const rest = head.replace(/\basync$/, '').trimEnd();
  // An attribute of JSX: `<div onClick={(event) => 1}>`.
  if (/[\w-]=\{$/.test(rest)) return true;
  if (/[,(]$/.test(rest)) return openBefore(text, start) !== undefined;
  return (
    /:\s*[\w$.]+(?:<[^=]*>)?\s*=$/.test(rest) || (rest.endsWith(':') && openBefore(text, start) !== undefined)
  );
}

/** `defineComponent({ setup(props) {} })`: a method of an object that a call is given. */
function isMethodOfArgument(text: string, open: number, before: string): boolean {
  const head = /(?:^|[{,])\s*(?:async\s+)?\*?\s*[\w$]+$/.exec(before);
  if (head === null) return false;
  const brace = bracketBefore(text, open, '{', '}');
  if (brace === undefined) return false;
  const outside = text.slice(Math.max(0, brace - 200), brace).trimEnd();
  return /[(,:]$/.test(outside) && openBefore(text, brace) !== undefined;
}

export function offsetOf(text: string, line: number, character: number): number {
  const start = startsOf(text)[line - 1];
  return start === undefined ? text.length : start + character - 1;
}

/** Of its lines. Read once for all findings in a file. */
const startsOf = onceForText((text) => {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
});

/** How far it is looked back: a list of parameters is short. */
const MOST = 4000;

/** The `(` before a place that is not closed before it. */
export const openBefore = (text: string, at: number): number | undefined => bracketBefore(text, at, '(', ')');

function bracketBefore(text: string, at: number, open: string, close: string): number | undefined {
  let depth = 0;
  for (let index = at - 1; index >= Math.max(0, at - MOST); index--) {
    const letter = text[index];
    if (letter === close) depth++;
    else if (letter === open && depth-- === 0) return index;
  }
  return undefined;
}

/** `=>` follows the parenthesis that is closed. */
function isArrow(text: string, open: number): boolean {
  let depth = 0;
  for (let index = open; index < Math.min(text.length, open + MOST); index++) {
    const letter = text[index];
    if (letter === '(') depth++;
    else if (letter === ')' && --depth === 0)
      return /^\s*(?::[^=;{]+)?=>/.test(text.slice(index + 1, index + 200));
  }
  return false;
}
