import type { AdmittedPath } from '../paths.ts';
import type { Diagnostic, Severity } from '../types.ts';
import { carryOver } from './carry-over.ts';
import { merge, sortedRecord } from './merge.ts';
import { Patience } from './patience.ts';
import type { Services } from './services.ts';
import type { Session } from './session.ts';
import { diskText } from './text-source.ts';

/** How long other files may cost after the checked ones are answered, ms, and how many are asked about per server. */
const BOUND = { ms: 1000, files: 40 } as const;

/** Answers come nearest first; all at once they would arrive together at the end. */
const AT_A_TIME = 4;

export interface OtherFiles {
  readonly files: Record<string, Diagnostic[]>;
  /** False where the bound left a file out. */
  readonly complete: boolean;
}

export interface OtherFilesQuestion {
  /** Not these: they have their answer. */
  readonly except: ReadonlySet<AdmittedPath>;
  /** Servers whose project was changed just now: what they held about other files is asked for again. */
  readonly changed: ReadonlySet<Session>;
  /** ms, performance.now. */
  readonly deadline: number;
  readonly cancel: AbortSignal;
}

/**
 * What the running servers hold about the other files: those with findings so far, and the open documents, which the change may have broken.
 *
 * Nothing stale: what an edit may have mended is asked for again, and left out where the bound does not allow that.
 */
export async function otherFiles(services: Services, question: OtherFilesQuestion): Promise<OtherFiles> {
  using patience = new Patience(Math.max(0, Math.min(BOUND.ms, question.deadline - performance.now())));
  const parts = await Promise.all(services.pool.active().map((session) => ofSession(services, session, question, patience)));
  const byPath = new Map<AdmittedPath, (readonly Diagnostic[])[]>();
  for (const { findings } of parts) {
    for (const [path, diagnostics] of findings) byPath.set(path, [...(byPath.get(path) ?? []), diagnostics]);
  }
  const severities: ReadonlySet<Severity> = new Set(services.config.includeSeverities);
  const entries = [...byPath].flatMap(([path, lists]): [string, Diagnostic[]][] => {
    const merged = merge(lists, severities);
    return merged.length === 0 ? [] : [[services.workspace.folder(path), merged]];
  });
  return { files: sortedRecord(entries), complete: parts.every(({ complete }) => complete) };
}

interface Part {
  readonly findings: ReadonlyMap<AdmittedPath, readonly Diagnostic[]>;
  readonly complete: boolean;
}

async function ofSession(services: Services, session: Session, question: OtherFilesQuestion, patience: Patience): Promise<Part> {
  const { known } = services;
  const others = (paths: Iterable<AdmittedPath>): AdmittedPath[] => [...new Set(paths)].filter((path) => !question.except.has(path));
  if (question.changed.has(session) && session.definition.role === 'compiler' && session.answers) {
    const { settled = new Map<AdmittedPath, never>(), paths, complete } = await session.suspects(patience, question.cancel);
    const suspects = others(paths);
    const verified = await verify(session, suspects.slice(0, BOUND.files), patience, question.cancel);
    const found = [...settled].filter(([path]) => !question.except.has(path));
    return { findings: new Map([...found, ...verified]), complete: complete && verified.size === suspects.length };
  }
  const findings = new Map<AdmittedPath, readonly Diagnostic[]>();
  for (const path of others(known.pathsOf(session))) {
    const diagnostics = await stillTrue(services, session, path);
    if (diagnostics !== undefined) findings.set(path, diagnostics);
  }
  return { findings, complete: true };
}

/** Asks again, in order. A file that was not answered in time, or is gone, is not in the result. */
async function verify(
  session: Session,
  suspects: readonly AdmittedPath[],
  patience: Patience,
  cancel: AbortSignal,
): Promise<Map<AdmittedPath, readonly Diagnostic[]>> {
  const verified = new Map<AdmittedPath, readonly Diagnostic[]>();
  const queue = [...suspects];
  const worker = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined && !patience.over && !cancel.aborted; path = queue.shift()) {
      const diagnostics = await session.judgeAgain(path, patience, cancel);
      if (diagnostics !== undefined) verified.set(path, diagnostics);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return verified;
}

/** Findings of a server whose project was not touched, moved to where their lines are now; undefined where nothing can be said. */
async function stillTrue({ known }: Services, session: Session, path: AdmittedPath): Promise<readonly Diagnostic[] | undefined> {
  const finding = known.finding(session, path);
  if (finding === undefined) return undefined;
  const now = await diskText(path);
  if (now.kind === 'refused') {
    known.forget(session, path);
    return undefined;
  }
  return finding.text === undefined ? finding.diagnostics : carryOver(finding.diagnostics, finding.text, now.content.text);
}
