import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateMonorepo, writeMonorepo, type Package } from '../../../../scripts/lib/monorepo/monorepo.js';
import { BEFORE_7 } from '../../../../scripts/lib/monorepo/oddities.js';
import { show } from '../../src/accuracy/finding.js';
import { MonorepoJudge } from '../../src/accuracy/judges/monorepo.js';
import { Mirror } from '../../src/accuracy/judges/mirror.js';
import { judgeProject } from '../../src/accuracy/judges/tsc.js';
import { SIDECAR } from '../../src/places.js';

const MODULES = join(SIDECAR, 'node_modules');
const MONOREPO = generateMonorepo({ seed: 5, odd: BEFORE_7 });
const { packages, files, projects } = MONOREPO;
/** The last one of those that do: the fewer come after it, the fewer projects a change of it reaches. */
const one = (holds: (candidate: Package) => boolean): Package => packages.findLast(holds)!;

describe('a generated monorepo', () => {
  test('is the same for the same seed, and another one for another', () => {
    expect(generateMonorepo({ seed: 5, odd: BEFORE_7 })).toEqual(MONOREPO);
    expect(generateMonorepo({ seed: 6, odd: BEFORE_7 }).files).not.toEqual(files);
  });

  test('has thirty packages of about twenty files in a chain, of every kind', () => {
    expect(packages).toHaveLength(30);
    for (const { folder } of packages)
      expect(
        [...files.keys()].filter((path) => path.startsWith(`${folder}/src/`)).length,
      ).toBeGreaterThanOrEqual(17);
    expect(new Set(packages.map(({ kind }) => kind))).toEqual(
      new Set(['plain', 'strict', 'subpaths', 'dist', 'composite', 'alias', 'javascript', 'mixed', 'odd']),
    );
    expect(new Set(packages.map(({ tests }) => tests))).toEqual(
      new Set([undefined, 'nobody', 'beside', 'solution']),
    );
    for (const { imports, number } of packages)
      expect(imports.every((other) => other.number < number)).toBe(true);
    const imported = packages.filter(({ imports }) => imports.includes(packages[0]!));
    expect(imported.length).toBeGreaterThan(5);
    expect(one(({ number }) => number === 2).imports).toEqual([packages[0]]);
  });
});

