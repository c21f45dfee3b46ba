import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Launch, ServerDefinition } from '../../src/backend/definition.ts';
import { createRegistry } from '../../src/backend/find-server.ts';
import * as abilities from '../../src/engine/session/abilities.ts';
import type { Proposal } from '../../src/engine/session/session.ts';
import { LANGUAGES } from '../../src/languages/index.ts';
import type { AdmittedPath } from '../../src/support/paths.ts';

const registry = createRegistry(LANGUAGES, {});

function known(id: string): ServerDefinition {
  const definition = registry.all().find((one) => one.id === id);
  if (definition === undefined) throw new Error(`no server ${id}`);
  return definition;
}

const { isCompiler, isFallback, speaksForItself, speaksForOthers, dependsOnOthers, judgesAlone } = abilities;
const { answersRequests, reportsAll, reportsUnasked, readsAll, readsForeign, seesOthers } = abilities;
const OF_ONE = { isCompiler, isFallback, speaksForItself, speaksForOthers, dependsOnOthers, judgesAlone };
const ALL = { ...OF_ONE, answersRequests, reportsAll, reportsUnasked, readsAll, readsForeign, seesOthers };

const COMPILER = ['isCompiler', 'dependsOnOthers'];
const SPEAKS = [...COMPILER, 'speaksForItself', 'speaksForOthers'];

test.each<[id: string, can: string[]]>([
  ['typescript', [...SPEAKS, 'answersRequests', 'seesOthers']],
  ['gopls', [...SPEAKS, 'answersRequests', 'reportsUnasked', 'readsForeign', 'seesOthers']],
  ['vue', [...SPEAKS, 'answersRequests', 'readsForeign', 'seesOthers']],
  ['rust-analyzer', [...COMPILER, 'isFallback', 'answersRequests', 'reportsUnasked', 'seesOthers']],
  ['cargo', [...SPEAKS, 'reportsAll', 'reportsUnasked', 'readsAll', 'readsForeign', 'seesOthers']],
  ['tombi', ['isCompiler', 'speaksForItself', 'judgesAlone', 'answersRequests', 'reportsUnasked']],
  ['sql', ['judgesAlone', 'answersRequests', 'reportsUnasked']],
])('what %s can do', (id, can) => {
  const has = Object.entries(ALL).flatMap(([name, ability]) => (ability(known(id)) ? name : []));
  expect(has.sort()).toEqual(can.sort());
});

test('what a server reads: its own files, those of the language that it embeds, or all', () => {
  const readBy = (id: string): string[] =>
    ['a.ts', 'a.vue', 'a.rs', 'a.md'].filter((name) =>
      abilities.reads(registry, known(id), name as AdmittedPath),
    );
  expect(readBy('typescript')).toEqual(['a.ts']);
  expect(readBy('vue')).toEqual(['a.ts', 'a.vue']);
  expect(readBy('cargo')).toEqual(['a.ts', 'a.vue', 'a.rs', 'a.md']);
});

test('files are shared by two processes of one server that is known for it', () => {
  const process = (id: string): { definition: ServerDefinition; launch: Launch } => ({
    definition: known(id),
    launch: {} as Launch,
  });
  const pyright = process('pyright');
  expect(abilities.sharesFilesWith(pyright, process('pyright'))).toBe(true);
  expect(abilities.sharesFilesWith(pyright, pyright)).toBe(false);
  expect(abilities.sharesFilesWith(pyright, process('typescript'))).toBe(false);
  expect(abilities.sharesFilesWith(process('gopls'), process('gopls'))).toBe(false);
});

test('a fallback is that of one server', () => {
  expect(abilities.isFallbackOf(known('rust-analyzer'), known('cargo'))).toBe(true);
  expect(abilities.isFallbackOf(known('cargo'), known('rust-analyzer'))).toBe(false);
  expect(abilities.isFallbackOf(known('cargo'), known('cargo'))).toBe(false);
});

const HERE = import.meta.path as AdmittedPath;
const GONE = '/nowhere/gone.ts' as AdmittedPath;

test.each<[id: string, whose: string, path: AdmittedPath, can: boolean]>([
  ['typescript', 'its own', HERE, true],
  ['typescript', 'its own', GONE, true],
  ['typescript', "another project's", HERE, false],
  ['vue', 'its own', GONE, false],
  ['vue', 'no', HERE, false],
  ['gopls', 'no', HERE, false],
  ['cargo', 'no', GONE, true],
])('what %s can be shown: %s file %s: %p', (id, whose, path, can) => {
  const launch = { serves: () => whose === 'its own' } as unknown as Launch;
  const definition = whose === 'its own' ? { ...known(id), extensions: ['.ts'] } : known(id);
  expect(abilities.sees({ definition, launch }, path)).toBe(can);
});

const text = (path: AdmittedPath): Proposal['texts'][number] => ({
  path,
  languageId: 'x',
  text: '',
  stamp: undefined,
  asOf: 0,
});
const NEW = join(import.meta.dir, 'new.ts') as AdmittedPath;
const TREE = { texts: [text(HERE)], deleted: [], asked: [HERE, NEW] };

test.each<[what: string, id: string, tree: Proposal, why: RegExp | undefined]>([
  ['a text and others', 'typescript', TREE, undefined],
  ['one alone', 'bash', { ...TREE, asked: [HERE] }, undefined],
  ['a text and others', 'tombi', TREE, undefined],
  ['a text and others', 'angular', TREE, /only as they are on disk/],
  ['a text and others', 'vue', TREE, undefined],
  ['a new file', 'vue', { ...TREE, texts: [text(NEW)] }, /once they are on disk/],
  ['a new folder', 'typescript', { ...TREE, texts: [text(GONE)] }, /in folders that are on disk/],
  ['a deleted file', 'vue', { ...TREE, deleted: [HERE] }, /without files/],
])('why this is not judged: %s, by %s', (_, id, tree, why) => {
  const said = abilities.whyNotJudged(known(id), tree);
  if (why === undefined) expect(said).toBeUndefined();
  else expect(said).toMatch(why);
});

const FLAGS = 'run|standsInFor|judgesAlone|role|sharesFiles|embeds|overlays';
const READ = new RegExp(
  `definition\\??\\.(${FLAGS})\\b|\\{[^{}]*\\b(${FLAGS})\\b[^{}]*\\}(: \\w*<?ServerDefinition|\\) =>| = .*definition;)`,
  'u',
);

test.each(['origins', 'others', 'fixes'])('%s read no flag of a definition', (room) => {
  const folder = join(import.meta.dir, '../../src/engine', room);
  const reading = readdirSync(folder).filter((name) => READ.test(readFileSync(join(folder, name), 'utf8')));
  expect(reading).toEqual([]);
});
