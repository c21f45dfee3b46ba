import { describe, expect, test } from 'vitest';
import { BENCH_SUBJECTS } from '../src/subjects/index.js';
import { BATCH_SIZE, batchFiles } from '../src/subjects/subject.js';
import { verify } from '../src/fetch.js';
import { checksumIn } from '../src/registries/crates.js';

describe('the files of a patch', () => {
  const [subject] = BENCH_SUBJECTS;
  const names = (count: number): string[] =>
    Array.from({ length: count }, (_, index) => `src/f${String(index).padStart(3, '0')}.ts`);

  test.each([20, 21, 39, 40, 363])('are 20 of %d, none twice', (count) => {
    const files = batchFiles(subject!, [...names(count), subject!.edited, 'README.md', 'tsconfig.json']);
    expect(new Set(files).size).toBe(BATCH_SIZE);
    expect(names(count)).toEqual(expect.arrayContaining(files));
  });

  test('are spread over all of them', () => {
    expect(batchFiles(subject!, names(200))).toEqual(names(200).filter((_, index) => index % 10 === 0));
  });

  test('are too few in a small code base', () => {
    expect(() => batchFiles(subject!, names(19))).toThrow('19 files');
  });
});

describe('a fetched package', () => {
  const wanted = { registry: 'npm', name: 'p', version: '1.0.0', integrity: 'sha512-x' } as const;

  test('has to be the pinned one', () => {
    expect(() => verify(wanted, 'sha512-x')).not.toThrow();
    expect(() => verify(wanted, 'sha512-y')).toThrow(
      'p@1.0.0 is not what was pinned: sha512-y, not sha512-x',
    );
  });

  test('of crates has the checksum that Cargo.lock has for this version', () => {
    const entry = (name: string, version: string, checksum: string): string =>
      `[[package]]\nname = "${name}"\nversion = "${version}"\nsource = "registry"\nchecksum = "${checksum}"\n\n`;
    const lock = `version = 4\n\n${entry('p', '1.0.1', 'aa')}${entry('p', '1.0.0', 'bb')}${entry('pp', '1.0.0', 'cc')}[[package]]\nname = "fetch"\nversion = "0.0.0"\n`;
    expect(checksumIn(lock, wanted)).toBe('bb');
    expect(checksumIn(lock, { ...wanted, name: 'fetch', version: '0.0.0' })).toBe('no checksum');
  });
});
