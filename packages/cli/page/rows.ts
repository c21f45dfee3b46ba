import { bar, h } from './dom.ts';
import { count, duration, offset, size, splitPath } from './format.ts';
import { type Call, type Edit, type Item, STEPS } from './model.ts';
import { type Line, numberOf, textOf } from './trace.ts';

/** @param start of the session, wall clock, ms @param longest of the items that are compared, ms */
export function rowOf(item: Item, start: number, longest: number): HTMLElement {
  const row = h('div', 'row', h('span', 'when', offset(item.start - start)));
  switch (item.kind) {
    case 'edit':
      row.append(
        what(item.tool || 'edit', item.files.length === 0 ? item.trouble : pathOf(item.files)),
        editBar(item, longest),
        took(item.end - item.start),
        outcome(item),
      );
      break;
    case 'call':
      row.append(
        what('', item.what),
        callBar(item, longest),
        took(item.end - item.start),
        h(
          'span',
          item.failed ? 'badge bad' : 'badge none',
          item.failed ? 'failed' : item.answered ? '' : 'no answer',
        ),
      );
      break;
    case 'line':
      row.append(...lineCells(item.line));
      break;
    case 'process':
      row.append(what(item.role, item.name), took(item.end - item.start));
      break;
  }
  return row;
}

export function pathOf(files: readonly string[]): Node {
  const { folder, name } = splitPath(files[0] ?? '');
  const more = files.length > 1 ? h('span', 'more', ` +${files.length - 1}`) : undefined;
  return h('span', 'path', h('b', '', name || '(no file)'), more, h('span', 'folder', ` ${folder}`));
}

function what(tool: string, about: Node | string): HTMLElement {
  return h('span', 'what', tool === '' ? undefined : h('span', 'tool', tool), about);
}

function took(ms: number): HTMLElement {
  return h('span', 'took', duration(ms));
}

/** One bar, in the colours of its steps. */
export function editBar(edit: Edit, longest: number): HTMLElement {
  const track = h('span', 'track');
  for (const { name, from, to, what } of STEPS) {
    const [start, end] = [edit.at[from], edit.at[to]];
    if (start === undefined || end === undefined) continue;
    track.append(
      bar(
        name,
        (start - edit.start) / longest,
        (end - edit.start) / longest,
        `${what}: ${duration(end - start)}`,
      ),
    );
  }
  if (track.childElementCount === 0)
    track.append(bar('bad', 0, (edit.end - edit.start) / longest, edit.trouble));
  return track;
}

function callBar(call: Call, longest: number): HTMLElement {
  return h(
    'span',
    'track',
    bar(call.failed ? 'bad' : 'hand', 0, (call.end - call.start) / longest, duration(call.end - call.start)),
  );
}

function outcome(edit: Edit): HTMLElement {
  if (edit.trouble !== '') return h('span', 'badge bad', edit.trouble.split(':')[0] ?? '');
  if (edit.at.answered === undefined) return h('span', 'badge none', 'open');
  return edit.findings === 0
    ? h('span', 'badge good', 'clean')
    : h('span', 'badge warn', count(edit.findings, 'finding'));
}

function lineCells(line: Line): HTMLElement[] {
  const bytes = numberOf(line['bytes']);
  const ms = numberOf(line['ms']);
  return [
    h('span', `kind ${line.kind}`, line.kind),
    h('span', 'dir', line['dir'] === 'in' ? '←' : line['dir'] === 'out' ? '→' : ''),
    h('span', 'said', summaryOf(line)),
    h('span', 'took', ms === undefined ? (bytes === undefined ? '' : size(bytes)) : duration(ms)),
  ];
}

/** One line about a line. */
export function summaryOf(line: Line): string {
  const named = [
    textOf(line['method']) || (line['type'] === 'answer' ? 'answer to nobody' : ''),
    textOf(line['tool']),
  ]
    .filter((part) => part !== '')
    .join(' ');
  switch (line.kind) {
    case 'edit':
      return (
        `${textOf(line['edit'])} ` +
        `${textOf(line['phase'])}${line['reason'] === undefined ? '' : `: ${textOf(line['reason'])}`}`
      );
    case 'process':
      return (
        `${textOf(line['name'])} ${textOf(line['child'])} ` +
        `${textOf(line['event'])}${line['how'] === undefined ? '' : `: ${textOf(line['how'])}`}`
      );
    case 'log':
      return textOf(line['text']);
    case 'start':
      return `${textOf(line['runtime'])}, texts ${textOf(line['content'])}`;
    case 'dropped':
      return `${textOf(line['lines'])} lines were not recorded: ${textOf(line['reason'])}`;
    default: {
      const server = line['server'] === undefined ? '' : ` · ${textOf(line['server'])}`;
      return `${named}${line['type'] === 'answer' ? howAnswered(line['error']) : ''}${server}`;
    }
  }
}

function howAnswered(error: unknown): string {
  return error === undefined ? ' answered' : ` failed (${textOf(error)})`;
}
