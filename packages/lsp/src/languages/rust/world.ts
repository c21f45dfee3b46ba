import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { ignoredGap } from '../../backend/not-made.ts';
import { nearest } from '../../backend/program/files.ts';
import { type HoleWithFindings, isPlainWord, type WorldHole, type WorldTraits } from '../../backend/world.ts';

/**
 * What Cargo writes where it cannot resolve what a manifest declares. An error in the form of a
 * manifest has a place, and is a finding.
 */
const UNRESOLVED =
  /^(?:error: )?((?:failed to (?:select a version|get|load|resolve|parse manifest|read|update|determine)|no matching package|package `[^`]*` depends on|cyclic package dependency|multiple (?:packages|workspace roots)|current package believes|feature `[^`]*` (?:includes|is not|was)|the package `|the lock file|cannot update the lock file|lock file|virtual manifests|can't find|couldn't find|invalid|rustc \S+ is not supported|toolchain '|override toolchain|could not download file|feature)\b.*)$/m;

const NO_TARGET = /^can't find crate for `(?:std|core)`: the `(\S+)` target may not be installed/m;

const NO_FILE = /^file not found for module `(\w+)`/;

/** Lines below it that say more than the first one. */
const DETAILS =
  /^[ \t]*(candidate versions found [^\n]*|versions that meet [^\n]*|package `[^\n]*` depends on [^\n]*|\S+ requires rustc [^\n]*)$|^Caused by:[ \t]*\n[ \t]*(\S[^\n]*)$/gm;
const MOST = 400;

/** A build script fails for what this machine lacks: a compiler of protocol buffers, a C library. */
const BUILD_SCRIPT = /^(?:error: )?failed to run custom build command for `(\S+) v[^`(]*?(?:\(([^)`]+)\))?`/m;

/** What it says: the message of its panic, else its last error. */
const PANIC = /^[ \t]*thread '[^']*'[^\n]* panicked at [^\n]*\n[ \t]*(\S[^\n]*)$/m;
const SAID = /^[ \t]*(?:cargo:warning=|cargo::error=|error: )(\S[^\n]*)$/gm;

/**
 * Cargo compiles nothing of a project whose manifest it cannot resolve, and no package whose build
 * script fails.
 */
export const rustWorld: WorldTraits = {
  holes(file, findings, { search }) {
    return findings.flatMap((finding): HoleWithFindings[] => {
      const name = NO_FILE.exec(finding.message)?.[1];
      const hole = name === undefined ? undefined : notMade(name, file, search.workspaceRoot);
      return hole === undefined ? [] : [{ ...hole, findings: [finding] }];
    });
  },
  holeOfProject(output, root) {
    const target = NO_TARGET.exec(output)?.[1];
    if (target !== undefined)
      return {
        file: join(root, 'Cargo.toml'),
        what: `is compiled for ${target}, which is not installed: nothing is compiled`,
        ...(isPlainWord(target) && { command: `rustup target add ${target}` }),
      };
    const found = UNRESOLVED.exec(output);
    if (found === null) return failedScript(output, root);
    const details = [...output.slice(found.index).matchAll(DETAILS)].map(
      ([, line, cause = '']) => line ?? cause,
    );
    const why = [found[1], ...new Set(details)].join('; ').slice(0, MOST);
    return { file: join(root, 'Cargo.toml'), what: `cannot be resolved, nothing is compiled: ${why}` };
  },
};

/** A module that git ignores and that is not there: a build, or a generator, makes it. */
function notMade(name: string, file: string, workspaceRoot: string): WorldHole | undefined {
  const folder = dirname(file);
  const stem = basename(file, '.rs');
  const folders = [folder, ...(/^(?:lib|main|mod)$/.test(stem) ? [] : [join(folder, stem)])];
  const gap = ignoredGap(
    folders.map((at) => join(at, `${name}.rs`)),
    folders.map((at) => join(at, name, 'mod.rs')),
    workspaceRoot,
  );
  const home = nearest(folder, workspaceRoot, ['Cargo.toml']);
  return gap === undefined || home === undefined
    ? undefined
    : {
        file: join(home, 'Cargo.toml'),
        what: `has not made ${relative(home, gap).replaceAll(sep, '/')} yet, which git ignores`,
      };
}

function failedScript(output: string, root: string): WorldHole | undefined {
  const found = BUILD_SCRIPT.exec(output);
  if (found === null) return undefined;
  const [, name = '', folder] = found;
  const after = output.slice(found.index + found[0].length);
  const why = PANIC.exec(after)?.[1] ?? [...after.matchAll(SAID)].at(-1)?.[1];
  const words = why === undefined ? '' : `: ${why.slice(0, MOST)}`;
  // Only a package on this disk has a folder there.
  return folder !== undefined && isAbsolute(folder)
    ? {
        file: join(folder, 'Cargo.toml'),
        what: `has a build script that fails, nothing of ${name} is compiled${words}`,
      }
    : { file: join(root, 'Cargo.toml'), what: `needs ${name}, whose build script fails${words}` };
}
