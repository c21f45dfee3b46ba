import { parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { Machine } from './machine.js';

/** With our entry, the user's change, and without our entry. */
async function through(
  machine: Machine,
  path: string,
  change: (text: string) => string,
  work: (machine: Machine) => Promise<unknown> = (user) => user.uninstall('opencode', { scope: 'project' }),
): Promise<string> {
  await machine.install('opencode', { scope: 'project' });
  expect(machine.read(path)).toContain('opencode-plugin.js');
  machine.write(path, change(machine.read(path)));
  await work(machine);
  return machine.read(path);
}

const FORMS = [
  [
    'a comment behind the last element',
    '{\n  "model": "a/b",\n  "plugin": [\n    "opencode-wakatime", // keeps my hours\n  ],\n}\n',
  ],
  [
    'the same without a comma',
    '{\n  "model": "a/b",\n  "plugin": [\n    "opencode-wakatime" // keeps my hours\n  ]\n}\n',
  ],
  ['a comment in a list that is empty', '{\n  "model": "a/b",\n  "plugin": [\n    // none yet\n  ]\n}\n'],
  ['a comment between brackets', '{ "model": "a/b", "plugin": [ /* none */ ] }\n'],
  ['a comment behind the last property', '{\n  "model": "a/b" // keep me\n}\n'],
  ['a comment behind its comma', '{\n  "model": "a/b", // keep me\n}\n'],
  [
    'comments on lines of their own',
    '{\n  // first\n  "model": "a/b",\n  "plugin": [\n    /* one */ "a", /* two */\n    // "off",\n  ]\n  // last\n}\n',
  ],
  [
    'a list on one line, beside unusual blanks',
    '{\n\t"model": "a/b" ,\n\t"o": {"command":"x","args":["a"]},\n\t"plugin": [ "a","b" ]\n}',
  ],
  ['a file on one line', '{"model":"a/b","o":{"command":"x","args":["a"]}}'],
  ['a file on one line with a list', '{"$schema":"x","model":"a/b","plugin":["a"]}\n'],
  ['Windows lines', '{\r\n    "model": "a/b",\r\n    "plugin": [\r\n        "a" // one\r\n    ]\r\n}\r\n'],
  [
    'brackets on the lines of what they hold',
    '{ "model": "a/b",\n  "plugin": [["a", {\n    "x": 1\n  }]]}\n',
  ],
  ['a comma that begins a line', '{ "model": "a/b"\n, "plugin":\n  [ "a"\n  , "b"\n  ]\n}\n'],
] as const;

test.each(FORMS)('%s: after an edit, an uninstallation gives every other byte back', async (_, text) => {
  const machine = new Machine();
  machine.write('opencode.jsonc', text);
  const edit = (one: string): string => one.replace('a/b', 'a/c');
  expect(await through(machine, 'opencode.jsonc', edit)).toBe(edit(text));
});

test.each(FORMS)('%s: an entry of another installation is replaced, and all else stays', async (_, text) => {
  const machine = new Machine();
  machine.write('opencode.jsonc', text);
  const elsewhere = '/elsewhere/node_modules/@vybestack/llxprt-lsp/dist/opencode-plugin.js';
  const move = (one: string): string =>
    one.replace(/"[^"]*\/dist\/opencode-plugin\.js"/, JSON.stringify(elsewhere));
  await machine.install('opencode', { scope: 'project' });
  const written = machine.read('opencode.jsonc');
  // As if a copy of the program at another place had written it.
  const [receipt = ''] = Object.keys(machine.tree()).filter((path) => /installed\/.*\.json$/.test(path));
  const receiptPath = `~/${receipt.split('/').slice(1).join('/')}`;
  const stored = JSON.parse(machine.read(receiptPath)) as { files: { written: string }[] };
  const files = stored.files.map((file) => ({ ...file, written: move(file.written) }));
  machine.write(receiptPath, JSON.stringify({ ...stored, files }));
  machine.write('opencode.jsonc', move(written).replace('a/b', 'a/c'));
  expect((await machine.install('opencode', { scope: 'project' })).code).toBe(0);
  expect(machine.read('opencode.jsonc')).toBe(written.replace('a/b', 'a/c'));
});

test.each([
  [
    'another entry behind ours, with a comment between',
    (one: string) => one.replace(/(opencode-plugin\.js")/, '$1, // of llxprt\n    // mine:\n    "next"'),
    '{\n  "plugin": [\n    "a",\n    // of llxprt\n    // mine:\n    "next"\n  ]\n}\n',
  ],
  [
    'another entry on the line of ours',
    (one: string) => one.replace(/(opencode-plugin\.js")/, '$1, "next"'),
    '{\n  "plugin": [\n    "a",\n    "next"\n  ]\n}\n',
  ],
  [
    'a comment behind ours',
    (one: string) => one.replace(/(opencode-plugin\.js")/, '$1 // that one'),
    '{\n  "plugin": [\n    "a"\n    // that one\n  ]\n}\n',
  ],
  ['our entry is the only one', (one: string) => one.replace(/"a",\s*/, ''), '{\n  "plugin": []\n}\n'],
  [
    'our entry is the first one of a line',
    (one: string) => one.replace(/"a",\s*("[^"]*")\s*/, '$1, "a"'),
    '{\n  "plugin": [\n    "a"]\n}\n',
  ],
  [
    'a line comment before ours, and the bracket behind it',
    (one: string) => one.replace(/"a",\s*("[^"]*")\s*/, '"a", // c\n    $1'),
    '{\n  "plugin": [\n    "a" // c\n    ]\n}\n',
  ],
])('%s: only ours goes', async (_, change, expected) => {
  const machine = new Machine();
  const named = '{\n  "$schema": "mine",\n';
  machine.write('opencode.jsonc', `${named}  "plugin": [\n    "a"\n  ]\n}\n`);
  expect(await through(machine, 'opencode.jsonc', change)).toBe(named + expected.slice(2));
});

test('a list that we have made stays for the comment that a person has written there', async () => {
  const machine = new Machine();
  machine.write('opencode.jsonc', '{\n  "$schema": "mine"\n}\n');
  const rest = await through(machine, 'opencode.jsonc', (text) =>
    text.replace('"plugin": [', '"plugin": [ // mine'),
  );
  expect(rest).toBe('{\n  "$schema": "mine",\n  "plugin": [ // mine\n  ]\n}\n');
});

test('a file that we have made stays for the comment that a person has written there', async () => {
  const machine = new Machine();
  expect(await through(machine, 'opencode.json', (text) => `// mine\n${text}`)).toBe('// mine\n{}\n');
});

test('a comment inside our own entry: nothing is taken back, and the command says why', async () => {
  const machine = new Machine();
  await machine.install('claude');
  machine.write(
    '~/.claude.json',
    machine.read('~/.claude.json').replace('"llxprt": {', '"llxprt": { // mine'),
  );
  const before = machine.tree();
  const { code, err } = await machine.uninstall('claude');
  expect(err).toContain(
    '~/.claude.json: has a comment in mcpServers.llxprt that would be lost; take our entries out by hand',
  );
  expect(code).toBe(2);
  expect(machine.tree()).toEqual(before);
});

test('a comment behind the last hook of an event stays', async () => {
  const machine = new Machine();
  const audit = '{ "hooks": [{ "type": "command", "command": "audit" }] } // my audit log: never remove';
  const text = `{\n  "theme": "dark",\n  "hooks": {\n    "AfterTool": [\n      ${audit}\n    ]\n  }\n}\n`;
  machine.write('.gemini/settings.json', text);
  await machine.install('gemini', { scope: 'project' });
  expect(machine.read('.gemini/settings.json')).toContain(audit.replace('} //', '}, //'));
  const edit = (one: string): string => one.replace('dark', 'light');
  machine.write('.gemini/settings.json', edit(machine.read('.gemini/settings.json')));
  expect((await machine.uninstall('gemini', { scope: 'project' })).code).toBe(0);
  expect(machine.read('.gemini/settings.json')).toBe(edit(text));
});

test('what is added to a file on one line stands on that line', async () => {
  const machine = new Machine();
  machine.write('opencode.json', '{"$schema":"x","plugin":["a"]}');
  await machine.install('opencode', { scope: 'project' });
  const text = machine.read('opencode.json');
  expect(text).toMatch(/^\{"\$schema":"x","plugin":\["a", ".*"\]\}$/);
  expect(parse(text)).toMatchObject({
    plugin: ['a', expect.stringContaining('opencode-plugin.js') as string],
  });
});
