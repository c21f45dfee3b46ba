const NAME = String.raw`[\p{ID_Start}_][\p{ID_Continue}]*`;
const PLACE = String.raw`${NAME}(?:\.${NAME})?`;

/** `from a.b import c as d` and `import a.b as c`, up to the end of the list. */
const FROM = /^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]*(\([^)]*\)|[^\n#]*)/gmu;
const IMPORT = /^[ \t]*import[ \t]+([^\n#]+)/gmu;

/** How a value gets another name: the name, and what it is made of. */
const BINDINGS: readonly RegExp[] = [
  // A parameter, or a variable with a type.
  new RegExp(`(?<to>${PLACE})[ \\t]*:[ \\t]*(?<of>[^,)=\\n]+)`, 'gu'),
  new RegExp(`^[ \\t]*(?<to>${PLACE})[ \\t]*(?::[^=\\n]+)?=[ \\t]*(?:await[ \\t]+)?(?<of>${PLACE})`, 'gmu'),
  new RegExp(`\\b(?:async[ \\t]+)?for[ \\t]+(?<to>${NAME})[ \\t]+in[ \\t]+(?<of>${PLACE})`, 'gu'),
  new RegExp(`\\bwith[ \\t]+(?<of>${PLACE})[^\\n]*?[ \\t]as[ \\t]+(?<to>${NAME})`, 'gu'),
  new RegExp(`^[ \\t]*class[ \\t]+(?<to>${NAME})[ \\t]*\\((?<of>[^)]*)\\)`, 'gmu'),
];

const RETURNED = new RegExp(
  String.raw`^\s*(?:return|yield)\s+(?:(?:await|not)\s+|\()*(${NAME})(?:\.(${NAME}))?`,
  'u',
);

/** How often names may come from names. */
const MOST_ROUNDS = 5;

/**
 * Whether what the line returns is of one of these modules: it begins with a name that an import of one
 * binds, or that gets its value or its type from such a name.
 *
 * @param line 1-based
 */
export function returnsOneOf(text: string, line: number, modules: readonly string[]): boolean {
  const [, name = '', member = ''] = RETURNED.exec(text.split('\n')[line - 1] ?? '') ?? [];
  if (name === '') return false;
  const names = boundBy(text, new Set(modules));
  for (let round = 0, size = -1; round < MOST_ROUNDS && size !== names.size; round++) {
    size = names.size;
    for (const binding of BINDINGS)
      for (const { groups: { to = '', of = '' } = {} } of text.matchAll(binding))
        if (placesIn(of).some((one) => names.has(one))) names.add(to);
  }
  return names.has(name) || names.has(`${name}.${member}`);
}

/** `a.b.c[d]`: a, a.b, d. */
function placesIn(text: string): string[] {
  return [...text.matchAll(new RegExp(`(?<![\\p{ID_Continue}.])${PLACE}`, 'gu'))].flatMap(([place]) => [
    place,
    place.split('.')[0] ?? '',
  ]);
}

function boundBy(text: string, modules: ReadonlySet<string>): Set<string> {
  const isOf = (module: string): boolean =>
    modules.has(module) || [...modules].some((one) => module.startsWith(`${one}.`));
  const names = new Set<string>();
  for (const [, module = '', list = ''] of text.matchAll(FROM))
    if (isOf(module)) for (const { bound } of itemsOf(list)) names.add(bound);
  for (const [, list = ''] of text.matchAll(IMPORT))
    for (const { name, bound } of itemsOf(list)) if (isOf(name)) names.add(bound.split('.')[0] ?? '');
  return names;
}

function itemsOf(list: string): { name: string; bound: string }[] {
  return list
    .replace(/#[^\n]*/g, '')
    .replace(/[\\()]/g, ' ')
    .split(',')
    .map((item) => item.trim().split(/\s+as\s+/))
    .map(([name = '', alias = name]) => ({ name, bound: alias }));
}
