import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run } from '../../../../scripts/lib/process.mjs';
import { toolsFolder } from '../../../../scripts/lib/servers/place.mjs';
import type { Install, LanguageRow } from './row.js';

/** Where a row's programs are, or why there are none. */
export type Installed =
  | { readonly kind: 'installed'; readonly folder: string; readonly bin: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** An installation that takes longer is no installation on demand, ms. */
const LIMIT_MS = 600_000;

/** Every checkout of the user shares it. Safe to delete. */
export const LANGUAGES_FOLDER = join(dirname(toolsFolder()), 'languages');

/** Installs a row's programs, unless the cache folder has them in these versions. */
export async function install({
  id,
  install: parts,
}: Pick<LanguageRow, 'id' | 'install'>): Promise<Installed> {
  const folder = join(LANGUAGES_FOLDER, id);
  const bin = parts.flatMap((part) => binOf(part, folder));
  const stamp = join(folder, 'installed.json');
  const wanted = JSON.stringify(parts);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return { kind: 'installed', folder, bin };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of parts) {
    const reason = await installPart(part, folder);
    if (reason !== undefined) return { kind: 'failed', reason };
  }
  writeFileSync(stamp, wanted);
  return { kind: 'installed', folder, bin };
}

function binOf(part: Install, folder: string): string[] {
  switch (part.kind) {
    case 'npm':
      return [join(folder, 'node_modules', '.bin')];
    case 'pip':
      return [join(folder, 'venv', 'bin')];
    case 'go':
    case 'cargo':
    case 'maven':
      return [join(folder, 'bin')];
    case 'deb':
    case 'here':
      return [];
  }
}

type Step = readonly [command: string, args: readonly string[], env?: Readonly<Record<string, string>>];

/** Why it failed: the last line that the installer printed. */
async function installPart(part: Install, folder: string): Promise<string | undefined> {
  for (const [command, args, env = {}] of stepsOf(part, folder)) {
    const { code, output } = await run(command, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      timeoutMs: LIMIT_MS,
    });
    if (code !== 0) return `${command} ${args[0] ?? ''}: ${reasonIn(output)}`;
  }
  if (part.kind === 'maven') writeLauncher(part, folder);
  return undefined;
}

function stepsOf(part: Install, folder: string): Step[] {
  switch (part.kind) {
    case 'npm':
      if (part.overrides !== undefined)
        writeFileSync(
          join(folder, 'package.json'),
          JSON.stringify({ private: true, overrides: part.overrides }),
        );
      return [
        [
          'npm',
          [
            'install',
            '--no-audit',
            '--no-fund',
            '--no-package-lock',
            '--loglevel=error',
            '--prefix',
            folder,
            ...part.packages,
          ],
        ],
      ];
    case 'pip':
      return [
        ['python3', ['-m', 'venv', join(folder, 'venv')]],
        [
          join(folder, 'venv', 'bin', 'python'),
          ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...part.packages],
        ],
      ];
    case 'go':
      return part.packages.map((name) => [
        'go',
        ['install', name],
        { GOBIN: join(folder, 'bin'), GOFLAGS: '-trimpath' },
      ]);
    case 'cargo':
      return part.packages.map((name) => [
        'cargo',
        ['install', '--locked', '--root', folder, ...name.split(' ')],
        { CARGO_TARGET_DIR: join(folder, 'target') },
      ]);
    case 'deb':
      return [
        [
          'apt-get',
          ['install', '-y', '-q', '--no-install-recommends', ...part.packages],
          { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
        ],
      ];
    case 'maven':
      writeFileSync(join(folder, 'pom.xml'), pomOf(part.packages));
      return [
        ['mvn', ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${join(folder, 'lib')}`]],
      ];
    case 'here':
      return [];
  }
}

function pomOf(packages: readonly string[]): string {
  const dependencies = packages.map((name) => {
    const [group = '', artifact = '', version = ''] = name.split(':');
    return (
      `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>` +
      `${version}</version></dependency>`
    );
  });
  return (
    '<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</' +
    `artifactId><version>1</version><dependencies>${dependencies.join('')}</dependencies></` +
    'project>\n'
  );
}

function writeLauncher({ program, main }: Extract<Install, { kind: 'maven' }>, folder: string): void {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const script = join(folder, 'bin', program);
  writeFileSync(script, `#!/bin/sh\nexec java -cp '${join(folder, 'lib')}/*' ${main} "$@"\n`);
  chmodSync(script, 0o755);
}

/** The last line that says what went wrong, without the machine's own paths. */
function reasonIn(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const telling =
    lines.findLast((line) =>
      /no matching distribution|not available|could not (find|resolve)|is required|requires|ls-remote/i.test(
        line,
      ),
    ) ??
    lines.findLast(
      (line) =>
        !/complete log|\[help 1\]/i.test(line) && /error|stopped|not found|cannot|unable|failed/i.test(line),
    ) ??
    lines.at(-1) ??
    'it said nothing';
  return stripVTControlCharacters(telling)
    .replaceAll(/(https?:\/\/|\/(root|home|tmp|usr)\/)\S+/g, '...')
    .slice(0, 160);
}
