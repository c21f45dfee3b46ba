import { delimiter, dirname, join } from 'node:path';
import { temporaryFolder } from '../../client/process/temporary-folder.ts';
import type { Search } from '../../backend/program/search.ts';
import type { ServerStart } from '../../backend/from-table.ts';
import type { Absent } from '../../backend/program/program.ts';
import { pathVariable } from '../../backend/program/untrusted.ts';
import { findJdk, isJdk } from './jdk.ts';

/** The Java that it runs on; it compiles for older ones. */
const OLDEST = 21;

/**
 * How jdtls is started for a project.
 *
 * Quirk(jdtls): it locks its data folder, without one its native launcher opens a window, and it
 * takes the first Java that it finds, however old.
 */
export function startJdtls(root: string, search: Search): ServerStart | Absent {
  const jdk = findJdk(root, search, OLDEST);
  if (!isJdk(jdk)) return jdk;
  if (jdk.major < OLDEST)
    return {
      kind: 'unavailable',
      reason: `jdtls runs on Java ${OLDEST} or newer, and ${jdk.home} is ${jdk.version}`,
      hint: `install a JDK of version ${OLDEST}`,
    };
  const [temporary] = Object.values(temporaryFolder());
  if (temporary === undefined) return { kind: 'unavailable', reason: 'no temporary folder can be made' };
  // Otherwise .project, .classpath and .settings appear in the workspace.
  const options = [
    process.env['JAVA_TOOL_OPTIONS'] ?? '',
    '-Djava.import.generatesMetadataFilesAtProjectRoot=false',
  ]
    .join(' ')
    .trim();
  const path = [join(jdk.home, 'bin'), process.env['PATH'] ?? ''].join(delimiter);
  return {
    args: ['-data', join(temporary, `jdtls-${Bun.hash(root).toString(36)}`)],
    env: { JAVA_HOME: jdk.home, JAVA_TOOL_OPTIONS: options, [pathVariable()]: path },
  };
}

/** Quirk(jdtls): it changes neither the package nor imports where a file gets to another folder. */
export function whyJavaStays(from: string, to: string): string | undefined {
  return dirname(from) === dirname(to)
    ? undefined
    : 'a Java file in another folder is in another package, and jdtls changes neither its `package` line ' +
        'nor what uses it. Move it by edits';
}

/** javac: `class Basket is public, should be declared in a file named Basket.java`. */
export const namesJavaFile =
  /\bpublic\s+(?:(?:abstract|final|sealed|non-sealed|strictfp)\s+)*(?:class|interface|enum|record|@interface)\s+$/;
