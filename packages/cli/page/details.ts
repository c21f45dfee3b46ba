import { bar, h } from './dom.ts';
import { count, duration, offset, quantile } from './format.ts';
import { between, type Call, type Edit, type Item, type Model, PHASES, STEPS } from './model.ts';
import { editBar, pathOf, summaryOf } from './rows.ts';
import type { Line, PageData } from './trace.ts';

/** So many rows of one table; where there are more, it says so. */
const MAX_ROWS = 300;
/** Of one line's text, characters. */
const MAX_JSON = 200_000;

/** What is shown beside the list: about one item, or about all of it. */
export class Details {
  constructor(
    private readonly element: HTMLElement,
    private readonly data: PageData,
    private readonly model: Model,
    private readonly chosen: (item: Item) => void,
  ) {}

  show(item: Item | undefined): void {
    this.element.scrollTop = 0;
    this.element.replaceChildren(...this.#about(item));
  }

  #about(item: Item | undefined): Node[] {
    switch (item?.kind) {
      case undefined:
        return this.#summary();
      case 'edit':
        return this.#edit(item);
      case 'call':
        return [
          title(item.what, item.who === '' ? 'call over MCP' : item.who),
          this.#facts(item),
          ...item.lines.map(json),
        ];
      case 'process':
        return [
          title(item.name, `${item.role}, pid ${item.child}`),
          this.#facts(item),
          facts([['ended', item.how || 'not seen']]),
          ...item.lines.map(json),
        ];
      case 'line':
        return [
          title(summaryOf(item.line), `${item.line.from}, pid ${item.line.pid}`),
          this.#facts(item),
          json(item.line),
        ];
    }
  }

