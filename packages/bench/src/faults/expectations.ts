import {
  byPhase,
  cellsOf,
  COMPONENTS,
  GOES_ON,
  goesOnBut,
  HOOKS_OFF,
  notApplicable,
  OVER,
  serverOff,
  serviceOff,
  WITHOUT_NAVIGATION,
  type Cell,
  type Component,
  type Expectations,
  type Expectation,
} from './matrix.js';

/** When everything ends anyway, nothing is left to be on or off. */
const ends = (expected: Expectation): ReturnType<typeof byPhase> =>
  byPhase(expected, { 'shutting down': OVER });

const LINES = notApplicable('what a bridge says is a line of JSON each, without a length');

/**
 * REQ-LIFE-070: a server that dies or takes no messages is broken for the session, with its reason;
 * one that is only late or odd is not.
 */
const SERVER: Expectations = {
  SIGKILL: ends(serverOff(/killed by SIGKILL/)),
  'SIGKILL with the sidecar': ends(serviceOff(/killed by SIGKILL|the shared service has closed/)),
  'SIGSTOP, SIGCONT': ends(GOES_ON),
  'exit 0': ends(serverOff(/exited with code 0/)),
  // The server that closes it ends as well: the reason given is the event that comes first.
  'closed stdin': ends(serverOff(/closed its stdin|exited with code 0/)),
  'closed stdout': ends(serverOff(/closed its stdout/)),
  'full stderr': ends(GOES_ON),
  'garbage bytes': ends(GOES_ON),
  // The answer to `initialize` is lost: no edit waits longer than REQ-TIME-030 says, and the server
  // is `starting` until its own, longer limit is over.
  'half a message': byPhase(GOES_ON, { starting: serverOff(/^fake +starting/m), 'shutting down': OVER }),
  'wrong Content-Length': byPhase(GOES_ON, {
    starting: serverOff(/^fake +starting/m),
    'shutting down': OVER,
  }),
  '50 MB message': ends(GOES_ON),
  'unknown request': ends(GOES_ON),
  'duplicate response id': ends(GOES_ON),
  'error to every request': byPhase(GOES_ON, {
    starting: serverOff(/initialize failed: injected/),
    'shutting down': OVER,
  }),
  'pause of 5 s': ends(GOES_ON),
  // It dies of what it cannot write, at its start as later.
  'disk full': ends(serverOff(/exited with code 1[^]*ENOSPC/)),
  // A server that runs needs its program no more. One that has never started is `unavailable`, not broken.
  'file removed': byPhase(GOES_ON, {
    starting: serverOff(/is not an\s+executable\s+file/),
    'shutting down': OVER,
  }),
  // As above; and as it has never been started, it is there once its program is.
  'permission denied': ends(GOES_ON),
  // The server's own trouble: this one does without its child. Its runtime aborts where it gets no
  // threads at its start.
  'fork refused': byPhase(GOES_ON, { starting: serverOff(/killed by SIGABRT/), 'shutting down': OVER }),
};

/**
 * REQ-LIFE-080, REQ-GRACE-045: a service that dies, or does not start in time, is off for the
 * session; one that is late may come back.
 */
const SIDECAR: Expectations = {
  SIGKILL: ends(serviceOff(/killed by SIGKILL/)),
  'SIGKILL with the sidecar': notApplicable('that is SIGKILL'),
  'SIGSTOP, SIGCONT': byPhase(GOES_ON, {
    starting: serviceOff(/no lsp\/ready within/),
    'shutting down': OVER,
  }),
  'exit 0': ends(serviceOff(/exit code 0/)),
  // It notices, and ends in order; the host knows of the exit, or first of the pipe.
  'closed stdin': ends(serviceOff(/closed its stdin|exit code 0/)),
  'closed stdout': ends(serviceOff(/closed its stdout|exit code 0/)),
  'full stderr': ends(GOES_ON),
  // Bytes between two messages, the next of which is whole: nothing is lost, so nothing is off.
  'garbage bytes': ends(GOES_ON),
  // Not even the next message can be told from the rest of this one: it is noticed as garbage, or
  // as silence, after which no caller waits any more (REQ-GRACE-040).
  'half a message': byPhase(serviceOff(/broken connection|no lsp\/ready|does not answer/), {
    'mid-navigation': GOES_ON,
    'shutting down': OVER,
  }),
  'wrong Content-Length': ends(serviceOff(/broken connection|no lsp\/ready|does not answer/)),
  // A line of MCP that is longer than its reader holds in memory ends that channel, and its tools with it.
  '50 MB message': byPhase(GOES_ON, { 'mid-navigation': WITHOUT_NAVIGATION, 'shutting down': OVER }),
  'unknown request': ends(GOES_ON),
  'duplicate response id': ends(GOES_ON),
  'error to every request': ends(GOES_ON),
  'pause of 5 s': byPhase(GOES_ON, { starting: serviceOff(/no lsp\/ready within/), 'shutting down': OVER }),
  // It writes nothing that it could not do without.
  'disk full': ends(GOES_ON),
  'file removed': byPhase(GOES_ON, {
    starting: serviceOff(/not the absolute path of an executable file/),
    'shutting down': OVER,
  }),
  'permission denied': byPhase(GOES_ON, {
    starting: serviceOff(/not the absolute path of an executable file/),
    'shutting down': OVER,
  }),
  // Bun itself aborts where it gets no threads, and is not started a second time (REQ-GRACE-045).
  // Later, a server that cannot be started is broken, and no other.
  'fork refused': byPhase(goesOnBut(/^second +(broken|unavailable)[^]*EAGAIN/m), {
    starting: serviceOff(/killed by SIGABRT|EAGAIN/),
    'shutting down': OVER,
  }),
};

