import assert from 'node:assert/strict';
import { basename } from 'node:path';
import * as fc from 'fast-check';
import ts from 'typescript';

import { type FuzzTarget, Runs } from '../../../../scripts/lib/fuzz/target.ts';
import { changedSymbolsOf, INSIDE } from '../../src/engine/changes/changed-symbols.ts';
import { sayersOf } from '../../src/engine/changes/sayers.ts';
import { ecmascript } from '../../src/languages/typescript/imports/ecmascript.ts';
import { Project } from '../unit/affected/project.ts';

const MODULES = ['m0', 'm1', 'm2', 'm3', 'm4'] as const;
/** It imports one, and others import it. */
const CHANGED = 'm1.ts';
const NAMES = ['a', 'b', 'c', 'd'] as const;

const module = fc.constantFrom(...MODULES);
const name = fc.constantFrom(...NAMES);
const literal = fc.constantFrom('1', '"s"', 'true');
const primitive = fc.constantFrom('number', 'string', 'boolean');

const expression = fc.oneof(
  { weight: 1, arbitrary: literal },
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        name,
        fc.constantFrom(
          (of: string) => of,
          (of: string) => `${of}.x`,
          (of: string) => `${of}()`,
          (of: string) => `new ${of}()`,
          (of: string) => `new ${of}().x`,
          (of: string) => `{ x: ${of} }`,
          (of: string) => `[${of}]`,
          (of: string) => `${of}.a`,
          (of: string) => `(() => ${of})()`,
        ),
      )
      .map(([of, spell]) => spell(of)),
  },
);
const type = fc.oneof(
  { weight: 1, arbitrary: primitive },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.oneof(name, module),
        name,
        fc.constantFrom(
          (of: string) => (of.startsWith('m') ? `import('./${of}')['x']` : of),
          (of: string) => (of.startsWith('m') ? `typeof import('./${of}')` : `typeof ${of}`),
          (of: string, member: string) =>
            of.startsWith('m') ? `import('./${of}').${member}` : `${of}.${member}`,
          (of: string) => (of.startsWith('m') ? 'number' : `${of}['x']`),
          (of: string) => (of.startsWith('m') ? 'string' : `keyof typeof ${of}`),
          (of: string) => (of.startsWith('m') ? 'string' : `{ x: ${of} }`),
        ),
      )
      .map(([of, member, spell]) => spell(of, member)),
  },
);

/** As `export` and what follows it, in half of the cases without it. */
const declaration = fc
  .tuple(
    name,
    expression,
    type,
    fc.constantFrom('export ', 'export ', 'export ', '', 'export default '),
    fc.constantFrom(
      (of: string, value: string) => `const ${of} = ${value};`,
      (of: string, value: string, as: string) => `const ${of}: ${as} = ${value};`,
      (of: string, value: string) => `function ${of}() { return ${value}; }`,
      (of: string, value: string, as: string) => `function ${of}(): ${as} { return ${value}; }`,
      (of: string, value: string) => `function ${of}() { if (${value}) throw ${value}; }`,
      (of: string, value: string) => `class ${of} { x() { (() => { return ${value}; })(); } }`,
      (of: string, value: string) => `class ${of} { x = ${value}; }`,
      (of: string, value: string, as: string) => `class ${of} { x: ${as} = ${value}; private y = ${value}; }`,
      (of: string, value: string, as: string) => `class ${of} { get x(): ${as} { return ${value}; } }`,
      (of: string, _: string, as: string) => `interface ${of} { x: ${as} }`,
      (of: string, _: string, as: string) => `type ${of} = ${as};`,
      (of: string, value: string) => `enum ${of} { x = ${/^[\d"]/.test(value) ? value : '1'} }`,
      (of: string, value: string) => `let ${of} = ${value};`,
    ),
  )
  .map(([of, value, as, exported, spell]) => {
    const spelled = spell(of, value, as);
    if (exported !== 'export default ') return `${exported}${spelled}`;
    if (/^(?:function|class|interface)/.test(spelled)) return `${exported}${spelled}`;
    return `${exported}${value};`;
  });

const statement = fc.oneof(
  { weight: 4, arbitrary: declaration },
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        module,
        name,
        name,
        fc.constantFrom(
          (from: string, of: string) => `import { ${of} } from './${from}';`,
          (from: string, of: string) => `import { ${of} } from './${from}';`,
          (from: string, of: string, as: string) => `import { ${of} as ${as} } from './${from}';`,
          (from: string, _: string, as: string) => `import ${as} from './${from}';`,
          (from: string, of: string, as: string) => `import ${as}, { ${of} } from './${from}';`,
          (from: string, _: string, as: string) => `import * as ${as} from './${from}';`,
          (from: string, of: string) => `import type { ${of} } from './${from}';`,
          (from: string, of: string) => `export { ${of} } from './${from}';`,
          (from: string, of: string, as: string) => `export { ${of} as ${as} } from './${from}';`,
          (from: string, _: string, as: string) => `export { default as ${as} } from './${from}';`,
          (from: string, of: string) => `export { ${of} as default } from './${from}';`,
          (from: string) => `export * from './${from}';`,
          (from: string, _: string, as: string) => `export * as ${as} from './${from}';`,
          (_: string, of: string) => `export { ${of} };`,
          (_: string, of: string, as: string) => `export { ${of} as ${as} };`,
          (_: string, of: string) => `export default ${of};`,
        ),
      )
      .map(([from, of, as, spell]) => spell(from, of, as)),
  },
);
const text = fc.array(statement, { minLength: 1, maxLength: 6 });

