import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Search } from '../../backend/program/search.ts';
import { ancestors, home, isExecutable, readText, realPath } from '../../backend/program/files.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { sortedNames } from './artifacts.ts';
import { run, type Absent, type Program } from '../../backend/program/program.ts';

export interface Jdk {
  readonly home: string;
  readonly version: string;
  /** 17 of `17.0.15`, 8 of `1.8.0_402`. */
  readonly major: number;
}

/** The program that runs `Javac.java` needs it. */
const OLDEST = 11;
/** What mise, asdf, SDKMAN and jenv are told. */
export const VERSION_FILES = [
  '.tool-versions',
  'mise.toml',
  '.mise.toml',
  '.sdkmanrc',
  '.java-version',
] as const;
const SYSTEM = ['/usr/lib/jvm', '/usr/java', '/Library/Java/JavaVirtualMachines'];
const EXE = process.platform === 'win32' ? '.exe' : '';

/**
 * The JDK for a project: what its version file names, JAVA_HOME, the one on PATH, else the newest
 * that is installed. One that is too old for the project is passed over where another is not.
 *
 * @param release the version that the build asks for
 */
export function findJdk(root: string, search: Search, release = OLDEST): Jdk | Absent {
  const named = [...pinned(root, search), ...chosen(search)].flatMap((folder) => jdkAt(folder) ?? []);
  const isNewEnough = ({ major }: Jdk): boolean => major >= Math.max(OLDEST, release);
  const first = named.find(isNewEnough);
  if (first !== undefined) return first;
  const candidates = [...named, ...installed().flatMap((folder) => jdkAt(folder) ?? [])];
  const jdk = candidates.find(isNewEnough) ?? candidates.find(({ major }) => major >= OLDEST);
  if (jdk !== undefined) return jdk;
  const [old] = candidates;
  const reason =
    old === undefined
      ? 'no JDK was found in JAVA_HOME or on PATH'
      : `the JDK in ${old.home} is ${old.version}: version ${OLDEST} or newer is needed`;
  return {
    kind: 'unavailable',
    reason,
    hint: 'install a JDK: apt-get install default-jdk, brew install openjdk, sdk install java',
  };
}

/** The JDK that a program belongs to, whichever of its programs it is. */
export function jdkOf(program: string): Jdk | undefined {
  return jdkAt(dirname(dirname(realPath(program))));
}

export function javaOf(jdk: Jdk, search: Search): Program | Absent {
  const path = join(jdk.home, 'bin', `java${EXE}`);
  return run({ name: 'javac', version: jdk.version, path, origin: 'path' }, search);
}

export function isJdk(found: Jdk | Absent): found is Jdk {
  return 'home' in found;
}

function jdkAt(folder: string): Jdk | undefined {
  const inBundle = join(folder, 'Contents', 'Home');
  const at = existsSync(inBundle) ? inBundle : folder;
  if (!isExecutable(join(at, 'bin', `javac${EXE}`)) || !isExecutable(join(at, 'bin', `java${EXE}`)))
    return undefined;
  const version = /^JAVA_VERSION="([^"]+)"/m.exec(readText(join(at, 'release'), SETTINGS_BYTES) ?? '')?.[1];
  return version === undefined ? undefined : { home: at, version, major: javaMajorOf(version) };
}

/** Also for what builds write: `1.8`, `17`, `21-tem`, `temurin-21.0.1`. */
export function javaMajorOf(version: string): number {
  return Number(/(?:^|\D)(?:1\.)?(\d+)/.exec(version)?.[1] ?? Number.NaN);
}

/** By {@link VERSION_FILES}: each manager keeps a JDK in a folder by its version. */
function pinned(root: string, { workspaceRoot }: Search): string[] {
  return ancestors(root, workspaceRoot).flatMap((folder) => {
    const read = (name: (typeof VERSION_FILES)[number], line: RegExp): string[] =>
      line.exec(readText(join(folder, name), SETTINGS_BYTES) ?? '')?.[1]?.split(/\s+/) ?? [];
    const versions = [
      ...read('.tool-versions', /^java[ \t]+(\S+)/m),
      ...(['mise.toml', '.mise.toml'] as const).flatMap((name) =>
        read(name, /^java\s*=\s*["']([^"']+)["']/m),
      ),
      ...read('.sdkmanrc', /^java\s*=\s*(\S+)/m),
      ...read('.java-version', /^\s*(\S+)/),
    ];
    return versions.flatMap((version) => managers().map((manager) => join(manager, version)));
  });
}

function managers(): string[] {
  const data = process.env['XDG_DATA_HOME'] ?? join(home(), '.local', 'share');
  const mise = process.env['MISE_DATA_DIR'] ?? join(data, 'mise');
  const asdf = process.env['ASDF_DATA_DIR'] ?? join(home(), '.asdf');
  const sdkman = process.env['SDKMAN_DIR'] ?? join(home(), '.sdkman');
  return [
    join(mise, 'installs', 'java'),
    join(asdf, 'installs', 'java'),
    join(sdkman, 'candidates', 'java'),
    join(home(), '.jenv', 'versions'),
  ];
}

function chosen(search: Search): string[] {
  const { JAVA_HOME = '' } = process.env;
  const javac = search.which('javac');
  return [
    ...(JAVA_HOME === '' ? [] : [JAVA_HOME]),
    ...(javac === undefined ? [] : [dirname(dirname(realPath(javac)))]),
  ];
}

/** What no variable names: newest first. */
function installed(): string[] {
  const folders = [...managers(), ...SYSTEM].flatMap((folder) =>
    sortedNames(folder).map((name) => join(folder, name)),
  );
  const jdks = folders.flatMap((folder) => jdkAt(folder) ?? []);
  return jdks.sort((a, b) => b.major - a.major).map((jdk) => jdk.home);
}
