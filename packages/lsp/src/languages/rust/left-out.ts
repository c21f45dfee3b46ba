import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { ServerLaunch } from '../../client/process/launch.ts';
import { holds as holdsFile, isFile, readText } from '../../backend/program/files.ts';
import { tableAt, textAt, type Table } from '../../backend/program/toml.ts';
import { namesIn } from '../../support/folders.ts';
import { isObject } from '../../support/json.ts';
import { entriesOf } from '../../support/folders.ts';
import { isBelow } from '../../support/paths.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { manifest } from './cargo-root.ts';
import { type Build, cfgHolds } from './cfg.ts';
import { moduleText } from './modules.ts';

/** More files of one package are not read. */
const MOST_FILES = 5000;

/** Manifests of a workspace that are looked at. */
const MOST_MANIFESTS = 500;

/** A file that Cargo compiles by itself, and the features without which it does not. */
interface Root {
  readonly file: string;
  readonly features: readonly string[];
}

interface Reached {
  readonly file: string;
  readonly isRoot: boolean;
  /** Each with the file that it is written in, or the manifest. */
  readonly conditions: readonly Condition[];
}

interface Condition {
  readonly text: string;
  readonly where: string;
}

/**
 * Why `cargo check` compiles nothing of a source file: a feature, a `cfg` or a missing `mod` leaves
 * it out. Undefined where it compiles the file, and where that cannot be told from the texts.
 */
export function leftOut(path: string, { root, args, env = {} }: Launched): string | undefined {
  if (!path.endsWith('.rs')) return undefined;
  const home = packageOf(path);
  if (home === undefined) return undefined;
  const build = buildOf(home, root, args);
  const roots = rootsOf(home);
  const queue: Reached[] = roots.map(({ file, features }) => ({
    file,
    isRoot: true,
    conditions: features.map((name) => ({ text: `feature = "${name}"`, where: 'Cargo.toml' })),
  }));
  const script = join(home, 'build.rs');
  const hasRun = (): boolean => roots.some(({ file }) => file !== script && wasCompiled(file, root, env));
  const seen = new Set<string>();
  let missing: Condition | undefined;
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { file, isRoot } = next;
    const text = moduleText(file, isRoot);
    if (text === undefined) continue;
    const shown = relative(home, file).replaceAll(sep, '/');
    const conditions = [...next.conditions, ...text.conditions.map((each) => ({ text: each, where: shown }))];
    const failing = conditions.find((each) => cfgHolds(each.text, build) === false);
    if (file === path) {
      // The texts cannot tell: a build script or another package may say so. Cargo's last run can.
      const isOpen = (each: Condition): boolean => cfgHolds(each.text, build) === undefined;
      const open = failing === undefined && hasRun() ? conditions.find(isOpen) : undefined;
      const unfulfilled = failing ?? (open && !wasCompiled(path, root, env) ? open : undefined);
      if (unfulfilled === undefined) return notMember(home, root, () => wasCompiled(path, root, env));
      missing ??= unfulfilled;
    }
    const key = `${file}\0${failing === undefined ? '' : failing.text}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (seen.size > MOST_FILES) return undefined;
    for (const { files, conditions: own, isVague } of text.links) {
      if (isVague && files.includes(path)) return undefined;
      const linked = files.find(isFile);
      if (linked !== undefined)
        queue.push({
          file: linked,
          isRoot: false,
          conditions: [...conditions, ...own.map((each) => ({ text: each, where: shown }))],
        });
    }
  }
  if (missing !== undefined) return unmet(missing);
  return wasCompiled(path, root, env) ? undefined : inNoModule(path, home, roots.length);
}

/** Cargo compiles the members of a workspace alone: a package in its folder is none by itself. */
function notMember(home: string, root: string, isCompiled: () => boolean): string | undefined {
  const others = home === root || !isBelow(home, root) ? undefined : manifestsOf(root, home);
  if (others === undefined) return undefined;
  const own = relative(root, home).replaceAll(sep, '/');
  const isNamed = textsOf(tableAt(manifest(root), 'workspace')['members']).some((pattern) =>
    new Bun.Glob(pattern.replace(/^\.\/|\/$/g, '')).match(own),
  );
  // A path dependency of a member is one, too.
  const isUsed = others.some((text) =>
    new RegExp(`\\bpath\\s*=\\s*(["'])[^"']*${RegExp.escape(basename(home))}/?\\1`).test(text),
  );
  return isNamed || isUsed || isCompiled()
    ? undefined
    : `nothing was checked: cargo compiles none of it, since the workspace has no member ${own} (Cargo.toml)`;
}

export type Launched = Pick<ServerLaunch, 'root' | 'args' | 'env'>;

function unmet({ text, where }: Condition): string {
  const feature = /^feature\s*=\s*"([^"]+)"$/.exec(text)?.[1];
  const what = feature === undefined ? `\`cfg(${text})\` does not hold` : `the feature \`${feature}\` is off`;
  return `nothing was checked: cargo compiles none of it, since ${what} (${where})`;
}

