import { join } from 'node:path';
import { SIDECAR } from '../../places.js';
import { each, valueOf, type Language, type Revision, type SourceFile } from './language.js';

interface Compiler {
  readonly id: string;
  readonly title: string;
  /** How its version begins. */
  readonly version: string;
  /** In the sidecar's `node_modules`. */
  readonly module: string;
  /** Ends every name, so that no two languages share one. */
  readonly suffix: string;
}

const COMPILER_OPTIONS = {
  target: 'ES2022',
  module: 'Preserve',
  moduleResolution: 'Bundler',
  strict: true,
  noEmit: true,
  types: [],
};

function typescript({ id, title, version, module, suffix }: Compiler): Language {
  const fileOf = (part: number): string => `${id}/src/part${part}.ts`;
  const functionOf = (part: number): string => `total${part}${suffix}`;
  const typeOf = (part: number): string => `Part${part}${suffix}`;
  const importOf = (other: number): string =>
    `import { ${functionOf(other)}, type ${typeOf(other)} } from './part${other}.js';\n`;
  const sumOfPart = (other: number): string => ` + ${functionOf(other)}([part.part${other}])`;
  return {
    id,
    title,
    server: { id: 'typescript', version },
    needs: [],
    env: {},
    project: [
      {
        file: `${id}/tsconfig.json`,
        text: JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['src'] }),
      },
    ],
    packages: { [`${id}/node_modules/typescript`]: join(SIDECAR, 'node_modules', module) },
    fileOf,
    functionOf,
    typeOf,
    bodyOf: (part, uses) => `${each(uses, importOf)}
export interface ${typeOf(part)} {
  readonly names: readonly string[];
${each(uses, (other) => `  readonly part${other}: ${typeOf(other)};\n`)}}

export function ${functionOf(part)}(parts: readonly ${typeOf(part)}[]): number {
  return parts.map((part) => part.names.length${each(uses, sumOfPart)}).reduce((sum, next) => sum + next, 0);
}

`,
    revisionLine: (revision) => `export const revision: number = ${valueOf(revision)};\n`,
    extra: (_part, revision) => ({
      file: `${id}/src/extra${revision.number}.ts`,
      text: `export const extra: number = ${valueOf(revision)};\n`,
    }),
  };
}

export const typescript5 = typescript({
  id: 'ts5',
  title: 'TypeScript 5.9',
  version: '5.',
  module: 'typescript',
  suffix: 'Five',
});
export const typescript7 = typescript({
  id: 'ts7',
  title: 'TypeScript 7',
  version: '7.',
  module: 'typescript-v7',
  suffix: 'Seven',
});

/**
 * A file whose check takes a good part of a second: the orders of so many names are as many types,
 * and none of them is kept from one text to the next.
 */
export function slowFile({ number }: Revision): SourceFile & { readonly line: string } {
  const line = `export const revision = ${number};\n`;
  const text = `type Orders<T, K = T> = [T] extends [never]
  ? []
  : K extends K ? [K, ...Orders<Exclude<T, K>>] : never;
export const first: Orders<'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g'> = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
${line}`;
  return { file: 'ts5/src/slow.ts', text, line };
}
