import { expect, test } from 'bun:test';
import { tmpdir } from 'node:os';

test('a test file has a folder of its own for temporary files, by whatever command it is run', () => {
  expect(tmpdir()).toMatch(/lt-\w{6}.t$/);
});