function inNoModule(path: string, home: string, roots: number): string | undefined {
  if (roots === 0) return undefined;
  const stem = basename(path, '.rs');
  const name = stem === 'mod' ? basename(dirname(path)) : stem;
  return (
    `nothing was checked: cargo compiles none of it, since no \`mod ${name};\` makes it part of a crate of ` +
    basename(home)
  );
}

function packageOf(path: string): string | undefined {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder))
    if (holdsFile(folder, ['Cargo.toml'])) return isObject(manifest(folder)['package']) ? folder : undefined;
  return undefined;
}

/** Files that Cargo finds by itself, and those that the manifest names. */
function rootsOf(home: string): Root[] {
  const table = manifest(home);
  const about = tableAt(table, 'package');
  const found = (file: string, entry: Table = {}): Root[] =>
    isFile(file) ? [{ file, features: textsOf(entry['required-features']) }] : [];
  const build = about['build'];
  const targets = KINDS.flatMap(([kind, folder, auto]) => {
    const entries = Array.isArray(table[kind]) ? table[kind].filter(isObject) : [];
    const named = entries.flatMap((entry) => {
      const name = textAt(entry, 'name') ?? '';
      const files = [join(folder, `${name}.rs`), join(folder, name, 'main.rs')];
      const path = textAt(entry, 'path');
      return (path === undefined ? files : [path]).flatMap((file) => found(join(home, file), entry));
    });
    const taken = new Set(named.map(({ file }) => file));
    const automatic =
      about[auto] === false ? [] : automaticIn(join(home, folder)).filter((file) => !taken.has(file));
    return [...named, ...automatic.flatMap((file) => found(file))];
  });
  return [
    ...found(join(home, textAt(tableAt(table, 'lib'), 'path') ?? 'src/lib.rs')),
    ...found(join(home, 'src/main.rs')),
    ...(build === false ? [] : found(join(home, typeof build === 'string' ? build : 'build.rs'))),
    ...targets,
  ];
}

const KINDS = [
  ['bin', 'src/bin', 'autobins'],
  ['example', 'examples', 'autoexamples'],
  ['test', 'tests', 'autotests'],
  ['bench', 'benches', 'autobenches'],
] as const;

function automaticIn(folder: string): string[] {
  return namesIn(folder).flatMap((name) =>
    name.endsWith('.rs') ? [join(folder, name)] : [join(folder, name, 'main.rs')].filter(isFile),
  );
}

function buildOf(home: string, root: string, args: readonly string[]): Build {
  const table = manifest(home);
  const name = textAt(tableAt(table, 'package'), 'name') ?? '';
  const features = tableAt(table, 'features');
  const configs = [home, root].flatMap((folder) =>
    ['config.toml', 'config'].map((file) => readText(join(folder, '.cargo', file), SETTINGS_BYTES) ?? ''),
  );
  const flags = `${configs.join('\n')} ${args.join(' ')} ${process.env['RUSTFLAGS'] ?? ''}`;
  const asked = new Set(featuresIn(args));
  const on = closure([...(args.includes('--no-default-features') ? [] : ['default']), ...asked], features);
  const others = manifestsOf(root, home);
  return {
    feature(feature) {
      if (args.includes('--all-features') || on.has(feature)) return true;
      if (others === undefined) return undefined;
      // Another package of the workspace may switch it on, or another feature that leads to it.
      const leads = [...leadingTo(feature, features)];
      const isAsked = leads.some((each) =>
        others.some((text) => text.includes(`"${each}"`) || text.includes(`"${name}/${each}"`)),
      );
      return isAsked ? undefined : false;
    },
    isNative:
      !/\btarget\s*=|--target\b|CARGO_BUILD_TARGET/.test(flags) &&
      process.env['CARGO_BUILD_TARGET'] === undefined,
    isPlain:
      !/--cfg\b|rustflags/.test(flags) &&
      !isFile(join(home, 'build.rs')) &&
      tableAt(table, 'package')['build'] === undefined,
  };
}

