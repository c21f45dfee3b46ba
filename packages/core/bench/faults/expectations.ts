import { byPhase, cellsOf, COMPONENTS, GOES_ON, HOOKS_OFF, notApplicable, OVER, serverOff, serviceOff, type Cell, type Component, type Expectations, type Expected } from './matrix.js';

/** When everything ends anyway, nothing is left to be on or off. */
const ends = (expected: Expected): ReturnType<typeof byPhase> => byPhase(expected, { 'shutting down': OVER });

const LINES = notApplicable('what a bridge says is a line of JSON each, without a length');

const SERVER: Expectations = {
  SIGKILL: ends(serverOff(/killed by SIGKILL/)),
  'SIGSTOP, SIGCONT': ends(GOES_ON),
  'exit 0': ends(serverOff(/exited with code 0/)),
  'closed stdin': ends(serverOff(/closed its stdin|exited with code 0/)),
  'closed stdout': ends(serverOff(/closed its stdout/)),
  'full stderr': ends(GOES_ON),
  'garbage bytes': ends(GOES_ON),
  'half a message': byPhase(GOES_ON, { starting: serverOff(/^fake +starting/m), 'shutting down': OVER }),
  'wrong Content-Length': byPhase(GOES_ON, { starting: serverOff(/^fake +starting/m), 'shutting down': OVER }),
  '50 MB message': ends(GOES_ON),
  'unknown request': ends(GOES_ON),
  'duplicate response id': ends(GOES_ON),
  'error to every request': byPhase(GOES_ON, { starting: serverOff(/initialize failed: injected/), 'shutting down': OVER }),
  'pause of 5 s': ends(GOES_ON),
  'disk full': byPhase(serverOff(/exited with code 1[^]*ENOSPC/), { starting: GOES_ON, 'shutting down': OVER }),
  'file removed': byPhase(GOES_ON, { starting: serverOff(/was found neither|ENOENT|not executable/), 'shutting down': OVER }),
  'permission denied': ends(GOES_ON),
  'fork refused': ends(GOES_ON),
};

const SIDECAR: Expectations = {
  SIGKILL: ends(serviceOff(/killed by SIGKILL/)),
  'SIGSTOP, SIGCONT': byPhase(GOES_ON, { starting: serviceOff(/no lsp\/ready within/), 'shutting down': OVER }),
  'exit 0': ends(serviceOff(/exit code 0/)),
  'closed stdin': ends(serviceOff(/closed its stdin|exit code 0/)),
  'closed stdout': ends(serviceOff(/closed its stdout|exit code 0/)),
  'full stderr': ends(GOES_ON),
  'garbage bytes': ends(GOES_ON),
  'half a message': byPhase(serviceOff(/broken connection|no lsp\/ready|does not answer/), { 'mid-navigation': GOES_ON, 'shutting down': OVER }),
  'wrong Content-Length': ends(serviceOff(/broken connection|no lsp\/ready|does not answer/)),
  '50 MB message': ends(GOES_ON),
  'unknown request': ends(GOES_ON),
  'duplicate response id': ends(GOES_ON),
  'error to every request': ends(GOES_ON),
  'pause of 5 s': byPhase(GOES_ON, { starting: serviceOff(/no lsp\/ready within/), 'shutting down': OVER }),
  'disk full': ends(GOES_ON),
  'file removed': byPhase(GOES_ON, { starting: serviceOff(/not the absolute path of an executable file/), 'shutting down': OVER }),
  'permission denied': byPhase(GOES_ON, { starting: serviceOff(/not the absolute path of an executable file/), 'shutting down': OVER }),
  'fork refused': byPhase(GOES_ON, { starting: serviceOff(/killed by SIGABRT|EAGAIN/), 'shutting down': OVER }),
};

const BRIDGE: Expectations = {
  SIGKILL: OVER,
  'SIGSTOP, SIGCONT': ends(GOES_ON),
  'exit 0': OVER,
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
  'file removed': ends(HOOKS_OFF),
  'permission denied': ends(GOES_ON),
  'fork refused': ends(GOES_ON),
};

const HOST: Expectations = {
  SIGKILL: OVER,
  'SIGSTOP, SIGCONT': ends(GOES_ON),
  'exit 0': OVER,
  'closed stdin': ends(serviceOff(/exit code 0/)),
  'closed stdout': ends(serviceOff(/closed its stdout|exit code 0/)),
  'full stderr': ends(GOES_ON),
  'garbage bytes': ends(GOES_ON),
  'half a message': ends(GOES_ON),
  'wrong Content-Length': ends(GOES_ON),
  '50 MB message': ends(GOES_ON),
  'unknown request': ends(GOES_ON),
  'duplicate response id': notApplicable('the sidecar asks its host nothing'),
  'error to every request': notApplicable('the sidecar asks its host nothing'),
  'pause of 5 s': ends(GOES_ON),
  'disk full': ends(GOES_ON),
  'file removed': ends(GOES_ON),
  'permission denied': ends(GOES_ON),
  'fork refused': byPhase(GOES_ON, { starting: serviceOff(/EAGAIN/), 'shutting down': OVER }),
};

const EXPECTATIONS: Readonly<Record<Component, Expectations>> = { server: SERVER, sidecar: SIDECAR, bridge: BRIDGE, host: HOST };

/** The whole matrix. */
export const CELLS: readonly Cell[] = COMPONENTS.flatMap((component) => cellsOf(component, EXPECTATIONS[component]));
