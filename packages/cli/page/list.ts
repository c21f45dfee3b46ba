import { h } from './dom.ts';
import type { Item } from './model.ts';

/** CSS pixels; as the style sheet has it. */
const ROW = 34;
/** Rows above and below what is seen. */
const SPARE = 8;

/** A list of any length, of which only what is seen is in the page. */
export class List {
  #items: readonly Item[] = [];
  #chosen = -1;
  readonly #rows = h('div', 'rows');

  constructor(
    private readonly element: HTMLElement,
    private readonly row: (item: Item) => HTMLElement,
    private readonly events: { chosen(item: Item): void },
  ) {
    element.append(this.#rows);
    element.addEventListener('scroll', () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(element);
    element.addEventListener('click', ({ target }) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null;
      if (row !== null) this.choose(Number(row.dataset['at']));
    });
  }

  show(items: readonly Item[], chosen: Item | undefined): void {
    this.#items = items;
    this.#chosen = chosen === undefined ? -1 : items.indexOf(chosen);
    this.#rows.style.height = `${items.length * ROW}px`;
    this.element.scrollTop = 0;
    this.#reveal();
    this.#draw();
  }

  get at(): number {
    return this.#chosen;
  }

  choose(at: number): void {
    const index = Math.max(0, Math.min(this.#items.length - 1, at));
    const item = this.#items[index];
    if (item === undefined) return;
    this.#chosen = index;
    this.#reveal();
    this.#draw();
    this.events.chosen(item);
  }

  /** Marks it if it is here. */
  mark(item: Item | undefined): void {
    this.#chosen = item === undefined ? -1 : this.#items.indexOf(item);
    this.#reveal();
    this.#draw();
  }

  #reveal(): void {
    if (this.#chosen < 0) return;
    const top = this.#chosen * ROW;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + ROW > scrollTop + clientHeight) this.element.scrollTop = top + ROW - clientHeight;
  }

  #draw(): void {
    const first = Math.max(0, Math.floor(this.element.scrollTop / ROW) - SPARE);
    const last = Math.min(
      this.#items.length,
      Math.ceil((this.element.scrollTop + this.element.clientHeight) / ROW) + SPARE,
    );
    const rows = this.#items.slice(first, last).map((item, index) => {
      const at = first + index;
      const row = this.row(item);
      row.id = `row-${at}`;
      row.dataset['at'] = String(at);
      row.setAttribute('role', 'option');
      row.setAttribute('aria-posinset', String(at + 1));
      row.setAttribute('aria-setsize', String(this.#items.length));
      row.setAttribute('aria-selected', String(at === this.#chosen));
      row.style.top = `${at * ROW}px`;
      return row;
    });
    this.#rows.replaceChildren(...rows);
    if (this.#chosen >= first && this.#chosen < last)
      this.element.setAttribute('aria-activedescendant', `row-${this.#chosen}`);
    else this.element.removeAttribute('aria-activedescendant');
  }
}
