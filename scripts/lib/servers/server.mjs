import { rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { run } from '../process.mjs';

/**
 * Where a server is installed, absolute. `prefix` may be shared and stays. `bin` in it goes on
 * PATH. `scratch` in it goes away afterwards.
 * @typedef {{ prefix: string, bin: string, scratch: string }} Place
 *
 * @typedef {object} Server
 * @property {string} name
 * @property {string} pinned the version that is installed, for people
 * @property {string} needs what an installation takes, for people
 * @property {boolean} [optional] the other servers run without it: if it cannot be installed, that
 * is no failure
 * @property {(bin: string) => Promise<string | undefined>} version of what is there and runs
 * @property {() => Promise<string | undefined>} obstacle why it cannot be installed on this machine
 * @property {(place: Place) => Promise<string | undefined>} install returns what went wrong
 */

/** A program that has not printed its version after this time, ms, hangs. */
const ANSWER = 30_000;

/**
 * @param {string} bin
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RegExp} pattern its first group is the version
 * @returns {Promise<string | undefined>}
 */
export async function reportedVersion(bin, program, args, pattern) {
  const { code, output } = await run(join(bin, program), args, { cwd: bin, timeoutMs: ANSWER });
  return code === 0 ? pattern.exec(output)?.[1] : undefined;
}

/**
 * @param {string} command
 * @param {...string} args that make it answer and do nothing
 */
export async function answers(command, ...args) {
  return (await run(command, args, { cwd: process.cwd(), timeoutMs: ANSWER })).code === 0;
}

/**
 * The end of a program's output, which has the reason of a failure.
 * @param {string} output
 */
export const tail = (output) => output.trimEnd().split('\n').slice(-15).join('\n');

/**
 * @param {string} program absolute
 * @param {string} at absolute; what is there is replaced
 */
export function link(program, at) {
  rmSync(at, { force: true });
  symlinkSync(relative(dirname(at), program), at);
}
