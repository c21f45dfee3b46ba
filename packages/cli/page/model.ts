import { fieldsOf, type Line, listOf, numberOf, type PageData, textOf } from './trace.ts';

/** How far a change has come, in this order. */
export const PHASES = ['received', 'written', 'sent', 'answered', 'formatted'] as const;
export type Phase = (typeof PHASES)[number];

/** From one phase to the next: a class, and what happens then. */
export const STEPS = [
  { name: 'write', from: 'received', to: 'written', what: 'prepare and write' },
  { name: 'hand', from: 'written', to: 'sent', what: 'hand over' },
  { name: 'judge', from: 'sent', to: 'answered', what: 'servers judge' },
  { name: 'shape', from: 'answered', to: 'formatted', what: 'format' },
] as const satisfies readonly { name: string; from: Phase; to: Phase; what: string }[];

interface Common {
  /** Wall clock, ms. */
  readonly start: number;
  end: number;
  readonly lines: Line[];
}

export interface Edit extends Common {
  readonly kind: 'edit';
  readonly id: string;
  tool: string;
  files: string[];
  readonly at: Partial<Record<Phase, number>>;
  /** `''` where all went its way; else why there are no diagnostics, or nothing was changed. */
  trouble: string;
  findings: number;
  servers: { readonly id: string; readonly outcome: string; readonly ms: number }[];
}

/** A question and its answer: a call of a tool, or what a server was asked. */
export interface Call extends Common {
  readonly kind: 'call';
  readonly what: string;
  readonly who: string;
  readonly answered: boolean;
  readonly failed: boolean;
}

interface Process extends Common {
  readonly kind: 'process';
  readonly name: string;
  readonly role: string;
  readonly child: number;
  how: string;
}

interface Single extends Common {
  readonly kind: 'line';
  readonly line: Line;
}

export type Item = Edit | Call | Process | Single;

export interface Model {
  readonly start: number;
  readonly end: number;
  readonly workspace: string;
  readonly edits: readonly Edit[];
  /** Of MCP tools. */
  readonly calls: readonly Call[];
  /** What servers were asked. */
  readonly requests: readonly Call[];
  readonly processes: readonly Process[];
  readonly lines: readonly Single[];
}

export function modelOf({ lines }: PageData): Model {
  const start = lines[0]?.t ?? 0;
  const end = lines.at(-1)?.t ?? start;
  const workspace = textOf(lines.find(({ kind }) => kind === 'start')?.['workspace']);
  const edits: Edit[] = [];
  const open = new Map<string, Edit>();
  const processes: Process[] = [];
  const running = new Map<number, Process>();
  const asked = new Map<string, Line>();
  const calls: Call[] = [];
  const requests: Call[] = [];
  for (const line of lines) {
    if (line.kind === 'edit') readEdit(edits, open, line, workspace);
    else if (line.kind === 'process') readProcess(processes, running, line, end);
    else if (line.kind === 'mcp' || line.kind === 'server') {
      // The sidecar answers over MCP, and asks servers.
      const [question, answer] = line.kind === 'mcp' ? ['in', 'out'] : ['out', 'in'];
      const key = JSON.stringify([line.pid, line.kind, line['server'], line['id']]);
      if (line['type'] === 'request' && line['dir'] === question) asked.set(key, line);
      if (line['type'] !== 'answer' || line['dir'] !== answer) continue;
      const first = asked.get(key);
      asked.delete(key);
      if (first !== undefined) (line.kind === 'mcp' ? calls : requests).push(callOf(first, line));
    }
  }
  for (const line of asked.values()) (line.kind === 'mcp' ? calls : requests).push(callOf(line, undefined));
  return {
    start,
    end,
    workspace,
    edits,
    calls: calls.filter(({ lines: [first] }) => first?.['method'] === 'tools/call').sort(byStart),
    requests: requests.sort(byStart),
    processes,
    lines: lines.map((line) => ({ kind: 'line', start: line.t, end: line.t, lines: [line], line })),
  };
}

function byStart(a: Common, b: Common): number {
  return a.start - b.start;
}

/**
 * @param open by name: in a container every session's process may have the same id, and its edits
 *   the same names
 */
function readEdit(edits: Edit[], open: Map<string, Edit>, line: Line, workspace: string): void {
  const id = textOf(line['edit']);
  const phase = textOf(line['phase']);
  let edit = phase === 'received' ? undefined : open.get(id);
  if (edit === undefined) {
    edit = {
      kind: 'edit',
      id,
      start: line.t,
      end: line.t,
      lines: [],
      tool: '',
      files: [],
      at: {},
      trouble: '',
      findings: 0,
      servers: [],
    };
    open.set(id, edit);
    edits.push(edit);
  }
  const known = PHASES.find((each) => each === phase);
  if (known === undefined) edit.trouble = `${phase}: ${textOf(line['reason'])}`;
  else edit.at[known] = line.t;
  edit.end = Math.max(edit.end, line.t);
  edit.lines.push(line);
  edit.tool = textOf(line['tool']) || edit.tool;
  const files = [...listOf(line['files']), ...listOf(line['deleted'])].map((path) =>
    within(textOf(path), workspace),
  );
  if (files.length > 0) edit.files = files;
  if (known !== 'answered') return;
  edit.findings = Object.values(fieldsOf(line['findings'])).reduce<number>(
    (sum, many) => sum + (numberOf(many) ?? 0),
    numberOf(line['others']) ?? 0,
  );
  edit.servers = listOf(line['servers']).map((server) => {
    const { id: name, outcome, ms } = fieldsOf(server);
    return { id: textOf(name), outcome: textOf(outcome), ms: numberOf(ms) ?? 0 };
  });
}

function within(path: string, folder: string): string {
  return folder !== '' && path.startsWith(folder) && /[/\\]/.test(path.charAt(folder.length))
    ? path.slice(folder.length + 1)
    : path;
}

/** @param running by pid: one that has ended may be given out again */
function readProcess(all: Process[], running: Map<number, Process>, line: Line, end: number): void {
  const child = numberOf(line['child']) ?? 0;
  const known = running.get(child);
  if (line['event'] === 'exit') {
    running.delete(child);
    if (known === undefined) return;
    known.end = line.t;
    known.how = textOf(line['how']);
    known.lines.push(line);
    return;
  }
  const process: Process = {
    kind: 'process',
    start: line.t,
    end,
    lines: [line],
    name: textOf(line['name']),
    role: textOf(line['role']),
    child,
    how: '',
  };
  running.set(child, process);
  all.push(process);
}

function callOf(question: Line, answer: Line | undefined): Call {
  const method = textOf(question['method']);
  return {
    kind: 'call',
    start: question.t,
    end: answer?.t ?? question.t,
    lines: answer === undefined ? [question] : [question, answer],
    what: textOf(question['tool']) || method,
    who: textOf(question['server']),
    answered: answer !== undefined,
    failed: answer?.['error'] !== undefined || fieldsOf(answer?.['body'])['isError'] === true,
  };
}

/** What happened between two moments, by time. */
export function between<T extends Common>(items: readonly T[], start: number, end: number): T[] {
  return items.filter((item) => item.end >= start && item.start <= end);
}
