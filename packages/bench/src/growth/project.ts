import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Source } from '../side.js';

export const FILES = 200;

/** One change of one file. */
export interface Edit extends Source {
  /** The line of the one error in the text, 1-based; undefined where it is clean. */
  readonly errorLine: number | undefined;
}

/** Coprime to {@link FILES}: every file has its turn before one has its second. */
const STRIDE = 77;

/** @param index 0-based; each file is broken and mended by turns */
export function editOf(index: number): Edit {
  const file = (index * STRIDE) % FILES;
  const turn = Math.floor(index / FILES);
  const broken = (file + turn) % 2 === 0;
  const text = textOf(file, index, broken);
  return { file: nameOf(file), text, errorLine: broken ? text.split('\n').length - 1 : undefined };
}

/** Writes the files, clean, with `typescript` as their compiler. Returns the folder's real path. */
export function makeProject(folder: string, typescript: string): string {
  const compilerOptions = {
    target: 'ES2022',
    module: 'Preserve',
    moduleResolution: 'Bundler',
    strict: true,
    noEmit: true,
    types: [],
  };
  const files = Array.from({ length: FILES }, (_, file) => [nameOf(file), textOf(file, 0, false)] as const);
  for (const [path, text] of [
    ...files,
    ['tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] })] as const,
  ]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(realpathSync(typescript), join(folder, 'node_modules', 'typescript'), 'junction');
  return realpathSync(folder);
}

function nameOf(file: number): string {
  return `src/area${Math.floor(file / 10)}/part${file}.ts`;
}

/** A module that uses two others, so that the project is one program and not two hundred. */
function textOf(file: number, revision: number, broken: boolean): string {
  const uses = [Math.floor(file / 2), Math.floor(file / 3)].filter(
    (other, index, all) => other < file && all.indexOf(other) === index,
  );
  const imports = uses.map(
    (other) =>
      `import { total${other}, type Part${other} } from '../area${Math.floor(other / 10)}/part${other}';`,
  );
  const members = uses.map((other) => `  readonly part${other}: Part${other};`);
  const sums = uses.map((other) => ` + total${other}([part.part${other}])`);
  return `${imports.join('\n')}
export interface Part${file} {
  readonly id: number;
  readonly names: readonly string[];
  readonly state: { readonly kind: 'open'; readonly since: Date } | { readonly kind: 'closed' };
${members.join('\n')}
}

export function total${file}(parts: readonly Part${file}[]): number {
  return parts
    .filter(({ state }) => state.kind === 'open')
    .map((part) => part.names.length${sums.join('')})
    .reduce((sum, next) => sum + next, 0);
}

export function named${file}<T extends Part${file}>(parts: readonly T[], name: string): T | undefined {
  return parts.find(({ names }) => names.includes(name));
}

export const revision${file}: ${broken ? 'string' : 'number'} = ${revision};
`;
}
