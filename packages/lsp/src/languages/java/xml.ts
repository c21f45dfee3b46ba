/** An element of a document without namespaces; attributes are not read. */
export interface Element {
  readonly name: string;
  readonly children: readonly Element[];
  /** The text between its children, trimmed. */
  readonly text: string;
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

interface Open extends Element {
  readonly children: Element[];
  text: string;
}

/** What begins so, and is text or nothing, ends where the second text stands first. */
const SECTIONS: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
];

/** A start tag behind its `<`, or an end tag. No part of a tag holds a `<`, but a quoted value may. */
const TAG = /\/([^\s<>]+)\s*>|([^\s/<>]+)(?:\s[^"'<>/]*(?:(?:"[^"]*"|'[^']*'|\/(?!>))[^"'<>/]*)*)?(\/?)>/y;

/** The root element of a POM or of Maven's settings; undefined where the text is not well-formed. */
export function parseXml(source: string): Element | undefined {
  const document: Open = { name: '', children: [], text: '' };
  const open = [document];
  for (let at = 0; at < source.length;) {
    const current = open.at(-1) ?? document;
    if (source[at] !== '<') {
      const end = source.indexOf('<', at);
      const text = source.slice(at, end < 0 ? source.length : end);
      current.text += decoded(text);
      at += text.length;
      continue;
    }
    const section = SECTIONS.find(([start]) => source.startsWith(start, at));
    if (section !== undefined) {
      const [start, mark] = section;
      const end = source.indexOf(mark, at + start.length);
      // What has no end is not looked for again: nothing behind it counts.
      if (end < 0) return undefined;
      if (start === '<![CDATA[') current.text += source.slice(at + start.length, end);
      at = end + mark.length;
      continue;
    }
    TAG.lastIndex = at + 1;
    const [tag = '', closed, opened, isEmpty] = TAG.exec(source) ?? [];
    if (tag === '') return undefined;
    at += 1 + tag.length;
    if (closed !== undefined) {
      if (open.length < 2 || current.name !== localName(closed)) return undefined;
      current.text = current.text.trim();
      open.pop();
    } else if (opened !== undefined) {
      const element: Open = { name: localName(opened), children: [], text: '' };
      current.children.push(element);
      if (isEmpty === '') open.push(element);
    }
  }
  return open.length === 1 ? document.children[0] : undefined;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** All elements at the end of a path of names: `all(pom, 'build', 'plugins', 'plugin')`. */
export function all(element: Element | undefined, ...names: readonly string[]): readonly Element[] {
  let found: readonly Element[] = element === undefined ? [] : [element];
  for (const name of names)
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return found;
}

/** The text of the first element at the end of a path of names; undefined where it is empty. */
export function elementText(element: Element | undefined, ...names: readonly string[]): string | undefined {
  const text = all(element, ...names)[0]?.text;
  return text === '' ? undefined : text;
}

function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,9})|#x([\da-f]{1,9})|(\w{1,9}));/gi,
    (whole, decimal: string | undefined, hex: string | undefined, name = '') => {
      const point = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '', 16);
      return Number.isNaN(point) || point > 0x10_ff_ff
        ? (NAMED[name as string] ?? whole)
        : String.fromCodePoint(point);
    },
  );
}
