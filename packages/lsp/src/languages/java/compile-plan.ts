import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isBelow } from '../../support/paths.ts';

/** What one run of javac compiles: the sources of a module, or its tests. */
export interface CompileUnit {
  /** For people: `app`, `app (tests)`. */
  readonly name: string;
  /** Folders of sources, with all below them; absolute. A folder need not exist. */
  readonly roots: readonly string[];
  /** Folders of sources without those below them. */
  readonly folders?: readonly string[];
  /** Where javac looks for classes of other units. */
  readonly sourcePath?: readonly string[];
  /** Of javac: `--release`, `-Xlint`. */
  readonly options: readonly string[];
  /** Jars and folders, and units that stand before this one in the plan. */
  readonly classPath: readonly (string | CompileUnit)[];
  /** Where the annotation processors are; empty: on the class path. */
  readonly processors: readonly string[];
  /** What the class path lacks: `org.x:y:1.2 is not in ~/.m2/repository`. */
  readonly missing: readonly string[];
  /** What `processors` lacks. They write members that are in no source. */
  readonly missingProcessors: readonly string[];
}

/** All units of a project; each stands behind those that it needs. */
export interface CompilePlan {
  readonly units: readonly CompileUnit[];
}

/** Whether no unit compiles a file; absolute, real. */
export function isOutside({ units }: CompilePlan, path: string): boolean {
  return (
    path.endsWith('.java') &&
    !units.some(
      ({ roots, folders = [] }) =>
        roots.some((root) => isBelow(path, root)) || folders.includes(dirname(path)),
    )
  );
}

/** Writes what `Javac.java` reads: a word, a space and a value a line. Rejects as node:fs does. */
export async function writePlan({ units }: CompilePlan, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, units.flatMap((unit) => linesOf(unit, units)).join(''));
}

function linesOf(
  {
    name,
    options,
    roots,
    folders = [],
    sourcePath = [],
    classPath,
    processors,
    missing,
    missingProcessors,
  }: CompileUnit,
  units: readonly CompileUnit[],
): string[] {
  const lines: [word: string, value: string][] = [
    ['unit', name],
    ...options.map((option): [string, string] => ['option', option]),
    ...roots.map((root): [string, string] => ['root', root]),
    ...folders.map((folder): [string, string] => ['folder', folder]),
    ...sourcePath.map((folder): [string, string] => ['sources', folder]),
    ...classPath.map((entry): [string, string] =>
      typeof entry === 'string' ? ['jar', entry] : ['needs', String(units.indexOf(entry))],
    ),
    ...(missing.length + missingProcessors.length === 0 ? [] : [['partial', ''] satisfies [string, string]]),
    ...processors.map((jar): [string, string] => ['processor', jar]),
  ];
  // A path may hold a line break; no jar of a repository does.
  return lines.filter(([, value]) => !/[\r\n]/.test(value)).map(([word, value]) => `${word} ${value}\n`);
}

export function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
