import { growthText, mib, MIB } from '../figures.js';
import { growth, type Course } from './soak.js';

const WIDTH = 860;
const PLOT = { left: 64, top: 64, width: 772, height: 300 } as const;
const ROW = 20;

export interface Caption {
  readonly edits: number;
  readonly minutes: number;
  /** Wrong, late or lost answers. */
  readonly faults: number;
}

/** docs/soak.svg: the resident size of each process over the edits, and how steep each is. */
export function soakChart(courses: readonly Course[], { edits, minutes, faults }: Caption): string {
  const most = Math.max(...courses.flatMap(({ points }) => points.map(([, bytes]) => bytes)));
  const step = stepFor(most / MIB);
  const top = Math.ceil(most / MIB / step) * step;
  const last = Math.max(1, ...courses.flatMap(({ points }) => points.map(([at]) => at)));
  const x = (at: number): number => PLOT.left + (at / last) * PLOT.width;
  const y = (mebibytes: number): number => PLOT.top + PLOT.height - (mebibytes / top) * PLOT.height;
  const height = PLOT.top + PLOT.height + 44 + ROW * (courses.length + 1);
  const lines = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  const marks = Array.from({ length: 6 }, (_, index) => Math.round((last * index) / 5));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title">
<title id="title">Resident size over ${edits} edits</title>
<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2328; }
  .back { fill: #ffffff; } .head { font-weight: 600; } .small { font-size: 11px; fill: #59636e; } .grid { stroke: #d1d9e0; }
  polyline { fill: none; stroke-width: 1.5; } .end { text-anchor: end; } .middle { text-anchor: middle; }
  ${COLOURS.map(({ light }, index) => `.c${index} { stroke: ${light}; fill: ${light}; }`).join(' ')}
  polyline { fill: none !important; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; } .back { fill: #0d1117; } .small { fill: #9198a1; } .grid { stroke: #3d444d; }
    ${COLOURS.map(({ dark }, index) => `.c${index} { stroke: ${dark}; fill: ${dark}; }`).join(' ')}
  }
</style>
<rect class="back" width="${WIDTH}" height="${height}" rx="6"/>
<text class="head" x="16" y="26">Resident size, MiB, over ${edits} edits</text>
<text class="small" x="16" y="44">One sidecar and its servers, eight agents without a pause, ${minutes.toFixed(1)} minutes; ${faults} wrong, late or lost results. A server's size includes what it has started.</text>
${lines.map((value) => `<line class="grid" x1="${PLOT.left}" y1="${y(value).toFixed(1)}" x2="${PLOT.left + PLOT.width}" y2="${y(value).toFixed(1)}"/><text class="small end" x="${PLOT.left - 8}" y="${(y(value) + 4).toFixed(1)}">${value}</text>`).join('\n')}
${marks.map((at) => `<text class="small middle" x="${x(at).toFixed(1)}" y="${PLOT.top + PLOT.height + 18}">${at}</text>`).join('\n')}
${courses.map(({ points }, index) => `<polyline class="c${index % COLOURS.length}" points="${points.map(([at, bytes]) => `${x(at).toFixed(1)},${y(bytes / MIB).toFixed(1)}`).join(' ')}"/>`).join('\n')}
${legend(courses, PLOT.top + PLOT.height + 48)}
</svg>
`;
}

const COLOURS = [
  { light: '#0969da', dark: '#4493f8' },
  { light: '#bc4c00', dark: '#f0883e' },
  { light: '#8250df', dark: '#ab7df8' },
  { light: '#1a7f37', dark: '#3fb950' },
  { light: '#bf3989', dark: '#db61a2' },
];

/** After the first fifth, in which everything is opened and compiled for the first time. */
function legend(courses: readonly Course[], y: number): string {
  const head = `<text class="small" x="220" y="${y}">after a fifth of the edits</text><text class="small" x="400" y="${y}">at the end</text><text class="small" x="520" y="${y}">grown by</text><text class="small" x="640" y="${y}">slope, least squares</text>`;
  const rows = courses.map((course, index) => {
    const at = y + ROW * (index + 1);
    const cells = [mib(course.from), mib(course.to), growthText(growth(course)), slopeText(course)];
    const places = [220, 400, 520, 640];
    return `<rect class="c${index % COLOURS.length}" x="16" y="${at - 10}" width="12" height="12" rx="2"/><text x="36" y="${at}">${escape(course.title)}</text>${cells.map((cell, column) => `<text x="${places[column] ?? 0}" y="${at}">${escape(cell)}</text>`).join('')}`;
  });
  return [head, ...rows].join('\n');
}

/** Of a course, for people. */
export function slopeText({ slope }: Course): string {
  return `${((slope * 1000) / 1024).toFixed(0)} KiB in 1000 edits`;
}

/** A round number of MiB between two lines, four to eight of them. */
function stepFor(most: number): number {
  const rough = most / 5;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((factor) => factor * magnitude).find((step) => step >= rough) ?? magnitude * 10;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
