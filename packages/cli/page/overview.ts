import { h } from './dom.ts';
import { duration, offset } from './format.ts';
import type { Item, Model } from './model.ts';

/** A stretch of time, wall clock, ms. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface Lane {
  readonly label: string;
  readonly items: readonly { readonly item: Item; readonly color: string }[];
}

interface Events {
  chosen(item: Item): void;
  /** `undefined`: all of it. */
  zoomed(span: Span | undefined): void;
}

const LABELS = 116;
const LANE = 18;
const AXIS = 20;
/** A shorter drag is a click, CSS pixels. */
const DRAG = 6;
const MAX_LANES = 12;
/** How many marks an axis of this width has room for, CSS pixels. */
const MARK_EVERY = 110;

/** The whole session at a glance: what happened when, in lanes. A click chooses, a drag zooms. */
export class Overview {
  readonly #lanes: readonly Lane[];
  readonly #all: Span;
  #span: Span;
  #drag: { readonly from: number; to: number } | undefined;
  #chosen: Item | undefined;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    model: Model,
    private readonly events: Events,
  ) {
    this.#lanes = lanesOf(model);
    this.#all = { start: model.start, end: Math.max(model.end, model.start + 1) };
    this.#span = this.#all;
    canvas.style.height = `${this.#lanes.length * LANE + AXIS}px`;
    new ResizeObserver(() => this.draw()).observe(canvas);
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#drag = { from: event.offsetX, to: event.offsetX };
    });
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    canvas.addEventListener('pointerup', (event) => this.#release(event));
    canvas.addEventListener('dblclick', () => this.zoom(undefined));
  }

  show(item: Item | undefined): void {
    this.#chosen = item;
    this.draw();
  }

  zoom(span: Span | undefined): void {
    this.#span = span ?? this.#all;
    this.events.zoomed(span);
    this.draw();
  }

  draw(): void {
    const { width, height } = this.canvas.getBoundingClientRect();
    const ratio = devicePixelRatio;
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    const context = this.canvas.getContext('2d');
    if (context === null || width === 0) return;
    context.scale(ratio, ratio);
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    this.#drawAxis(context, width, height);
    for (const [row, { label, items }] of this.#lanes.entries()) {
      const y = row * LANE;
      context.fillStyle = color('muted');
      context.fillText(clipped(context, label), 12, y + LANE / 2);
      for (const { item, color: name } of items) {
        if (item.end < this.#span.start || item.start > this.#span.end) continue;
        const [from, to] = [
          Math.max(LABELS, this.#x(item.start, width)),
          Math.min(width, this.#x(item.end, width)),
        ];
        context.fillStyle = color(name);
        context.globalAlpha = item.kind === 'process' ? 0.35 : 0.9;
        context.fillRect(from, y + 4, Math.max(2, to - from), LANE - 8);
      }
      context.globalAlpha = 1;
    }
    const chosen = this.#chosen;
    if (chosen !== undefined && chosen.end >= this.#span.start && chosen.start <= this.#span.end) {
      const from = Math.max(LABELS, this.#x(chosen.start, width));
      context.strokeStyle = color('accent');
      context.strokeRect(
        from - 1.5,
        1.5,
        Math.max(3, this.#x(chosen.end, width) - from) + 3,
        this.#lanes.length * LANE - 3,
      );
    }
    if (this.#drag !== undefined) {
      context.fillStyle = color('accent');
      context.globalAlpha = 0.2;
      context.fillRect(
        Math.min(this.#drag.from, this.#drag.to),
        0,
        Math.abs(this.#drag.to - this.#drag.from),
        this.#lanes.length * LANE,
      );
      context.globalAlpha = 1;
    }
  }

  #drawAxis(context: CanvasRenderingContext2D, width: number, height: number): void {
    const { start, end } = this.#span;
    const step = niceStep((end - start) / Math.max(1, (width - LABELS) / MARK_EVERY));
    context.lineWidth = 1;
    for (
      let at = Math.ceil((start - this.#all.start) / step) * step;
      at <= end - this.#all.start;
      at += step
    ) {
      const x = Math.round(this.#x(this.#all.start + at, width)) + 0.5;
      context.strokeStyle = color('rule');
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, height - AXIS + 3);
      context.stroke();
      context.fillStyle = color('muted');
      const label = at === 0 ? '0' : duration(at);
      if (x + 3 + context.measureText(label).width < width)
        context.fillText(label, x + 3, height - AXIS / 2 + 1);
    }
  }

  #x(t: number, width: number): number {
    return LABELS + ((t - this.#span.start) / (this.#span.end - this.#span.start)) * (width - LABELS - 8);
  }

  #t(x: number): number {
    const { width } = this.canvas.getBoundingClientRect();
    return this.#span.start + ((x - LABELS) / (width - LABELS - 8)) * (this.#span.end - this.#span.start);
  }

  #move(event: PointerEvent): void {
    if (this.#drag !== undefined) {
      this.#drag.to = event.offsetX;
      this.draw();
      return;
    }
    const item = this.#itemAt(event);
    this.canvas.title =
      item === undefined ? '' : `${titleOf(item)}, ${offset(item.start - this.#all.start)} s`;
  }

  #release(event: PointerEvent): void {
    const drag = this.#drag;
    this.#drag = undefined;
    if (drag === undefined) return;
    const [start, end] = [this.#t(Math.min(drag.from, drag.to)), this.#t(Math.max(drag.from, drag.to))];
    if (Math.abs(drag.to - drag.from) >= DRAG && end - start > 0.01) {
      this.zoom({ start, end });
      return;
    }
    const item = this.#itemAt(event);
    if (item !== undefined) this.events.chosen(item);
    this.draw();
  }

  /** In this lane, what is nearest. */
  #itemAt(event: PointerEvent): Item | undefined {
    const lane = this.#lanes[Math.floor(event.offsetY / LANE)];
    if (lane === undefined || event.offsetX < LABELS) return undefined;
    const { width } = this.canvas.getBoundingClientRect();
    let best: { item: Item; far: number } | undefined;
    for (const { item } of lane.items) {
      const far = Math.max(
        this.#x(item.start, width) - event.offsetX,
        event.offsetX - this.#x(item.end, width),
        0,
      );
      if (far <= DRAG && (best === undefined || far < best.far)) best = { item, far };
    }
    return best?.item;
  }
}

function lanesOf({ edits, calls, requests, processes, lines }: Model): Lane[] {
  const servers = new Map<string, Lane['items'][number][]>();
  for (const item of processes) servers.set(`${item.name} ${item.child}`, [{ item, color: 'process' }]);
  for (const item of requests) {
    const [name = '', pid = ''] = item.who.split(/[[\]]/);
    servers.get(`${name} ${pid}`)?.push({ item, color: item.failed ? 'bad' : 'judge' });
  }
  const loud = lines.filter(({ line: { kind } }) => kind === 'log' || kind === 'dropped');
  return [
    { label: 'edits', items: edits.map((item) => ({ item, color: item.trouble === '' ? 'write' : 'bad' })) },
    { label: 'calls', items: calls.map((item) => ({ item, color: item.failed ? 'bad' : 'hand' })) },
    ...[...servers].slice(0, MAX_LANES).map(([label, items]) => ({ label, items })),
    {
      label: 'log',
      items: loud.map((item) => ({ item, color: item.line.kind === 'log' ? 'muted' : 'bad' })),
    },
  ].filter(({ items }) => items.length > 0);
}

function titleOf(item: Item): string {
  switch (item.kind) {
    case 'edit':
      return `${item.tool || 'edit'} ${item.files[0] ?? ''}`;
    case 'call':
      return item.what;
    case 'process':
      return `${item.name} ${item.child}`;
    case 'line':
      return item.line.kind;
  }
}

function clipped(context: CanvasRenderingContext2D, label: string): string {
  let text = label;
  while (text.length > 1 && context.measureText(text).width > LABELS - 20)
    text = `${text.replace(/…$/, '').slice(0, -1)}…`;
  return text;
}

/** 1, 2 or 5 times a power of ten. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 0.001)));
  return ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
}

const swatches = new Map<string, HTMLElement>();

/** A colour of the style sheet, as it is in the theme of this moment. */
function color(name: string): string {
  let swatch = swatches.get(name);
  if (swatch === undefined) {
    swatch = h('i', `swatch ${name}`);
    document.body.append(swatch);
    swatches.set(name, swatch);
  }
  return getComputedStyle(swatch).backgroundColor;
}
