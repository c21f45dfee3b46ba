import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import type { ProjectReport } from '../../../../types.ts';
import type { Tree } from '../../../../../test/harness/workspace.ts';
import { found, openReal } from '../../../../../test/real/real-lab.ts';

/** A home folder of its own: nothing that this machine has downloaded is on a class path. */
export class JavaHome implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'java home # '));

  /** Puts an artifact into the local repository, as `mvn install` does: `org.x:lib:1.0`. */
  install(
    coordinates: string,
    sources: Tree,
    {
      pom = '',
      folder = '.m2/repository',
      isJar = true,
    }: { pom?: string; folder?: string; isJar?: boolean } = {},
  ): void {
    const [group = '', name = '', version = ''] = coordinates.split(':');
    const at = join(this.folder, folder, ...group.split('.'), name, version);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, `${name}-${version}.pom`), project(coordinates, pom));
    if (isJar) jar(join(at, `${name}-${version}.jar`), sources);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function project(coordinates: string, more = ''): string {
  const [group, name, version] = coordinates.split(':');
  return `<?xml version="1.0"?>\n<project xmlns="http://maven.apache.org/POM/4.0.0">\n<modelVersion>4.0.0</modelVersion>\n<groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version>\n${more}</project>\n`;
}

export function dependency(coordinates: string, more = ''): string {
  const [group, name, version] = coordinates.split(':');
  return `<dependency><groupId>${group}</groupId><artifactId>${name}</artifactId>${version === undefined ? '' : `<version>${version}</version>`}${more}</dependency>`;
}

export const dependencies = (...list: string[]): string => `<dependencies>${list.join('')}</dependencies>`;

/** Compiles sources into a jar, which also gets the other files. */
export function jar(path: string, sources: Tree): void {
  const folder = mkdtempSync(join(tmpdir(), 'java-jar-'));
  for (const [name, text] of Object.entries(sources)) {
    const at = join(folder, name.endsWith('.java') ? 'sources' : 'classes', name);
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, text);
  }
  const files = Object.keys(sources).filter((name) => name.endsWith('.java'));
  run([
    'javac',
    '-proc:none',
    '-d',
    join(folder, 'classes'),
    ...files.map((name) => join(folder, 'sources', name)),
  ]);
  run(['jar', 'cf', path, '-C', join(folder, 'classes'), '.']);
  rmSync(folder, { recursive: true });
}

function run(command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr.toString()}`);
}

/** What javac says about a workspace with these files: by file, and how each project ended. */
export async function judge(
  files: Tree,
  {
    home,
    paths,
    env = {},
  }: { home?: JavaHome; paths?: readonly string[]; env?: Record<string, string> } = {},
): Promise<{ files: Record<string, string[]>; projects: string[] }> {
  using own = new JavaHome();
  const variables = { HOME: (home ?? own).folder, GRADLE_USER_HOME: undefined, ...env };
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  for (const [name, value] of Object.entries(variables)) put(name, value);
  try {
    // With a space and a `#` in its name.
    await using lab = await openReal({ servers: [], checkers: { javac: {} }, files, name: 'java # project' });
    return inShort(
      await lab.sidecar.request('lsp/checkProject', paths === undefined ? {} : { paths: [...paths] }),
    );
  } finally {
    for (const [name, value] of before) put(name, value);
  }
}

export function inShort({ files, projects }: ProjectReport): {
  files: Record<string, string[]>;
  projects: string[];
} {
  return {
    files: found(files),
    projects: projects.map(
      ({ root, outcome, reason }) => `${root} ${outcome}${reason === undefined ? '' : `: ${reason}`}`,
    ),
  };
}

function put(name: string, value: string | undefined): void {
  if (value === undefined) Reflect.deleteProperty(process.env, name);
  else process.env[name] = value;
}
