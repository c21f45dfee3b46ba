import { Details } from './details.ts';
import { part } from './dom.ts';
import { count, duration } from './format.ts';
import { List } from './list.ts';
import { type Item, type Model, modelOf } from './model.ts';
import { Overview, type Span } from './overview.ts';
import { rowOf } from './rows.ts';
import type { PageData } from './trace.ts';

const TABS = ['edits', 'calls', 'lines'] as const;
type Tab = (typeof TABS)[number];

/** The page: what is listed, what is chosen, and what keys do. */
class View {
  readonly #model: Model;
  readonly #overview: Overview;
  readonly #list: List;
  readonly #details: Details;
  readonly #filter = part('filter', HTMLInputElement);
  readonly #texts = new WeakMap<Item, string>();
  #tab: Tab;
  #span: Span | undefined;
  #chosen: Item | undefined;
  #longest = 1;

  constructor(data: PageData) {
    const model = modelOf(data);
    this.#model = model;
    this.#tab = model.edits.length > 0 ? 'edits' : model.calls.length > 0 ? 'calls' : 'lines';
    const chosen = (item: Item): void => this.choose(item);
    this.#details = new Details(part('details', HTMLElement), data, model, chosen);
    this.#list = new List(part('list', HTMLElement), (item) => rowOf(item, model.start, this.#longest), {
      chosen: (item) => this.choose(item, false),
    });
    this.#overview = new Overview(part('overview', HTMLCanvasElement), model, {
      chosen,
      zoomed: (span) => {
        this.#span = span;
        this.#show();
      },
    });
    document.title = `${data.name} · flight recorder`;
    part('about', HTMLElement).textContent = `${model.workspace} · ${duration(model.end - model.start)}`;
    const many = { edits: model.edits.length, calls: model.calls.length, lines: model.lines.length };
    for (const tab of TABS) {
      const button = part(tab, HTMLButtonElement);
      button.append(` ${many[tab].toLocaleString('en')}`);
      button.addEventListener('click', () => this.#open(tab));
    }
    this.#filter.addEventListener('input', () => this.#show());
    part('theme', HTMLButtonElement).addEventListener('click', () => this.#turnTheme());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#overview.draw());
    document.addEventListener('keydown', (event) => this.#key(event));
    this.#show();
    this.#details.show(undefined);
  }

  /** @param mark also in the list, which may be another's */
  choose(item: Item | undefined, mark = true): void {
    this.#chosen = item;
    this.#overview.show(item);
    this.#details.show(item);
    if (mark) this.#list.mark(item);
  }

  #open(tab: Tab): void {
    this.#tab = tab;
    this.#show();
  }

  #show(): void {
    for (const tab of TABS)
      part(tab, HTMLButtonElement).setAttribute('aria-selected', String(tab === this.#tab));
    const words = this.#filter.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '');
    const span = this.#span;
    const all: readonly Item[] = this.#model[this.#tab];
    const items = all.filter((item) => {
      if (span !== undefined && (item.end < span.start || item.start > span.end)) return false;
      return words.length === 0 || words.every((word) => this.#textOf(item).includes(word));
    });
    this.#longest = Math.max(0.001, ...this.#lengths(items));
    this.#list.show(items, this.#chosen);
    part('shown', HTMLElement).textContent =
      items.length === all.length
        ? ''
        : `${items.length.toLocaleString('en')} of ${count(all.length, this.#tab.slice(0, -1))}`;
  }

  /**
   * One very long one would leave nothing of the others: bars that are longer than nearly all end at
   * the edge.
   */
  #lengths(items: readonly Item[]): number[] {
    const lengths = items.map(({ start, end }) => end - start).sort((a, b) => a - b);
    const [most, longest] = [lengths[Math.floor((lengths.length - 1) * 0.9)] ?? 0, lengths.at(-1) ?? 0];
    return [longest > most * 8 ? most * 2 : longest];
  }

  /** What is searched: everything that its lines say. */
  #textOf(item: Item): string {
    let text = this.#texts.get(item);
    if (text === undefined) {
      text = item.lines
        .map((line) => JSON.stringify(line))
        .join('\n')
        .toLowerCase();
      this.#texts.set(item, text);
    }
    return text;
  }

  #turnTheme(): void {
    const { dataset } = document.documentElement;
    const dark =
      dataset['theme'] === undefined
        ? matchMedia('(prefers-color-scheme: dark)').matches
        : dataset['theme'] === 'dark';
    dataset['theme'] = dark ? 'light' : 'dark';
    this.#overview.draw();
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === this.#filter && !['Escape', 'Enter', 'ArrowDown', 'ArrowUp'].includes(event.key))
      return;
    const action = this.#actions()[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  }

  #actions(): Readonly<Record<string, () => void>> {
    const step = (by: number) => (): void => this.#list.choose(this.#list.at + by);
    return {
      ArrowDown: step(1),
      j: step(1),
      ArrowUp: step(-1),
      k: step(-1),
      PageDown: step(20),
      PageUp: step(-20),
      Home: () => this.#list.choose(0),
      End: () => this.#list.choose(Infinity),
      Enter: () => part('list', HTMLElement).focus(),
      '/': () => this.#filter.focus(),
      '1': () => this.#open('edits'),
      '2': () => this.#open('calls'),
      '3': () => this.#open('lines'),
      t: () => this.#turnTheme(),
      Escape: () => this.#undo(),
    };
  }

  /** The last thing first. */
  #undo(): void {
    if (this.#filter.value !== '') {
      this.#filter.value = '';
      this.#show();
    } else if (this.#chosen !== undefined) this.choose(undefined);
    else this.#overview.zoom(undefined);
    this.#filter.blur();
  }
}

new View(JSON.parse(part('trace', HTMLScriptElement).text) as PageData);
