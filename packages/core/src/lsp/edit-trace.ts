import type { CheckReport } from './types.js';
import { redactLog, type TracedEdit } from '../trace/trace-line.js';

type Phase = TracedEdit extends infer E ? (E extends TracedEdit ? Omit<E, 'kind' | 'edit'> : never) : never;

/** At most this many files of a change, or of an answer, are named. */
const MAX_FILES = 200;

/** Records the stages of one change in the flight recorder. */
export class EditTrace {
  /** @param id names the change in all trace lines about it, the sidecar's lines too */
  constructor(
    readonly id: string,
    private readonly record: (event: TracedEdit) => void,
  ) {}

  received({
    kind,
    files,
  }: {
    readonly kind?: string;
    readonly files?: readonly { readonly filePath: string }[];
  }): void {
    this.#say({
      phase: 'received',
      ...(kind !== undefined && { tool: kind }),
      ...(files !== undefined && { files: names(files) }),
    });
  }

  /** @param reason the error's type, as the host reads it */
  refused(reason: string): void {
    this.#say({ phase: 'refused', reason });
  }

  written(tool: string, files: readonly { readonly filePath: string }[], deleted: readonly string[]): void {
    this.#say({
      phase: 'written',
      tool,
      files: names(files),
      ...(deleted.length > 0 && { deleted: deleted.slice(0, MAX_FILES) }),
    });
  }

  sent(): void {
    this.#say({ phase: 'sent' });
  }

  answered({ files, others, servers }: CheckReport): void {
    const findings = Object.entries(files).slice(0, MAX_FILES);
    this.#say({
      phase: 'answered',
      findings: Object.fromEntries(findings.map(([file, found]) => [file, found.length])),
      others: Object.values(others).reduce((sum, found) => sum + found.length, 0),
      servers: servers.slice(0, MAX_FILES).map(({ id, root, outcome, ms }) => ({ id, root, outcome, ms })),
    });
  }

  unanswered(reason: string): void {
    this.#say({ phase: 'unanswered', reason: redactLog(reason) });
  }

  formatted(sections: string): void {
    this.#say({ phase: 'formatted', chars: sections.length });
  }

  #say(phase: Phase): void {
    this.record({ kind: 'edit', edit: this.id, ...phase });
  }
}

function names(files: readonly { readonly filePath: string }[]): string[] {
  return files.slice(0, MAX_FILES).map(({ filePath }) => filePath);
}
