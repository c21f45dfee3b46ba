import type { BenchResult, SubjectResult } from './results.js';
import type { Comparison } from './stats.js';
import { ms } from './figures.js';

const PANELS = [
  { title: 'Cold', of: (subject: SubjectResult) => subject.cold },
  { title: 'Edit', of: (subject: SubjectResult) => subject.warm },
  { title: '20 files', of: (subject: SubjectResult) => subject.batch },
] as const;

const MARGIN = 16;
const TOP = 76;
const ROW = 52;
const NAME_WIDTH = 128;
const PANEL_WIDTH = 252;
/** Px for one time the floor. */
const UNIT = 92;
/** What is drawn of a bar at most, in times the floor; its label says the rest. */
const LONGEST = 1.5;
const BAR = 15;

/** docs/benchmarks.svg: for each code base and question, the floor as a bar of one length and ours as a multiple of it. */
export function chart({ subjects }: Pick<BenchResult, 'subjects'>): string {
  const width = MARGIN * 2 + NAME_WIDTH + PANEL_WIDTH * PANELS.length;
  const height = TOP + ROW * subjects.length + MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">Time to the right answer, ours beside the floor</title>
<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .back { fill: #ffffff; } .head { font-weight: 600; } .small { font-size: 11px; fill: #59636e; }
  .ours { fill: #0969da; } .floor { fill: #afb8c1; } .one { stroke: #59636e; stroke-dasharray: 2 3; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; } .back { fill: #0d1117; } .small { fill: #9198a1; }
    .ours { fill: #4493f8; } .floor { fill: #4f5761; } .one { stroke: #9198a1; }
  }
</style>
<rect class="back" width="${width}" height="${height}" rx="6"/>
<text class="head" x="${MARGIN}" y="26">Time to the right answer</text>
${legend(width)}
${PANELS.map(({ title }, index) => `<text class="head" x="${panelX(index)}" y="${TOP - 12}">${title}</text>`).join('\n')}
${PANELS.map((_, index) => oneLine(panelX(index) + UNIT, height)).join('\n')}
${subjects.map((subject, index) => row(subject, TOP + index * ROW)).join('\n')}
</svg>
`;
}

function panelX(index: number): number {
  return MARGIN + NAME_WIDTH + PANEL_WIDTH * index;
}

function legend(width: number): string {
  const x = width - MARGIN - 350;
  return `<rect class="ours" x="${x}" y="15" width="12" height="12" rx="2"/><text x="${x + 18}" y="26">ours</text>
<rect class="floor" x="${x + 64}" y="15" width="12" height="12" rx="2"/><text x="${x + 82}" y="26">floor: the server or compiler asked directly</text>`;
}

function oneLine(x: number, height: number): string {
  return `<line class="one" x1="${x}" y1="${TOP - 4}" x2="${x}" y2="${height - MARGIN}"/>`;
}

function row(subject: SubjectResult, y: number): string {
  const name = `<text x="${MARGIN}" y="${y + BAR + 6}">${escape(subject.id)}</text>`;
  return [name, ...PANELS.map(({ of }, index) => bars(of(subject), panelX(index), y + 4))].join('\n');
}

function bars({ ours, floor, ratio }: Comparison, x: number, y: number): string {
  const bar = (kind: 'ours' | 'floor', top: number, times: number, label: string): string => {
    const length = Math.min(times, LONGEST) * UNIT;
    // Right of the line too, where the bar ends before it.
    const labelX = x + Math.max(length, UNIT) + 6;
    return `<rect class="${kind}" x="${x}" y="${top}" width="${length.toFixed(1)}" height="${BAR}" rx="2"/>
<text class="small" x="${labelX.toFixed(1)}" y="${top + 12}">${label}</text>`;
  };
  return [
    bar('ours', y, ratio, `${ms(ours)}, x ${ratio.toFixed(2)}`),
    bar('floor', y + BAR + 3, 1, ms(floor)),
  ].join('\n');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