function featuresIn(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    const list = /^(?:--features|-F)=?(.*)$/.exec(arg)?.[1];
    if (list === undefined) return [];
    return (list === '' ? (args[index + 1] ?? '') : list)
      .split(/[\s,]+/)
      .map((each) => each.replace(/^.*\//, ''));
  });
}

function closure(from: readonly string[], features: Table): Set<string> {
  const on = new Set<string>();
  const queue = [...from];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (on.has(next)) continue;
    on.add(next);
    queue.push(...switchedOn(features[next]));
  }
  return on;
}

const switchedOn = (feature: unknown): string[] =>
  textsOf(feature).map((each) => each.replace(/^dep:/, '').replace(/\??\/.*$/s, ''));

/** The feature, and those that switch it on. */
function leadingTo(feature: string, features: Table): Set<string> {
  const leads = new Map<string, string[]>();
  for (const each of Object.keys(features))
    for (const other of switchedOn(features[each])) leads.getOrInsertComputed(other, () => []).push(each);
  const found = new Set([feature]);
  for (const each of found) for (const lead of leads.get(each) ?? []) found.add(lead);
  return found;
}

/** The texts of the workspace's other manifests; undefined where there are too many. */
function manifestsOf(root: string, home: string): string[] | undefined {
  const workspace = tableAt(manifest(root), 'workspace');
  const patterns = textsOf(workspace['members']);
  const folders = new Set([root]);
  for (const pattern of patterns) {
    for (const found of foldersOf(pattern, root) ?? []) {
      if (holdsFile(found, ['Cargo.toml'])) folders.add(found);
      if (folders.size > MOST_MANIFESTS) return undefined;
    }
  }
  const texts = new Map<string, string>();
  // Grows while it is gone through: a path dependency of a member is one, too.
  for (const folder of folders) {
    const text = readText(join(folder, 'Cargo.toml'), SETTINGS_BYTES) ?? '';
    texts.set(folder, text);
    for (const [, , path = ''] of text.matchAll(PATH_DEPENDENCY)) {
      const used = resolve(folder, path);
      if (isBelow(used, root) && holdsFile(used, ['Cargo.toml'])) folders.add(used);
    }
    if (folders.size > MOST_MANIFESTS) return undefined;
  }
  texts.delete(home);
  return [...texts.values()];
}

/** Entries of folders that are looked at for one pattern. */
const MOST_ENTRIES = 20_000;

/**
 * The folders that a pattern of `members` means. Wildcards count in the workspace alone; undefined where
 * too much is there to look.
 */
function foldersOf(pattern: string, root: string): readonly string[] | undefined {
  let folders = [root];
  let left = MOST_ENTRIES;
  const below = (folder: string): string[] => {
    const found = folder === root || isBelow(folder, root) ? entriesOf(folder) : [];
    left -= found.length + 1;
    return found.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  };
  for (const part of pattern.split('/').filter((each) => each !== '' && each !== '.')) {
    const next: string[] = [];
    if (part === '**') next.push(...folders);
    const glob = /[*?[{]/.test(part) ? new Bun.Glob(part) : undefined;
    // Grows while it is gone through.
    for (const folder of part === '**' ? next : folders) {
      const found = glob === undefined ? [part] : below(folder).filter((name) => glob.match(name));
      next.push(...found.map((name) => join(folder, name)));
      if (left < 0 || next.length > MOST_ENTRIES) return undefined;
    }
    folders = next;
  }
  return folders;
}

const PATH_DEPENDENCY = /\bpath\s*=\s*(["'])([^"'\n]+)\1/g;

/** A macro may have made it a module: the compiler lists all files that it has read. */
function wasCompiled(path: string, root: string, env: Readonly<Record<string, string>>): boolean {
  const target = env['CARGO_TARGET_DIR'];
  if (target === undefined) return true;
  const folder = join(target, 'debug', 'deps');
  const names = [path, relative(root, path)].map((name) => name.replaceAll(' ', '\\ '));
  return namesIn(folder)
    .filter((name) => name.endsWith('.d'))
    .some((name) => {
      const text = readText(join(folder, name), SETTINGS_BYTES) ?? '';
      return names.some((each) => text.includes(` ${each}`) || text.includes(`\n${each}:`));
    });
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
