import { stripVTControlCharacters } from 'node:util';
import xterm, { type IBuffer, type IBufferCell } from '@xterm/headless';

/** One em of a monospaced font is 14 px; a cell is as wide as most of them draw one. */
const FONT = 14;
const CELL = { width: 8.4, height: 19 };
const BAR = 34;
const PADDING = 16;
const COLUMNS = { least: 80, most: 110 };

/** For each of the first 8 colours of a terminal that has a meaning here: on a light ground, on a dark one. */
const COLOURS: Readonly<Record<number, readonly [light: string, dark: string]>> = {
  1: ['#b42318', '#ff8b80'],
  2: ['#1a7f37', '#6cd08a'],
  3: ['#8a5a00', '#e3b341'],
  6: ['#0b6e8a', '#6cc7e0'],
};

interface Run {
  column: number;
  width: number;
  text: string;
  style: string;
}

/**
 * What a terminal shows when this text is written to it, as SVG: the lines are text, which can be selected; nothing is loaded from elsewhere.
 *
 * @param text lines with ANSI escape sequences; those longer than 110 columns are wrapped as a terminal does
 * @param title what stands in the window's bar, and for those who cannot see it
 */
export async function picture(text: string, title: string): Promise<string> {
  const lines = text.trimEnd().split('\n');
  const cols = Math.min(
    COLUMNS.most,
    Math.max(COLUMNS.least, ...lines.map((line) => stripVTControlCharacters(line).length)),
  );
  const terminal = new xterm.Terminal({
    cols,
    rows: lines.length,
    scrollback: lines.length * 10,
    convertEol: true,
    allowProposedApi: true,
  });
  await new Promise<void>((resolve) => terminal.write(lines.join('\n'), resolve));
  const { active } = terminal.buffer;
  const rows = Array.from({ length: active.baseY + active.cursorY + 1 }, (_, row) => runsOf(active, row));
  terminal.dispose();
  return svg(rows, cols, title);
}

/** What is beside each other in the same style, without the blanks between. */
function runsOf(buffer: IBuffer, row: number): Run[] {
  const line = buffer.getLine(row);
  const runs: Run[] = [];
  for (let column = 0; line && column < line.length; column += 1) {
    const cell = line.getCell(column);
    if (!cell || cell.getWidth() === 0) continue;
    const text = cell.getChars() || ' ';
    const style = styleOf(cell);
    const last = runs.at(-1);
    if (last?.style === style) {
      last.text += text;
      last.width += cell.getWidth();
    } else {
      runs.push({ column, width: cell.getWidth(), text, style });
    }
  }
  return runs.map(trimmed).filter(({ text }) => text !== '');
}

function trimmed({ column, width, text, style }: Run): Run {
  const before = text.length - text.trimStart().length;
  const after = text.length - text.trimEnd().length;
  return { column: column + before, width: width - before - after, text: text.trim(), style };
}

/** The names of the classes of a cell, separated by blanks. */
function styleOf(cell: IBufferCell): string {
  const colour = cell.isFgPalette() && cell.getFgColor() in COLOURS ? [`c${cell.getFgColor()}`] : [];
  return [...colour, ...(cell.isBold() ? ['b'] : []), ...(cell.isDim() ? ['d'] : [])].join(' ');
}

function svg(rows: readonly (readonly Run[])[], cols: number, title: string): string {
  const width = Math.ceil(cols * CELL.width) + 2 * PADDING;
  const height = BAR + rows.length * CELL.height + PADDING;
  const dots = [0, 1, 2]
    .map((index) => `<circle class="bar" cx="${18 + 18 * index}" cy="${BAR / 2}" r="5.5"/>`)
    .join('');
  const lines = rows.flatMap((runs, row) =>
    runs.length === 0
      ? []
      : [`<text y="${BAR + row * CELL.height + FONT}">${runs.map(tspan).join('')}</text>`],
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" xml:space="preserve" role="img" aria-label="${escape(title)}">
<title>${escape(title)}</title>
<style>
${styles()}
</style>
<rect class="window" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="9"/>
${dots}<text class="d" x="${width / 2}" y="${BAR / 2 + 5}" text-anchor="middle">${escape(title)}</text>
${lines.join('\n')}
</svg>
`;
}

function styles(): string {
  const colours = (ground: 0 | 1): string =>
    Object.entries(COLOURS)
      .map(([index, both]) => `.c${index}{fill:${both[ground]}}`)
      .join('');
  return `text{font:${FONT}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#1f2328}
.b{font-weight:700}.window{fill:#fbfbfa;stroke:#d0d3d6}.bar{fill:#d5d8db}.d{fill:#62686f}${colours(0)}
@media(prefers-color-scheme:dark){text{fill:#e2e6ea}.window{fill:#15191e;stroke:#3a4048}.bar{fill:#3a4048}.d{fill:#949ca5}${colours(1)}}`;
}

/** The length is given, so that what stands in one column stays in it, whichever font there is. */
function tspan({ column, width, text, style }: Run): string {
  const x = PADDING + column * CELL.width;
  const kind = style === '' ? '' : ` class="${style}"`;
  return `<tspan x="${round(x)}" textLength="${round(width * CELL.width)}" lengthAdjust="spacingAndGlyphs"${kind}>${escape(text)}</tspan>`;
}

function round(pixels: number): string {
  return String(Math.round(pixels * 10) / 10);
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