/** Its end is the session's; hooks that cannot ask, or are told nonsense, say nothing (REQ-GRACE-055). */
const BRIDGE: Expectations = {
  SIGKILL: OVER,
  'SIGKILL with the sidecar': OVER,
  'SIGSTOP, SIGCONT': ends(GOES_ON),
  'exit 0': OVER,
  // It cannot hear that its host lets go of it, and ends when it is told to; MCP has its hosts do so.
  'closed stdin': OVER,
  'closed stdout': OVER,
  'full stderr': ends(GOES_ON),
  'garbage bytes': ends(GOES_ON),
  'half a message': ends(GOES_ON),
  'wrong Content-Length': LINES,
  '50 MB message': ends(GOES_ON),
  'unknown request': ends(GOES_ON),
  'duplicate response id': ends(GOES_ON),
  'error to every request': ends(GOES_ON),
  'pause of 5 s': ends(GOES_ON),
  'disk full': ends(GOES_ON),
  // Its socket is its address: without it no hook is answered; the tools go on.
  'file removed': byPhase(HOOKS_OFF, {
    starting: notApplicable('its socket is not there yet'),
    'shutting down': OVER,
  }),
  'permission denied': ends(GOES_ON),
  // There is no service then, and hooks say nothing for the session (REQ-GRACE-045).
  'fork refused': byPhase(GOES_ON, { starting: serviceOff(/EAGAIN/), 'shutting down': OVER }),
};

/** It dies, and everything of ours ends with it; or it lives, and its edits are what they are without us. */
const HOST: Expectations = {
  SIGKILL: OVER,
  'SIGKILL with the sidecar': OVER,
  'SIGSTOP, SIGCONT': ends(GOES_ON),
  'exit 0': OVER,
  // The sidecar ends in order, for its host is gone; of which the end of the pipe is known first
  // where the machine is busy.
  'closed stdin': ends(serviceOff(/closed its stdout|exit code 0/)),
  'closed stdout': ends(serviceOff(/closed its stdout|exit code 0/)),
  'full stderr': ends(GOES_ON),
  'garbage bytes': ends(GOES_ON),
  // Of what comes next, so much is the rest of it that the sidecar has heard nothing; a server that
  // does not answer is not asked again until it does.
  'half a message': byPhase(GOES_ON, {
    starting: serviceOff(/does not answer/),
    idle: serviceOff(/does not answer/),
    'shutting down': OVER,
  }),
  'wrong Content-Length': ends(GOES_ON),
  '50 MB message': ends(GOES_ON),
  'unknown request': ends(GOES_ON),
  'duplicate response id': notApplicable('the sidecar asks its host nothing'),
  'error to every request': notApplicable('the sidecar asks its host nothing'),
  'pause of 5 s': ends(GOES_ON),
  // The edit that cannot be written is refused, as it is without us; the next one that can be goes on.
  'disk full': ends(GOES_ON),
  'file removed': ends(GOES_ON),
  'permission denied': ends(GOES_ON),
  'fork refused': byPhase(GOES_ON, { starting: serviceOff(/EAGAIN/), 'shutting down': OVER }),
};

const EXPECTATIONS: Readonly<Record<Component, Expectations>> = {
  server: SERVER,
  sidecar: SIDECAR,
  bridge: BRIDGE,
  host: HOST,
};

/** The whole matrix. */
export const CELLS: readonly Cell[] = COMPONENTS.flatMap((component) =>
  cellsOf(component, EXPECTATIONS[component]),
);

/** The same with sessions of a shared service, which is followed by another one (REQ-LIFE-080). */
export function whereShared<C extends Cell>(cell: C): C {
  return cell.expected.kind === 'service off' ? { ...cell, expected: GOES_ON } : cell;
}
