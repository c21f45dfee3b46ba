import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFailed } from '../cases.mjs';
import { npm } from '../packs/npm.mjs';
import { root } from '../paths.mjs';
import { run } from '../process.mjs';
import { vitest } from '../runners.mjs';
import { installServers } from '../servers/index.mjs';
import { toolsFolder } from '../servers/place.mjs';
import { anotherVersion, hostTitles, installer, pinnedVersion, programsOf } from './index.mjs';
import { suiteOf } from './suite.mjs';
import { trying } from './tried.mjs';

/**
 * @typedef {import('./index.mjs').NpmHost} NpmHost
 *
 * What came of the newest version of a host.
 * @typedef {object} Tried
 * @property {NpmHost} host
 * @property {string} pinned the version
 * @property {string | undefined} version that was installed; undefined: none was
 * @property {string} outcome for people
 * @property {boolean} isRight all its tests have passed
 */

/** Hosts have deadlines: nothing else is to run beside them. */
const RUN = ['run', '--no-file-parallelism'];

/** So many versions are tried to be installed, the newest first. */
const MOST = 3;

/**
 * Installs the newest version of a host that npm serves, and runs its tests with it.
 * @param {NpmHost} host
 * @param {string} reports a folder for the reports of programs
 * @returns {Promise<Tried>}
 */
export async function tryNewest(host, reports) {
  const pinned = pinnedVersion(host);
  const served = await servedVersions(host);
  if ('reason' in served) return { host, pinned, version: undefined, outcome: served.reason, isRight: false };
  /** @type {string[]} */
  const refused = [];
  for (const version of candidates(served, pinned)) {
    const reason = await installed(host, version);
    if (reason !== undefined) {
      refused.push(`${version} cannot be installed: ${reason}`);
      continue;
    }
    const { own, shared } = suiteOf(host);
    const name = `${hostTitles[host]} ${version}`;
    const env = trying(host, version);
    const cases = [
      ...(await vitest(name, [...RUN, ...own], env).run(reports)),
      ...(await vitest(name, [...RUN, ...shared], env).run(reports)),
    ];
    const { text, isRight } = outcomeOf(cases);
    return { host, pinned, version, outcome: [text, ...refused].join('; '), isRight };
  }
  return { host, pinned, version: undefined, outcome: refused.join('; '), isRight: false };
}

/**
 * @typedef {{ versions: readonly string[], latest: string }} Served
 *
 * @param {NpmHost} host
 * @returns {Promise<Served | { reason: string }>}
 */
async function servedVersions(host) {
  const { package: name } = anotherVersion(host, pinnedVersion(host));
  const { code, output } = await run(npm, ['view', name, 'dist-tags.latest', 'versions', '--json'], {
    cwd: root,
  });
  if (code !== 0) return { reason: `npm view ${name}: ${reasonIn(output)}` };
  try {
    const json = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1);
    const { 'dist-tags.latest': latest, versions } =
      /** @type {{ 'dist-tags.latest': string, versions: string[] }} */ (JSON.parse(json));
    return { latest, versions };
  } catch {
    return { reason: `npm view ${name} says no versions` };
  }
}

/**
 * What is to be tried, in this order, until one can be installed: versions that are newer than the pinned
 * one and no newer than the latest, then the pinned one itself.
 * @param {Served} served
 * @param {string} pinned
 */
export function candidates({ versions, latest }, pinned) {
  const newer = versions
    .filter(
      (version) => /^\d+\.\d+\.\d+$/.test(version) && isNewer(version, pinned) && !isNewer(version, latest),
    )
    .toSorted((a, b) => (isNewer(a, b) ? -1 : 1));
  return [...newer.slice(0, MOST), pinned];
}

/**
 * @param {string} one
 * @param {string} other
 */
function isNewer(one, other) {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  const at = a?.findIndex((part, index) => part !== b?.[index]) ?? -1;
  return at >= 0 && (a?.[at] ?? 0) > (b?.[at] ?? 0);
}

/**
 * @param {NpmHost} host
 * @param {string} version
 * @returns {Promise<string | undefined>} why it is not
 */
async function installed(host, version) {
  const others = programsOf([host]).filter(({ name }) => name !== host);
  const results = await installServers([...others, installer(host, version)], toolsFolder());
  for (const result of results)
    if (result.kind !== 'found' && result.kind !== 'installed') return whyNot(result);
  return undefined;
}

/** @param {import('../servers/result.mjs').Result} result */
function whyNot(result) {
  const reason = 'reason' in result ? result.reason : result.kind;
  const [, missing] = /No matching version found for (\S+?)\.?$/m.exec(reason) ?? [];
  return missing === undefined ? reasonIn(reason) : `npm serves no ${missing}, which it needs`;
}

/**
 * The first line of npm's that says why, in what it has printed.
 * @param {string} output
 */
function reasonIn(output) {
  const lines = output.trimEnd().split('\n');
  return lines.find((line) => /^npm (?:error|ERR!) (?!code )/.test(line)) ?? lines.at(-1) ?? '';
}

/** @param {readonly import('../cases.mjs').Case[]} cases */
export function outcomeOf(cases) {
  const ran = cases.filter(({ state }) => state !== 'skipped');
  const failed = ran.filter(isFailed);
  const isRight = failed.length === 0 && ran.length > 0;
  if (failed.length === 0) return { text: `${String(ran.length)} tests pass`, isRight };
  const names = failed.map(({ name }) => name).join('; ');
  return { text: `${String(failed.length)} of ${String(ran.length)} tests fail: ${names}`, isRight };
}

const HEAD = ['| host | pinned | newest tried | outcome |', '|---|---|---|---|'];

/** @param {readonly Tried[]} all */
export const tableOf = (all) => [...HEAD, ...all.map(rowOf)].join('\n');

/** @param {Tried} tried */
const rowOf = ({ host, pinned, version, outcome }) =>
  `| ${hostTitles[host]} | ${pinned} | ${version ?? 'none'} | ${outcome.replaceAll('|', '\\|')} |`;

const PAGE = 'docs/hosts.md';

/**
 * Writes the rows into the page; those of other hosts stay.
 * @param {readonly Tried[]} all
 * @param {string} day
 */
export function record(all, day) {
  const file = join(root, PAGE);
  writeFileSync(file, withRows(readFileSync(file, 'utf8'), all, day));
}

/**
 * @param {string} page
 * @param {readonly Tried[]} all
 * @param {string} day
 */
export function withRows(page, all, day) {
  const [before, former = '', after] = page.split(/(?<=<!-- newest -->\n)([^]*)(?=<!-- \/newest -->)/);
  if (after === undefined) throw new Error(`${PAGE} has no section newest`);
  const own = new Map(all.map((tried) => [hostTitles[tried.host], rowOf(tried)]));
  const kept = former
    .split('\n')
    .filter((line) => line.startsWith('| ') && !HEAD.includes(line))
    .map((line) => /** @type {const} */ ([/^\| (.*?) \|/.exec(line)?.[1] ?? '', line]));
  const rows = [...new Map([...kept, ...own])].toSorted(([a], [b]) =>
    a.toLowerCase() < b.toLowerCase() ? -1 : 1,
  );
  const table = [...HEAD, ...rows.map(([, row]) => row)].join('\n');
  return `${before ?? ''}\n${table}\n\nTried on ${day}.\n\n${after}`;
}
