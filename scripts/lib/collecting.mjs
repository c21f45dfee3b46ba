import childProcess from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';

/**
 * While a runner reads a test file, nothing is made: no file, no process, no server. A suite that is
 * skipped is read, too, and runs no hook that would take such things away.
 */

const ADVICE =
  'while a test file is read: a suite that is skipped does nothing, so make it in beforeAll, ' +
  'beforeEach or a test. What the machine has is asked by needs() of scripts/lib/needs.mjs.';

/** What makes something. Other functions write into what one of these has made. */
const MAKERS = [
  makers(fs, ['mkdtempSync', 'mkdtemp', 'mkdirSync', 'mkdir', 'writeFileSync', 'writeFile']),
  makers(fs.promises, ['mkdtemp', 'mkdir', 'writeFile']),
  makers(childProcess, ['spawnSync', 'execSync', 'execFileSync']),
  // All the others start theirs by it, also where `promisify` has made them promises.
  makers(childProcess.ChildProcess.prototype, ['spawn']),
  makers(net.Server.prototype, ['listen']),
];

/**
 * @param {object} module
 * @param {readonly string[]} names
 */
function makers(module, names) {
  return { module, names };
}

/** The runners load this file once for each test file or once for all of them. */
const state = /** @type {{ llxprtCollecting?: boolean }} */ (globalThis);

/** @param {boolean} isCollecting whether a test file is read now, and no hook or test runs */
export function collecting(isCollecting) {
  state.llxprtCollecting = isCollecting;
}

/**
 * Asks the machine what it has, while a test file is read: that decides what is skipped.
 * @template T
 * @param {() => T} ask which leaves nothing behind; synchronous
 * @returns {T}
 */
export function asking(ask) {
  const before = state.llxprtCollecting ?? false;
  collecting(false);
  try {
    return ask();
  } finally {
    collecting(before);
  }
}

/**
 * @template {object} F
 * @param {string} name
 * @param {F} make a function
 * @returns {F} which throws while a test file is read
 */
export function refusing(name, make) {
  return new Proxy(make, {
    apply(target, self, args) {
      if (state.llxprtCollecting === true) throw new Error(`${name}() ${ADVICE}`);
      return Reflect.apply(/** @type {() => unknown} */ (target), self, args);
    },
  });
}

/** @type {(module: object, name: string) => object} */
const functionOf = (module, name) => Reflect.get(module, name);

/** Has what makes something refuse, in this process. */
export function install() {
  if (state.llxprtCollecting !== undefined) return;
  for (const { module, names } of MAKERS)
    for (const name of names) Reflect.set(module, name, refusing(name, functionOf(module, name)));
}