describe('its judge', () => {
  let folder: string;
  let workspace: string;
  let judge: MonorepoJudge;
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'llxprt-lsp-monorepo-')));
    workspace = writeMonorepo(
      MONOREPO,
      join(folder, 'workspace'),
      join(MODULES, 'typescript-v7'),
      join(MODULES, 'typescript'),
    );
    judge = new MonorepoJudge(MONOREPO, workspace, join(folder, 'copy'), true);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const judged = async (): Promise<string[]> => (await judge.judge()).findings.map(show).sort();
  /** Judges while files have other texts. */
  async function having(changes: Readonly<Record<string, (text: string) => string>>): Promise<string[]> {
    const texts = Object.entries(changes).map(([file, change]) => {
      const text = readFileSync(join(workspace, file), 'utf8');
      expect(change(text)).not.toBe(text);
      writeFileSync(join(workspace, file), change(text));
      return [file, text] as const;
    });
    const found = await judged();
    for (const [file, text] of texts) writeFileSync(join(workspace, file), text);
    return found;
  }
  const filesOf = (found: readonly string[]): string[] => [
    ...new Set(found.map((line) => line.split(':')[0]!)),
  ];

  test('finds nothing wrong in it, by every project', { timeout: 120_000 }, async () => {
    expect(await judged()).toEqual([]);
    expect(await judged()).toEqual([]);
  });

  test(
    'judges a file by its own options, its own version, and no project: each knows something that the others do not',
    { timeout: 120_000 },
    async () => {
      const strict = one(({ kind }) => kind === 'strict');
      const odd = one(({ kind }) => kind === 'odd');
      const unheld = one(({ tests }) => tests === 'nobody');
      const found = await having({
        [`${strict.folder}/tsconfig.json`]: (text) =>
          text.replace('"noUncheckedIndexedAccess": true', '"noUncheckedIndexedAccess": false'),
        [`${unheld.folder}/test/core.test.ts`]: (text) => `${text}const wrong: string = 1;\nconst = ;\n`,
      });
      expect(found).toEqual([
        `${strict.folder}/src/own-options.ts:2 2578 Unused '@ts-expect-error' directive.`,
        expect.stringMatching(new RegExp(`^${unheld.folder}/test/core.test.ts:8 1134 `)),
      ]);
      rmSync(join(workspace, odd.folder, 'node_modules'), { recursive: true });
      const otherwise = await judgeProject(workspace, `${odd.folder}/tsconfig.json`);
      expect([...new Set(otherwise.map(show))]).toEqual([
        expect.stringContaining(`${odd.folder}/src/own-version.ts:1 1540`),
      ]);
    },
  );

  test(
    'sees what a change breaks in other packages: by source, through references, and not through what was not built again',
    { timeout: 120_000 },
    async () => {
      const user = (of: Package): Package => one(({ inherits, imports }) => inherits && imports[0] === of);
      const broken = async (of: Package): Promise<string[]> =>
        filesOf(
          await having({
            [`${of.folder}/src/core.ts`]: (text) => text.replace('function makeItem', 'function makeOther'),
          }),
        );
      const composite = one(
        (candidate) =>
          candidate.kind === 'composite' &&
          packages.some(({ imports, inherits }) => inherits && imports[0] === candidate),
      );
      const plain = one(
        (candidate) =>
          candidate.kind === 'plain' &&
          packages.some(({ imports, inherits }) => inherits && imports[0] === candidate),
      );
      for (const of of [composite, plain]) {
        const found = await broken(of);
        expect(found).toContain(`${of.folder}/src/units/unit01.ts`);
        expect(found.some((file) => file.startsWith(`${user(of).folder}/`))).toBe(true);
      }
      const dist = one(
        (candidate) =>
          candidate.kind === 'dist' && packages.some(({ imports }) => imports.includes(candidate)),
      );
      const found = await broken(dist);
      expect(found).toContain(`${dist.folder}/src/units/unit01.ts`);
      expect(found.every((file) => file.startsWith(`${dist.folder}/`))).toBe(true);
    },
  );

  test(
    'in a project with a syntax error, and in those that are built after it, other errors are found too',
    { timeout: 120_000 },
    async () => {
      const of = one(
        (candidate) =>
          candidate.kind === 'composite' && packages.some(({ imports }) => imports.includes(candidate)),
      );
      const found = await having({
        [`${of.folder}/src/core.ts`]: (text) => `${text}const = 1;\nexport const wrong: string = 1;\n`,
      });
      expect(found.map((line) => line.replace(/^\S+ (\d+) .*$/, '$1'))).toEqual(
        expect.arrayContaining(['1134', '2322']),
      );
      expect(filesOf(found)).toEqual([`${of.folder}/src/core.ts`]);
    },
  );

  test('every file has one project at most', () => {
    const sources = [...files.keys()].filter((path) => /\/(src|test)\//.test(path));
    const unjudged = sources.filter((path) => projects.every(({ holds }) => !path.startsWith(holds)));
    expect(unjudged.every((path) => MONOREPO.unheld.some((prefix) => path.startsWith(prefix)))).toBe(true);
    expect(sources.every((path) => projects.filter(({ holds }) => path.startsWith(holds)).length <= 1)).toBe(
      true,
    );
  });
});

test('a copy is what its original is, and says what has changed', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'llxprt-lsp-mirror-')));
  try {
    const original = writeMonorepo(MONOREPO, join(folder, 'a'), join(MODULES, 'typescript-v7'));
    const mirror = new Mirror(original, join(folder, 'b'));
    expect(mirror.sync()).toEqual(new Set(files.keys()));
    writeFileSync(join(original, 'package.json'), '{}');
    writeFileSync(join(original, 'new.ts'), '');
    rmSync(join(original, 'tsconfig.json'));
    expect(mirror.sync()).toEqual(new Set(['package.json', 'new.ts', 'tsconfig.json']));
    expect(mirror.sync()).toEqual(new Set());
    expect([mirror.text('package.json'), mirror.text('tsconfig.json')]).toEqual(['{}', undefined]);
    expect(realpathSync(join(folder, 'b', 'node_modules', '@mono', 'p01'))).toBe(
      join(folder, 'b', 'packages', 'p01'),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
