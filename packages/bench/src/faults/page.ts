import { COMPONENTS, FAULTS, PHASES, type Cell, type Component } from './matrix.js';
import type { Outcome } from './run-cell.js';

const TITLES: Readonly<Record<Component, string>> = {
  server: 'The language server',
  sidecar: 'The sidecar',
  bridge: 'The bridge (`llxprt-lsp mcp`)',
  host: 'The host',
};

/** For a terminal: one line, and what did not hold. */
export function lines({ id, complaints, editMs, closeMs }: Outcome): string {
  const verdict = complaints.length === 0 ? 'ok  ' : 'FAIL';
  return [
    `${verdict} ${id}: edit ${Math.round(editMs)} ms, end ${Math.round(closeMs)} ms`,
    ...complaints.map((complaint) => `       ${complaint}`),
  ].join('\n');
}

/** docs/reliability.md. */
export function page(cells: readonly Cell[], outcomes: ReadonlyMap<string, Outcome>): string {
  const applicable = cells.filter(({ expected }) => expected.kind !== 'not applicable');
  const judged = applicable.flatMap(({ id }) => outcomes.get(id) ?? []);
  const failed = judged.filter(({ complaints }) => complaints.length > 0);
  const judgements = judged.reduce((sum, outcome) => sum + outcome.judgements, 0);
  return `# Reliability

Written by \`npm run faults\`. Every fault, in every component, at every phase of a session: ${cells.length} cells, of which ${applicable.length} exist, ${judged.length} were run,
with ${judgements} judgements; **${failed.length} failed**.

In each cell a session of its own is broken once, by the real thing: signals, limits of the kernel, full file systems, bytes on the wire of the real processes.
Then is judged:

1. The edit is on disk byte for byte, and its result begins with the success text; one that is refused has changed nothing.
2. The edit, the navigation call under way and the end of the session are answered within their bounds.
3. Status says what is still there, and why the rest is not; later edits carry diagnostics where it says so, and navigation answers.
4. No process is left, no socket, no temporary file. What a killed process could not clear up is gone after the next session; who was not killed has done it.
5. Host, bridge and sidecar hold no more descriptors than before.

A cell says what is left of LSP after the fault, and how long the edit took at which it struck: LSP *goes on* with the next edit, or a later one, this *server off*, the *service off* (edits go on plain),
*hooks off*, or the session is *over*. – is a cell that does not exist; "not run" one that this run left out.

${COMPONENTS.map((component) => table(component, cells, outcomes)).join('\n\n')}

## Cells that do not exist

${reasons(cells).join('\n')}

## Failures

${failed.length === 0 ? 'None.' : failed.map(({ id, complaints }) => `- ${id}: ${complaints.map((complaint) => complaint.slice(0, 300)).join('; ')}`).join('\n')}
`;
}

function table(component: Component, cells: readonly Cell[], outcomes: ReadonlyMap<string, Outcome>): string {
  const rows = FAULTS.map((fault) => {
    const row = PHASES.map((phase) => {
      const cell = cells.find(({ id }) => id === `${component}/${fault}/${phase}`);
      return cell === undefined ? '' : show(cell, outcomes.get(cell.id));
    });
    return `| ${[fault, ...row].join(' | ')} |`;
  });
  return `## ${TITLES[component]}\n\n| | ${PHASES.join(' | ')} |\n|---|${PHASES.map(() => '---').join('|')}|\n${rows.join('\n')}`;
}

function show({ expected }: Cell, outcome: Outcome | undefined): string {
  if (expected.kind === 'not applicable') return '–';
  if (outcome === undefined) return 'not run';
  if (outcome.complaints.length > 0) return '**failed**';
  const without = expected.kind === 'goes on' && expected.isWithoutNavigation ? ' without navigation' : '';
  const later = outcome.recovery > 1 ? `, from the ${outcome.recovery}. edit on` : '';
  return `${expected.kind}${without}${later}, ${Math.round(outcome.editMs)} ms`;
}

function reasons(cells: readonly Cell[]): string[] {
  const said = cells.flatMap(({ component, fault, phase, expected }) => {
    if (expected.kind !== 'not applicable') return [];
    const isWhole = cells.every(
      (cell) =>
        cell.component !== component || cell.fault !== fault || cell.expected.kind === 'not applicable',
    );
    return `- ${component}, ${fault}${isWhole ? '' : `, ${phase}`}: ${expected.reason}.`;
  });
  return [...new Set(said)];
}
