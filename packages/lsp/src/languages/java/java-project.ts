import { join, resolve } from 'node:path';
import { ancestors, holds, readText } from '../../backend/program/files.ts';
import { SETTINGS_BYTES } from '../../support/read-file.ts';
import { includedProjects, readScript } from './gradle-script.ts';
import { scriptText } from './gradle-text.ts';
import { majorOf } from './jdk.ts';
import { all, parseXml, textAt } from './xml.ts';
import { entriesOf } from '../../support/folders.ts';

/** What is compiled together. */
export interface JavaProject {
  readonly kind: 'maven' | 'gradle' | 'plain';
  /** The outermost folder of the build; of plain sources the workspace. */
  readonly root: string;
  /** The version of Java that the build asks for. */
  readonly release?: number;
}

const SETTINGS = ['settings.gradle', 'settings.gradle.kts'];
const SCRIPTS = ['build.gradle', 'build.gradle.kts'];
/** How many folders are searched for a source where no build file is. */
const MOST_FOLDERS = 500;

/** The project that files in a folder belong to; undefined where there is no Java. */
export function javaProject(folder: string, workspaceRoot: string): JavaProject | undefined {
  const chain = ancestors(folder, workspaceRoot);
  const home = chain.find((each) => holds(each, ['pom.xml', ...SETTINGS, ...SCRIPTS]));
  if (home === undefined) return hasSources(folder) ? { kind: 'plain', root: workspaceRoot } : undefined;
  return holds(home, ['pom.xml']) ? maven(home, chain) : gradle(home, chain);
}

/** The outermost POM that names the nearest one as a module, by way of others. */
function maven(home: string, chain: readonly string[]): JavaProject {
  let root = home;
  for (const above of chain.slice(chain.indexOf(home) + 1)) {
    const pom = parseXml(readText(join(above, 'pom.xml'), SETTINGS_BYTES) ?? '');
    const named = [
      ...all(pom, 'modules', 'module'),
      ...all(pom, 'profiles', 'profile', 'modules', 'module'),
    ].map(({ text }) => resolve(above, text.replace(/\/?pom\.xml$/, '')));
    if (named.includes(root)) root = above;
  }
  const pom = parseXml(readText(join(root, 'pom.xml'), SETTINGS_BYTES) ?? '');
  const version = ['maven.compiler.release', 'maven.compiler.source', 'java.version'].flatMap(
    (name) => textAt(pom, 'properties', name) ?? [],
  )[0];
  return withRelease({ kind: 'maven', root }, version === undefined ? undefined : majorOf(version));
}

/** The build whose settings include the nearest project, else that project alone. */
function gradle(home: string, chain: readonly string[]): JavaProject {
  const above = chain.slice(chain.indexOf(home)).find((each) => holds(each, SETTINGS));
  const isIncluded = above !== undefined && [...includedProjects(above).values()].includes(home);
  const root = isIncluded ? above : home;
  const { release, source } = readScript([scriptText(root)], { properties: new Map(), catalog: new Map() });
  return withRelease({ kind: 'gradle', root }, release ?? source);
}

function withRelease(project: JavaProject, release: number | undefined): JavaProject {
  return release === undefined || Number.isNaN(release) ? project : { ...project, release };
}

/** Builds of Kotlin and Scala have the same files as those of Java. */
export function hasSources(folder: string): boolean {
  const queue = [folder];
  for (const each of queue) {
    for (const entry of entriesOf(each)) {
      if (entry.isFile() && entry.name.endsWith('.java')) return true;
      if (
        entry.isDirectory() &&
        !entry.name.startsWith('.') &&
        entry.name !== 'node_modules' &&
        queue.length < MOST_FOLDERS
      )
        queue.push(join(each, entry.name));
    }
  }
  return false;
}
