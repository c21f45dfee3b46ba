/** What is broken, how, and when: the axes of the matrix, and the cells that they span. */

export const COMPONENTS = ['server', 'sidecar', 'bridge', 'host'] as const;
export type Component = (typeof COMPONENTS)[number];

export const PHASES = ['idle', 'starting', 'mid-check', 'mid-navigation', 'shutting down'] as const;
export type Phase = (typeof PHASES)[number];

export const FAULTS = [
  'SIGKILL',
  'SIGKILL with the sidecar',
  'SIGSTOP, SIGCONT',
  'exit 0',
  'closed stdin',
  'closed stdout',
  'full stderr',
  'garbage bytes',
  'half a message',
  'wrong Content-Length',
  '50 MB message',
  'unknown request',
  'duplicate response id',
  'error to every request',
  'pause of 5 s',
  'disk full',
  'file removed',
  'permission denied',
  'fork refused',
] as const;
export type Fault = (typeof FAULTS)[number];

/** What is left of LSP when the fault is over. */
export type After =
  /**
   * Edits carry their diagnostics again, and navigation answers; `besides`: what status says of
   * another server.
   */
  | { readonly kind: 'goes on'; readonly besides?: RegExp; readonly isWithoutNavigation?: true }
  /** That server is off for the session, and status says why. */
  | { readonly kind: 'server off'; readonly why: RegExp }
  /** All of LSP is, and status says why. */
  | { readonly kind: 'service off'; readonly why: RegExp }
  /** Hooks get no answer any more, and say nothing; the rest of the session goes on. */
  | { readonly kind: 'hooks off' }
  /** The session itself has ended. */
  | { readonly kind: 'over' };

export interface Cell {
  /** `component/fault/phase`. */
  readonly id: string;
  readonly component: Component;
  readonly fault: Fault;
  readonly phase: Phase;
  readonly expected: Expectation;
}

/** One phase's expectation; or why there is no such cell. */
export type Expectation = After | { readonly kind: 'not applicable'; readonly reason: string };

/**
 * What is expected of one component, by fault: in every phase, or in those that are named and in
 * the `others`.
 */
export type Expectations = Readonly<Record<Fault, Expectation | ByPhase>>;
type ByPhase = { readonly kind: 'by phase'; readonly others: Expectation } & Partial<
  Readonly<Record<Phase, Expectation>>
>;

export const GOES_ON: After = { kind: 'goes on' };
export const WITHOUT_NAVIGATION: After = { kind: 'goes on', isWithoutNavigation: true };
export const HOOKS_OFF: After = { kind: 'hooks off' };
export const OVER: After = { kind: 'over' };

export function goesOnBut(besides: RegExp): After {
  return { kind: 'goes on', besides };
}

export function serverOff(why: RegExp): After {
  return { kind: 'server off', why };
}

export function serviceOff(why: RegExp): After {
  return { kind: 'service off', why };
}

export function notApplicable(reason: string): Expectation {
  return { kind: 'not applicable', reason };
}

export function byPhase(others: Expectation, phases: Partial<Readonly<Record<Phase, Expectation>>>): ByPhase {
  return { kind: 'by phase', others, ...phases };
}

/** Every cell of one component, fault by fault. */
export function cellsOf(component: Component, expectations: Expectations): Cell[] {
  return FAULTS.flatMap((fault) =>
    PHASES.map((phase) => {
      const expected = expectations[fault];
      return {
        id: `${component}/${fault}/${phase}`,
        component,
        fault,
        phase,
        expected: expected.kind === 'by phase' ? (expected[phase] ?? expected.others) : expected,
      };
    }),
  );
}

/** Those that spoil no bytes between host and service. */
export function isForShared({ component, fault }: Cell): boolean {
  return (
    component === 'server' ||
    (component === 'host' &&
      [
        'SIGKILL',
        'SIGKILL with the sidecar',
        'SIGSTOP, SIGCONT',
        'exit 0',
        'pause of 5 s',
        'disk full',
        'file removed',
        'permission denied',
      ].includes(fault))
  );
}
