import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { applyBreak } from './edits.js';
import { fetchPackage, REGISTRIES } from './fetch.js';
import { REPOSITORY, SIDECAR } from './places.js';
import type { ServerKind, BenchSubject } from './subjects/subject.js';

/** What a workspace has installed besides what its code imports: path below its `node_modules`, folder. */
export const INSTALLED: Readonly<Record<ServerKind, Readonly<Record<string, string>>>> = {
  tsserver: {
    typescript: join(SIDECAR, 'node_modules', 'typescript'),
    '@types/node': join(REPOSITORY, 'node_modules', '@types', 'node'),
  },
  typescript7: {
    typescript: join(SIDECAR, 'node_modules', 'typescript-v7'),
    '@types/node': join(REPOSITORY, 'node_modules', '@types', 'node'),
  },
  pyright: {},
  eslint: { eslint: join(SIDECAR, 'node_modules', 'eslint') },
  gopls: {},
  cargo: {},
};

/**
 * Lays out the subject's code base in `folder`, which it makes. Returns its real path.
 *
 * @param server whose tools are installed besides; without it, none
 */
export async function makeWorkspace(
  { corpus, server }: Pick<BenchSubject, 'corpus'> & Partial<Pick<BenchSubject, 'server'>>,
  folder: string,
): Promise<string> {
  const source = await fetchPackage(corpus.source);
  for (const [from, to] of corpus.copies ?? [['.', '.']])
    cpSync(join(source, from), join(folder, to), { recursive: true });
  for (const dependency of corpus.dependencies ?? []) {
    cpSync(await fetchPackage(dependency), join(folder, 'node_modules', dependency.name), {
      recursive: true,
    });
  }
  for (const [path, text] of Object.entries(corpus.files ?? {})) writeFileSync(join(folder, path), text);
  for (const [path, made] of Object.entries(corpus.breaks ?? {})) {
    const file = join(folder, path);
    writeFileSync(file, applyBreak(readFileSync(file, 'utf8'), { ...made, code: undefined }).text);
  }
  await REGISTRIES[corpus.source.registry].fetchLocked?.(folder);
  if (server !== undefined) install(server, folder);
  return realpathSync(folder);
}

/** The tools that a workspace of this server has. */
export function install(server: ServerKind, folder: string): void {
  for (const [name, target] of Object.entries(INSTALLED[server])) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(realpathSync(target), link, 'junction');
  }
}

/** Its own files, relative, with `/`. */
export function filesOf(workspace: string): string[] {
  return readdirSync(workspace, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(workspace.length + 1)
        .replaceAll(sep, '/'),
    )
    .filter((path) => !path.startsWith('node_modules/'));
}

export interface Size {
  readonly files: number;
  readonly lines: number;
}

/** How much code the workspace is, in files of the extension of the edited one. */
export function sizeOf(workspace: string, extension: string): Size {
  const files = filesOf(workspace).filter((file) => file.endsWith(extension));
  const lines = files.map((file) => readFileSync(join(workspace, file), 'utf8').split('\n').length - 1);
  return { files: files.length, lines: lines.reduce((sum, count) => sum + count, 0) };
}