/** A module imports those before it: of circles, it depends on where the compiler begins what it says of which. */
function imports(at: number, of: string): string {
  return of.replace(/'\.\/m(\d)'/g, (_, number: string) => `'./m${Number(number) % Math.max(1, at)}'`);
}

interface Edit {
  readonly texts: readonly (readonly string[])[];
  /** Of the changed module, by another one. */
  readonly at: number;
  readonly by: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  texts: fc.tuple(...MODULES.map(() => text)),
  at: fc.nat(5),
  by: statement,
});

const LIB = `interface Array<T> { length: number; [at: number]: T }
interface Boolean { } interface Function { } interface CallableFunction { } interface NewableFunction { }
interface IArguments { } interface Number { toFixed(): string } interface Object { } interface RegExp { }
interface String { length: number }
`;
const OPTIONS: ts.CompilerOptions = {
  noLib: true,
  strict: true,
  noEmit: true,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  esModuleInterop: true,
  types: [],
};
/** Reported at one of those that lead to each other: that which the compiler looks at first. */
const CIRCULAR = new Set([2303, 7022, 7023, 7024]);
const lib = ts.createSourceFile('/lib.d.ts', LIB, ts.ScriptTarget.ESNext, true);

/** Where the compiler finds errors in each module, and what it says of them; undefined where it breaks. */
function errorsIn(texts: ReadonlyMap<string, string>): Map<string, ReadonlyMap<number, string>> | undefined {
  const host: ts.CompilerHost = {
    getSourceFile: (file) => {
      if (file === '/lib.d.ts') return lib;
      const of = texts.get(basename(file));
      return of === undefined ? undefined : ts.createSourceFile(file, of, ts.ScriptTarget.ESNext, true);
    },
    getDefaultLibFileName: () => '/lib.d.ts',
    writeFile: () => undefined,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (file) => texts.has(basename(file)),
    readFile: (file) => texts.get(basename(file)),
    directoryExists: () => true,
    getDirectories: () => [],
  };
  const program = ts.createProgram(
    ['/lib.d.ts', ...[...texts.keys()].map((file) => `/${file}`)],
    OPTIONS,
    host,
  );
  const ofFile = (file: string): readonly ts.Diagnostic[] => {
    const source = program.getSourceFile(`/${file}`);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.filter(({ code }) => !CIRCULAR.has(code));
  };
  try {
    return new Map(
      [...texts.keys()].map((file) => {
        return [
          file,
          new Map(
            ofFile(file).map(({ start, code, messageText }) => [
              start ?? 0,
              `${code} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
            ]),
          ),
        ];
      }),
    );
  } catch {
    return undefined;
  }
}

const totals = { edits: 0, known: 0, spared: 0, changed: 0 };

async function judge({ texts, at, by }: Edit): Promise<void> {
  const files = Object.fromEntries(
    MODULES.map((of, index) => {
      const own = (texts[index] ?? []).filter((line) => index > 0 || !line.includes("'./m"));
      return [`${of}.ts`, imports(index, [...own, 'export {};', ''].join('\n'))];
    }),
  );
  const before = files[CHANGED] ?? '';
  const statements = before.split('\n');
  statements.splice(Math.min(at, statements.length - 2), 1, imports(1, by));
  const after = statements.join('\n');
  using project = new Project(ecmascript, { ...files, [CHANGED]: after });
  const path = project.path(CHANGED);
  const graph = await project.update();
  const changed = changedSymbolsOf(path, before, after, ecmascript);
  const changeSet = {
    changes: new Map([[path, changed]]),
    inside: new Set<never>(),
    unknown: new Set<never>(),
  };
  const sayers =
    changed === INSIDE ? new Set<never>() : await sayersOf(graph, { ...changeSet, everything: false });
  totals.edits += 1;
  if (sayers === undefined) return;
  totals.known += 1;
  const [was, is] = [before, after].map((of) =>
    errorsIn(new Map(Object.entries({ ...files, [CHANGED]: of }))),
  );
  if (was === undefined || is === undefined) return;
  const dependents = graph.dependents([path]);
  for (const [file, errors] of is) {
    const asked = project.path(file);
    if (file === CHANGED) continue;
    // A file with errors that depends on the change is asked about in any case.
    const added: string[] = [...errors].flatMap(([start, error]) =>
      was.get(file)?.has(start) === true ? [] : error,
    );
    if (added.length > 0) totals.changed += 1;
    if (sayers.has(asked) || !dependents.has(asked)) {
      assert.ok(dependents.has(asked) || added.length === 0, `${file} does not depend on it`);
      continue;
    }
    totals.spared += 1;
    assert.deepEqual(added, [], `${file} is not asked about`);
  }
}

export const sayers: FuzzTarget = {
  name: 'sayers',
  holds: 'of a change of a TypeScript module, no other module can tell that is not asked about',
  check: async (how) => {
    await using runs = new Runs();
    return await fc.check(fc.asyncProperty(edit, runs.of(judge)), how);
  },
  figures: () =>
    `${totals.edits} edits, of ${totals.known} it is known who can tell; ${totals.spared} dependents not asked ` +
    `about, ${totals.changed} files with other errors`,
  found: {},
};
