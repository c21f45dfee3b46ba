import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../process.mjs';
import { which } from '../which.mjs';
import { launcher, unpackFromDebian } from './debian.mjs';
import { answers, link, reportedVersion, tail } from './server.mjs';

/** @typedef {import('./server.mjs').Place} Place */

/** Newest first. A suite has one version; the crate's is the newest that rustc 1.95 compiles. */
const SUITES = ['forky', 'trixie'];
const CRATE = 'ra_ap_rust-analyzer';
const CRATE_VERSION = '0.0.348';

/** rustup fetches a component in seconds, where it can reach its server at all. ms. */
const RUSTUP_LIMIT = 90_000;

/** @type {import('./server.mjs').Server} */
export const rustAnalyzer = {
  name: 'rust-analyzer',
  pinned: `the toolchain's component, Debian's (${SUITES.join(' or ')}), or crate ${CRATE_VERSION}`,
  needs: 'cargo',
  async version(bin) {
    const version = await reportedVersion(bin, 'rust-analyzer', ['--version'], /^rust-analyzer (\S+)/m);
    // A server built from the registry reports version 0.0.0; cargo notes which version it built.
    return version === '0.0.0' ? (noted(join(bin, '..')) ?? version) : version;
  },
  obstacle: async () => ((await answers('cargo', '--version')) ? undefined : 'no cargo on PATH'),
  async install(place) {
    const problems = [];
    // The toolchain's own fits best; a build from source takes a quarter of an hour.
    for (const way of [ofToolchain, byRustup, fromDebian, byCargo]) {
      rmSync(join(place.bin, 'rust-analyzer'), { force: true });
      const problem = await way(place);
      if (problem === undefined && (await rustAnalyzer.version(place.bin)) !== undefined) return undefined;
      problems.push(problem ?? `${way.name}: it does not run here`);
    }
    return problems.join('\n');
  },
};

/**
 * The library's sources. Without them, rust-analyzer knows no type of `std`.
 * @type {import('./server.mjs').Server}
 */
export const rustSource = {
  name: 'rust-src',
  pinned: "the toolchain's component",
  needs: 'rustup',
  optional: true,
  async version(bin) {
    const { code, output } = await run('rustc', ['--print', 'sysroot'], { cwd: bin });
    const isThere = code === 0 && existsSync(join(output.trim(), 'lib', 'rustlib', 'src', 'rust', 'library'));
    return isThere ? 'of the toolchain' : undefined;
  },
  obstacle: () => Promise.resolve(which('rustup') ? undefined : 'no rustup on PATH'),
  install: ({ scratch }) => addComponent('rust-src', scratch),
};

/** @param {Place} place */
async function ofToolchain({ bin, scratch }) {
  if (!which('rustup')) return 'no rustup on PATH';
  const { code, output } = await run('rustup', ['which', 'rust-analyzer'], { cwd: scratch });
  if (code !== 0) return 'the toolchain has no component rust-analyzer';
  link(output.trim(), join(bin, 'rust-analyzer'));
  return undefined;
}

/** @param {Place} place */
async function byRustup(place) {
  if (!which('rustup')) return 'no rustup on PATH';
  return (await addComponent('rust-analyzer', place.scratch)) ?? ofToolchain(place);
}

/**
 * @param {string} component
 * @param {string} cwd
 */
async function addComponent(component, cwd) {
  const { code, output } = await run('rustup', ['component', 'add', component], {
    cwd,
    timeoutMs: RUSTUP_LIMIT,
  });
  return code === 0
    ? undefined
    : `rustup component add ${component} (exit code ${String(code)}):\n${tail(output)}`;
}

/** @param {Place} place */
async function fromDebian({ prefix, bin, scratch }) {
  if (process.platform !== 'linux') return 'Debian: not a Linux';
  const problems = [];
  for (const suite of SUITES) {
    const unpacked = await unpackFromDebian('rust-analyzer', suite, join(scratch, suite));
    if (unpacked.kind === 'failed') {
      problems.push(unpacked.reason);
      continue;
    }
    const home = join(prefix, 'rust-analyzer-debian');
    rmSync(home, { recursive: true, force: true });
    renameSync(unpacked.root, home);
    const script = join(bin, 'rust-analyzer');
    writeFileSync(
      script,
      launcher({
        home: '../rust-analyzer-debian',
        loader: unpacked.loader,
        program: 'usr/bin/rust-analyzer',
      }),
    );
    chmodSync(script, 0o755);
    if ((await rustAnalyzer.version(bin)) !== undefined) return undefined;
    const { output } = await run(script, ['--version'], { cwd: scratch });
    problems.push(`the one of ${suite} does not run here: ${tail(output)}`);
    rmSync(home, { recursive: true, force: true });
  }
  return problems.join('\n');
}

/** @param {Place} place */
async function byCargo({ prefix, scratch }) {
  const args = ['install', '--locked', '--force', '--root', prefix, CRATE, '--version', CRATE_VERSION];
  const env = {
    ...process.env,
    CARGO_TARGET_DIR: process.env['CARGO_TARGET_DIR'] ?? join(scratch, 'target'),
  };
  const { code, output } = await run('cargo', args, { cwd: scratch, env });
  return code === 0
    ? undefined
    : `cargo install of ${CRATE} ${CRATE_VERSION} (exit code ${String(code)}):\n${tail(output)}`;
}

/** @param {string} prefix of `cargo install` */
function noted(prefix) {
  const notes = join(prefix, '.crates.toml');
  return existsSync(notes)
    ? new RegExp(`"${CRATE} (\\S+) `).exec(readFileSync(notes, 'utf8'))?.[1]
    : undefined;
}
