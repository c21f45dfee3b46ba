/** An element of a document without namespaces; attributes are not read. */
export interface Element {
  readonly name: string;
  readonly children: readonly Element[];
  /** The text between its children, trimmed. */
  readonly text: string;
}

const TOKEN = /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<![^>]*>|<\/([^\s>]+)\s*>|<([^\s/>]+)(?:\s(?:"[^"]*"|'[^']*'|[^"'>])*?)?(\/?)>|([^<]+)/g;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The root element of a POM or of Maven's settings; undefined where the text is not well-formed. */
export function parseXml(source: string): Element | undefined {
  type Open = Element & { children: Element[]; text: string };
  const document: Open = { name: '', children: [], text: '' };
  const open = [document];
  let end = 0;
  for (const match of source.matchAll(TOKEN)) {
    if (match.index !== end) return undefined;
    end += match[0].length;
    const [, data, closed, opened, isEmpty, text] = match;
    const current = open.at(-1) ?? document;
    if (data !== undefined) current.text += data;
    else if (text !== undefined) current.text += decoded(text);
    else if (opened !== undefined) {
      const element: Open = { name: opened.slice(opened.indexOf(':') + 1), children: [], text: '' };
      current.children.push(element);
      if (isEmpty === '') open.push(element);
    } else if (closed !== undefined) {
      if (open.length < 2 || current.name !== closed.slice(closed.indexOf(':') + 1)) return undefined;
      current.text = current.text.trim();
      open.pop();
    }
  }
  return open.length === 1 && end === source.length ? document.children[0] : undefined;
}

/** All elements at the end of a path of names: `all(pom, 'build', 'plugins', 'plugin')`. */
export function all(element: Element | undefined, ...names: readonly string[]): readonly Element[] {
  let found: readonly Element[] = element === undefined ? [] : [element];
  for (const name of names) found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return found;
}

/** The text of the first element at the end of a path of names; undefined where it is empty. */
export function textAt(element: Element | undefined, ...names: readonly string[]): string | undefined {
  const text = all(element, ...names)[0]?.text;
  return text === '' ? undefined : text;
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal: string | undefined, hex: string | undefined, name = '') => {
    const point = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    return Number.isNaN(point) || point > 0x10_ff_ff ? (NAMED[name as string] ?? whole) : String.fromCodePoint(point);
  });
}
