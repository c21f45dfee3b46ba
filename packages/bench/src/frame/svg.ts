/** Pictures for docs, in light and dark. */

type Attributes = Readonly<Record<string, string | number>>;

export function element(name: string, attributes: Attributes, content?: string): string {
  const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`);
  return content === undefined ? `<${name}${all.join('')}/>` : `<${name}${all.join('')}>${content}</${name}>`;
}

/** @param kind a class of {@link picture}, or of the styles besides */
export function text(
  content: string | number,
  x: number | string,
  y: number | string,
  kind?: string,
): string {
  const escaped = String(content).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return element('text', { ...(kind !== undefined && { class: kind }), x, y }, escaped);
}

/** A bar, or the square of a legend. */
export function bar(
  kind: string,
  x: number,
  y: number | string,
  width: number | string,
  height: number,
): string {
  return element('rect', { class: kind, x, y, width, height, rx: 2 });
}

export interface Picture {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  /** Besides those of texts and of the background, a rule a line. */
  readonly light: string;
  readonly dark: string;
  readonly content: readonly string[];
}

export function picture({ title, width, height, light, dark, content }: Picture): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}"
  height="${height}" role="img" aria-labelledby="title">
<title id="title">${title}</title>
<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .back { fill: #ffffff; } .head { font-weight: 600; } .small { font-size: 11px; fill: #59636e; }
  ${light}
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; } .back { fill: #0d1117; } .small { fill: #9198a1; }
    ${dark}
  }
</style>
<rect class="back" width="${width}" height="${height}" rx="6"/>
${content.join('\n')}
</svg>
`;
}
