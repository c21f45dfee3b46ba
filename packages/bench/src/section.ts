import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** A part that can be replaced alone. */
export function sectionOf(name: string, text: string): string {
  return `<!-- ${name} -->\n\n${text.trim()}\n\n<!-- /${name} -->`;
}

/** The text of the part; empty where it is missing. */
export function readSection(page: string, name: string): string {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';
  return (
    new RegExp(`<!-- ${name} -->\\n\\n(?<part>.*?)\\n\\n<!-- /${name} -->`, 's').exec(text)?.groups?.[
      'part'
    ] ?? ''
  );
}

/** Replaces one part of a page that several programs write; adds it at the end where it is missing. */
export function writeSection(page: string, name: string, text: string): void {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const before = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const part = sectionOf(name, text);
  const from = before.indexOf(begin);
  const to = before.indexOf(end);
  writeFileSync(
    page,
    from < 0 || to < 0
      ? `${before.trimEnd()}\n\n${part}\n`
      : before.slice(0, from) + part + before.slice(to + end.length),
  );
}