  #facts({ start, end }: Item): HTMLElement {
    return facts([
      ['at', `${offset(start - this.model.start)} s, ${new Date(start).toISOString()}`],
      ...(end > start ? [['took', duration(end - start)] as const] : []),
    ]);
  }

  #edit(edit: Edit): Node[] {
    const whole = Math.max(edit.end - edit.start, 0.001);
    const steps = STEPS.flatMap(({ name, from, to, what }) => {
      const [start, end] = [edit.at[from], edit.at[to]];
      return start === undefined || end === undefined
        ? []
        : [
            [
              h('i', `swatch ${name}`),
              what,
              duration(end - start),
              `${Math.round(((end - start) / whole) * 100)} %`,
            ],
          ];
    });
    const points = PHASES.flatMap((phase) => {
      const at = edit.at[phase];
      return at === undefined
        ? []
        : [h('span', 'point', h('b', '', phase), ` +${duration(at - edit.start)}`)];
    });
    const asked = between(this.model.requests, edit.start, edit.end);
    const messages = between(this.model.lines, edit.start, edit.end).filter(
      ({ line: { kind } }) => kind !== 'edit',
    );
    return [
      title(
        edit.files.length === 0 ? 'Nothing was changed' : pathOf(edit.files),
        `${edit.tool || 'edit'} ${edit.id}`,
      ),
      this.#facts(edit),
      edit.trouble === '' ? h('span', '') : h('p', 'remark', edit.trouble),
      h('div', 'points', ...points),
      h('div', 'wide', editBar(edit, whole)),
      table(['', 'step', 'took', ''], steps),
      ...(edit.files.length > 1
        ? [
            heading('Files'),
            h('ul', '', ...edit.files.slice(0, MAX_ROWS).map((file) => h('li', '', file))),
            more(edit.files.length),
          ]
        : []),
      ...(edit.servers.length > 0
        ? [
            heading('Servers of this check'),
            table(
              ['server', 'outcome', 'took'],
              edit.servers.map(({ id, outcome, ms }) => [id, outcome, duration(ms)]),
            ),
          ]
        : []),
      ...(asked.length > 0
        ? [heading(`What servers were asked meanwhile (${asked.length})`), this.#waterfall(edit, asked)]
        : []),
      heading(`What was said meanwhile (${messages.length})`),
      this.#messages(messages, edit.start),
    ];
  }

  /** What began when and took how long, on the scale of the edit. */
  #waterfall(edit: Edit, asked: readonly Call[]): HTMLElement {
    const whole = Math.max(edit.end - edit.start, 0.001);
    const share = (t: number): number => Math.min(1, Math.max(0, (t - edit.start) / whole));
    const rows = asked.slice(0, MAX_ROWS).map((call) => {
      const track = h(
        'span',
        'track',
        bar(
          call.failed ? 'bad' : 'judge',
          share(call.start),
          share(call.end),
          `${call.who} ${duration(call.end - call.start)}`,
        ),
      );
      return this.#link(
        call,
        'fall',
        h('span', 'label', h('b', '', call.what), ` ${call.who}`),
        track,
        h('span', 'took', duration(call.end - call.start)),
      );
    });
    return h('div', 'falls', ...rows, more(asked.length));
  }

  #messages(items: readonly (Item & { kind: 'line' })[], start: number): HTMLElement {
    const rows = items.slice(0, MAX_ROWS).map((item) => {
      const { line } = item;
      const way = line['dir'] === 'in' ? '←' : line['dir'] === 'out' ? '→' : '';
      return this.#link(
        item,
        'fall',
        h('span', 'when', offset(line.t - start)),
        h('span', `kind ${line.kind}`, line.kind),
        h('span', 'dir', way),
        h('span', 'said', `${line.from === 'core' ? 'host · ' : ''}${summaryOf(line)}`),
      );
    });
    return h('div', 'falls', ...rows, more(items.length));
  }

  #link(item: Item, className: string, ...children: Node[]): HTMLElement {
    const link = h('button', className, ...children);
    link.type = 'button';
    link.addEventListener('click', () => this.chosen(item));
    return link;
  }

  #summary(): Node[] {
    const { edits, calls, lines, start, end } = this.model;
    const done = edits.filter(({ at, trouble }) => trouble === '' && at.answered !== undefined);
    const slowest = [...done].sort((a, b) => b.end - b.start - (a.end - a.start)).slice(0, 5);
    const steps = STEPS.flatMap(({ name, from, to, what }) => {
      const took = done.flatMap(({ at }) =>
        at[from] === undefined || at[to] === undefined ? [] : [at[to] - at[from]],
      );
      return took.length === 0
        ? []
        : [
            [
              h('i', `swatch ${name}`),
              what,
              duration(quantile(took, 0.5)),
              duration(quantile(took, 0.95)),
              duration(quantile(took, 1)),
            ],
          ];
    });
    return [
      title(this.data.name, this.model.workspace),
      facts([
        ['began', new Date(start).toISOString()],
        ['lasted', duration(end - start)],
        [
          'holds',
          `${count(edits.length, 'edit')}, ${count(calls.length, 'call')}, ${count(lines.length, 'line')}`,
        ],
      ]),
      ...this.data.remarks.map((remark) => h('p', 'remark', remark)),
      ...(steps.length > 0
        ? [heading('Where the time of an edit goes'), table(['', 'step', 'median', 'p95', 'longest'], steps)]
        : []),
      ...(slowest.length > 0
        ? [
            heading('Slowest edits'),
            h(
              'div',
              'falls',
              ...slowest.map((edit) =>
                this.#link(
                  edit,
                  'fall',
                  h('span', 'label', pathOf(edit.files)),
                  editBar(edit, (slowest[0]?.end ?? 0) - (slowest[0]?.start ?? 0)),
                  h('span', 'took', duration(edit.end - edit.start)),
                ),
              ),
            ),
          ]
        : []),
    ];
  }
}

function title(about: Node | string, below: string): HTMLElement {
  return h('header', '', h('h2', '', about), h('p', 'below', below));
}

function heading(text: string): HTMLElement {
  return h('h3', '', text);
}

function facts(rows: readonly (readonly [string, string])[]): HTMLElement {
  return h('dl', '', ...rows.flatMap(([name, value]) => [h('dt', '', name), h('dd', '', value)]));
}

function table(head: readonly string[], rows: readonly (readonly (Node | string)[])[]): HTMLElement {
  const body = rows.slice(0, MAX_ROWS).map((cells) => h('tr', '', ...cells.map((cell) => h('td', '', cell))));
  return h(
    'table',
    '',
    h('thead', '', h('tr', '', ...head.map((name) => h('th', '', name)))),
    h('tbody', '', ...body),
  );
}

function more(all: number): HTMLElement {
  return h('p', 'below', all > MAX_ROWS ? `and ${count(all - MAX_ROWS, 'more')}`.replace(/s$/, '') : '');
}

function json(line: Line): HTMLElement {
  const text = JSON.stringify(line, undefined, 2);
  return h(
    'pre',
    '',
    text.length > MAX_JSON ? `${text.slice(0, MAX_JSON)}\n… ${text.length - MAX_JSON} characters more` : text,
  );
}
