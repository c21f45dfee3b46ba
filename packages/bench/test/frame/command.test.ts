import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { COMMANDS } from '../../src/commands.js';
import { command, type ExitCode } from '../../src/frame/command.js';
import { file, files, flag, parse, someOf, whole } from '../../src/frame/options.js';
import { missingIn } from '../../src/frame/page.js';
import { REPOSITORY } from '../../src/places.js';

afterEach(() => {
  vi.restoreAllMocks();
});

const OPTIONS = {
  fails: flag('cannot be made'),
  code: whole('what it exits with', 1, 0),
  only: someOf([{ id: 'ab' }, { id: 'abc' }, { id: 'd' }], 'letters'),
  json: file('figures'),
  with: files('earlier figures'),
};

describe('a command', () => {
  const bench = command({
    name: 'bench',
    says: 'Measures.',
    options: OPTIONS,
    run: ({ fails, code }) =>
      fails ? Promise.reject(new Error('no network')) : Promise.resolve(code === 0 ? 0 : 1),
  });

  test.each<[string[], ExitCode, RegExp, RegExp]>([
    [[], 1, /^$/, /^$/],
    [['--code', '0'], 0, /^$/, /^$/],
    [['-h'], 0, /^Usage: npm run bench.*Measures\..*--code N +what it exits with \(1\)/s, /^$/],
    [['--fails'], 2, /^$/, /^bench: no network$/],
    [['--code', '-1'], 2, /^$/, /--code/],
    [['--code', 'x'], 2, /^$/, /^--code x: it takes a whole number from 0 on$/],
    [['--only', 'x'], 2, /^$/, /^--only x: there is no such id\. Ids: ab, abc, d$/],
    [['--fast'], 2, /^$/, /--fast/],
    [['--json'], 2, /^$/, /--json/],
    [['zod'], 2, /^$/, /zod/],
  ])('%j exits with %d', async (argv, code, out, err) => {
    const [log, error] = (['log', 'error'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => undefined),
    );
    expect(await bench.start(argv, () => '/nowhere')).toBe(code);
    expect(log?.mock.calls.flat().join()).toMatch(out);
    expect(error?.mock.calls.flat().join()).toMatch(err);
  });

  test.each<[string[], object]>([
    [[], { fails: false, code: 1, json: undefined, with: [] }],
    [['--json', 'a', '--with', 'b', '--with', 'c'], { json: 'a', with: ['b', 'c'] }],
    [['--only', 'b'], { only: [{ id: 'ab' }, { id: 'abc' }] }],
    [['--only', 'ab'], { only: [{ id: 'ab' }] }],
    [['--only', 'bc,d'], { only: [{ id: 'abc' }, { id: 'd' }] }],
  ])('%j is read', (argv, values) => {
    expect(parse(argv, OPTIONS, {})).toMatchObject({ values });
  });
});

describe('the commands of this package', () => {
  const scripts = (JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as { scripts: object })
    .scripts;

  test('are those of package.json', () => {
    const started = Object.entries(scripts).flatMap(([script, line]) => {
      const name = /packages\/bench\/src\/main\.ts (\S+)$/.exec(String(line))?.[1];
      return name === undefined ? [] : [[script, name]];
    });
    expect(started.map(([script]) => script)).toEqual(started.map(([, name]) => name));
    expect(started.map(([, name]) => name).sort()).toEqual(Object.keys(COMMANDS).sort());
  });

  test.each([
    ...Object.entries(COMMANDS).map(([name, load]) => ({ name, load, argv: [] as string[] })),
    { name: 'bench', load: COMMANDS['bench'], argv: ['--large', 'folder'] },
  ])('$name $argv has a help, and pages with its sections', async ({ name, load, argv }) => {
    const { help, writes, ...loaded } = (await load?.(argv)) ?? expect.fail();
    expect(loaded.name).toBe(name);
    expect(help).toMatch(new RegExp(`^Usage: npm run ${name} `));
    expect(help.split('\n').filter((line) => line.length > 100)).toEqual([]);
    expect(writes.flatMap(missingIn)).toEqual([]);
  });
});
