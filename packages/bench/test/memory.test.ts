import { expect, test } from 'vitest';
import { ProcessTable } from '../src/memory.js';

const table = new ProcessTable(`
    1     0  1000
   20     1   100
  300    20    10
  301    20    20
 4000   301     1
   21     1     7
`);

test('a tree is a process and all that it has started', () => {
  expect(table.residentOfTree(20)).toBe(131 * 1024);
  expect(table.residentOf(20)).toBe(100 * 1024);
});

test('a process that is not there has no size', () => {
  expect(table.residentOfTree(99)).toBe(0);
});

test('this process is in the table of now, below its parent', () => {
  const now = ProcessTable.now();
  const mine = now.residentOf(process.pid);
  expect(mine).toBeGreaterThan(2 ** 20);
  expect(now.residentOfTree(process.ppid)).toBeGreaterThan(mine);
});
