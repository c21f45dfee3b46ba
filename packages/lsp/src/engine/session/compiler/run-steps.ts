import { inUtf16 } from '../../../backend/output/columns.ts';
import type { CheckerProject, CheckerStep } from '../../../backend/checker/definition.ts';
import type { CompilerReport, Finding, PrintedFix } from '../../../backend/output/output.ts';
import { runtimes } from '../../../client/process/runtimes.ts';
import { type Run, startRun } from '../../../client/process/run.ts';
import { isAborted, onAbort } from '../../../support/abort.ts';

/** What a compiler or a linter has reported about a project. */
interface BatchFindings {
  readonly kind: 'judged';
  /** Findings in any file, inside or outside the project; columns in UTF-16 code units. */
  readonly findings: readonly Finding[];
  /** Why a file without findings is not necessarily clean. */
  readonly failure: string | undefined;
  readonly excludes?: CompilerReport['excludes'];
  readonly fixes?: CompilerReport['fixes'];
  readonly ms: number;
  /** A program was killed: the findings are only a part. */
  readonly isCut: boolean;
}

export type BatchResult =
  | BatchFindings
  /** No caller waits for it any more. */
  | { readonly kind: 'cancelled' }
  /** The program cannot be run. */
  | { readonly kind: 'broken'; readonly reason: string };

/** What is run: the part of a project that a run needs. */
export type Steps = Pick<CheckerProject, 'root' | 'steps' | 'prepare' | 'excludes'>;

/** Exit codes of the shell if the program is gone or cannot be executed. */
const NOT_RUN = [126, 127];

/** No terminal reads the output. */
const PLAIN = { NO_COLOR: '1', FORCE_COLOR: '0', CI: 'true' };

/**
 * Runs the steps of a project, one after the other, and combines what they report. Never rejects.
 *
 * @param signal kills the run: `cancelled`, unless the last program had exited before
 * @param started each program, when it has started
 */
export async function runSteps(
  project: Steps,
  signal: AbortSignal,
  started: (run: Run) => void = () => undefined,
): Promise<BatchResult> {
  const began = performance.now();
  const { root, steps } = project;
  const findings: Finding[] = [];
  const fixes: PrintedFix[] = [];
  let { excludes }: Pick<CompilerReport, 'excludes'> = project;
  let isCut = false;
  let failure = await project.prepare?.(signal);
  if (failure !== undefined && !signal.aborted)
    return { kind: 'judged', findings, failure, isCut, ms: performance.now() - began };
  for (const step of steps) {
    const result = await runStep(step, root, signal, started);
    if (result.kind !== 'judged') return result;
    findings.push(...result.findings);
    fixes.push(...(result.fixes ?? []));
    failure ??= result.failure;
    excludes ??= result.excludes;
    isCut ||= result.isCut;
  }
  return {
    kind: 'judged',
    findings,
    failure,
    excludes,
    ...(fixes.length > 0 && { fixes }),
    isCut,
    ms: performance.now() - began,
  };
}

async function runStep(
  step: CheckerStep,
  root: string,
  signal: AbortSignal,
  hasStarted: (run: Run) => void,
): Promise<BatchResult> {
  if (signal.aborted) return { kind: 'cancelled' };
  const began = performance.now();
  const { command, args, env } = step;
  const output = step.output(root);
  let printed = 0;
  const started = startRun({ command, args, root, env: { ...PLAIN, ...env } }, (line) => {
    printed += 1;
    output.line(line);
  });
  if (started.kind === 'failed') return { kind: 'broken', reason: started.reason };
  const { run } = started;
  hasStarted(run);
  using _ = onAbort(signal, () => {
    run.kill();
  });
  const end = await run.ended;
  const lines = run.stderr.lines(Infinity);
  if (printed === 0 && end.kind === 'exited' && end.code !== 0 && (await runtimes.hasReplaced(command)))
    return await runStep(step, root, signal, hasStarted);
  const toFindings = async ({
    findings,
    failure,
    excludes,
    fixes,
  }: CompilerReport): Promise<BatchFindings> => {
    return {
      kind: 'judged',
      findings: await inUtf16(findings),
      failure,
      excludes,
      fixes,
      isCut: false,
      ms: performance.now() - began,
    };
  };
  if (end.kind === 'killed')
    return isAborted(signal)
      ? { kind: 'cancelled' }
      : {
          ...(await toFindings({ findings: output.conclude(0, lines).findings, failure: end.how })),
          isCut: true,
        };
  if (NOT_RUN.includes(end.code))
    return { kind: 'broken', reason: lines.at(-1) ?? `${command} cannot be run` };
  return await toFindings(output.conclude(end.code, lines));
}
