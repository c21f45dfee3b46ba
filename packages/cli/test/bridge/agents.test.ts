import { expect, test } from 'vitest';
import { Agents } from '../../src/bridge/agents.js';

const ROOT = '/w';

/** Which of these files each agent would be reminded of. */
const concerned = (agents: Agents, agent: string, files: readonly string[]): string[] | undefined => {
  const concerns = agents.ending(agent, ROOT);
  return concerns && files.filter(concerns);
};

test('REQ-DIAG-010: a subagent is reminded of the files that it has changed, not of those of another', () => {
  const agents = new Agents();
  agents.changed('a', ['/w/a.ts']);
  agents.changed('b', ['/w/b.ts']);
  agents.changed(undefined, ['/w/main.ts']);
  const files = ['a.ts', 'b.ts', 'main.ts', 'importer.ts'];
  expect(concerned(agents, 'a', files)).toEqual(['a.ts']);
  expect(concerned(agents, 'b', files)).toEqual(['b.ts']);
});

test('a file is its own who has changed it last', () => {
  const agents = new Agents();
  agents.changed('a', ['/w/a.ts']);
  agents.changed('b', ['/w/a.ts']);
  expect(concerned(agents, 'a', ['a.ts'])).toEqual([]);
  expect(concerned(agents, 'b', ['a.ts'])).toEqual(['a.ts']);
});

test('what nobody has named, a command or an edit elsewhere has broken: that is the one agent which changes something', () => {
  const agents = new Agents();
  agents.changed('a', []);
  expect(concerned(agents, 'a', ['importer.ts'])).toEqual(['importer.ts']);
  agents.changed('b', []);
  expect(concerned(agents, 'a', ['importer.ts'])).toEqual([]);
  agents.ended('b', false);
  expect(concerned(agents, 'a', ['importer.ts'])).toEqual(['importer.ts']);
});

test('a subagent that has changed nothing is not reminded, and none is for ever', () => {
  const agents = new Agents();
  expect(concerned(agents, 'reader', ['a.ts'])).toBeUndefined();
  agents.changed('a', ['/w/a.ts']);
  agents.ended('a', true);
  agents.changed('a', ['/w/a.ts']);
  expect(concerned(agents, 'a', ['a.ts'])).toBeUndefined();
  agents.changed('a', ['/w/a.ts']);
  expect(concerned(agents, 'a', ['a.ts'])).toEqual(['a.ts']);
});

test('REQ-DIAG-010: a subagent that was killed is none once the turn of the session has ended', () => {
  const agents = new Agents();
  agents.changed('killed', ['/w/a.ts']);
  agents.changed('goes on', ['/w/b.ts']);
  agents.ended('goes on', true);
  agents.turnEnded();
  expect(concerned(agents, 'goes on', ['b.ts'])).toBeUndefined();
  agents.changed('next', ['/w/c.ts']);
  expect(concerned(agents, 'next', ['a.ts', 'c.ts', 'importer.ts'])).toEqual(['c.ts', 'importer.ts']);
});
