import type { SameError } from '../../backend/same-error.ts';
import { withoutSuggestion } from '../../support/diagnostic-text.ts';

/**
 * Quirk(TypeScript): it has codes of their own for errors with a suggestion, and makes ten
 * suggestions a program, so that an edit anywhere changes which errors have one. Others depend on
 * what else is declared, or on a setting. The codes of one error stand on one line.
 */
const ONE_ERROR = [
  // A name, a shorthand property: with a similar name, a member, a library or types that have it.
  [2304, 2311, 2552, 2570, 2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593, 2662, 2663, 2867, 2868, 18004],
  // A namespace.
  [2503, 2833],
  // A property.
  [2339, 2550, 2551, 2568, 2576, 2812],
  // A property of an object literal.
  [2353, 2561],
  // What a module or a namespace exports; it may declare it, or export it under another name.
  [2305, 2459, 2460, 2614, 2694, 2724],
  [1192, 2613],
  // A module that is not found.
  [2307, 2732, 2792],
  [2834, 2835],
  // A type where a value is expected.
  [2585, 2690, 2693],
  // Assignments, arguments and calls.
  [2322, 2375, 2412, 2820],
  [2345, 2379],
  [2554, 2794],
  [2559, 2560],
  [7017, 7052],
  // Classes.
  [2420, 2720],
  [4113, 4117],
  [4122, 4123],
  // Options.
  [2726, 2727],
  [5023, 5025],
  [5072, 5077],
  [5078, 5079],
  [17010, 17018],
] as const;

const FIRST = new Map<string, number>(
  ONE_ERROR.flatMap(([first, ...others]) => others.map((code) => [String(code), first] as const)),
);

/** Where two wordings differ by more than a suggestion, in any line of a message. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^([ \t]*)Could not find name '/gm, "$1Cannot find name '"],
  [
    /^([ \t]*)No value exists in scope for the shorthand property ('.*')\. Either declare .*$/gm,
    '$1Cannot find name $2',
  ],
  [/^([ \t]*Property '.*') may not exist on type /gm, '$1 does not exist on type '],
  [/^([ \t]*Object literal may only specify known properties,) but /gm, '$1 and '],
  [/^([ \t]*)(?:Module|Namespace) ('.*' has no exported member '.*')$/gm, '$1$2'],
  [/^([ \t]*'.*' has no exported member) named /gm, '$1 '],
  [
    /^([ \t]*)Module ('.*') declares ('.*') locally, but it is (?:not exported|exported as '.*')$/gm,
    '$1$2 has no exported member $3',
  ],
  [/^([ \t]*Cannot find module '.*') or its corresponding type declarations$/gm, '$1'],
  [/^([ \t]*Cannot find module '.*')\. Consider using '--resolveJsonModule' .*$/gm, '$1'],
  [
    / when '--moduleResolution' is 'node16' or 'nodenext'\. Consider adding .*$/gm,
    " when '--moduleResolution' is 'node16' or 'nodenext'",
  ],
  [/ with 'exactOptionalPropertyTypes: true'\. Consider adding .*$/gm, ''],
  [/^([ \t]*)Value of type ('.*' has no properties in common )/gm, '$1Type $2'],
  [/^([ \t]*Class '.*' incorrectly implements )class /gm, '$1interface '],
];

/** Also of a server that has TypeScript in it. */
export const sameTypescriptError: SameError = ({ code, message }) => {
  const known = code === undefined ? undefined : (FIRST.get(String(code)) ?? code);
  return {
    ...(known !== undefined && { code: known }),
    message: WORDS.reduce(
      (text, [pattern, words]) => text.replace(pattern, words),
      withoutSuggestion(message),
    ),
  };
};
