import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from './run.js';
import type { Checked, Setup } from './setup.js';

const GO = {
  'go.mod': 'module example.com/demo\n\ngo 1.21\n\nrequire github.com/google/go-cmp v0.6.0\n',
  'main.go':
    'package main\n\nimport (\n\t"fmt"\n\n\t"github.com/google/go-cmp/cmp"\n)\n\n' +
    'func main() { fmt.Println(cmp.Diff(1, 2)) }\n',
};
const GO_SUM =
  'github.com/google/go-cmp v0.6.0 h1:ofyhxvXcZhMsU5ulbFiLKl/XBFqE1GSq7atu8tAmTRI=\n' +
  'github.com/google/go-cmp v0.6.0/go.mod h1:17dUlkBOakJ0+DkrSSNjCkIjxS6bF9zb3elmeNGIjoY=\n';
const CARGO = {
  'Cargo.toml':
    '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nitoa = "=1.0.15"\n',
  'src/main.rs': 'fn main() {\n    println!("{}", itoa::Buffer::new().format(1u8));\n}\n',
};

/** A file, and the command that judges its project. */
function judged(file: string, command: readonly string[], control: Checked['control']): Checked {
  return {
    file,
    control,
    async unresolved({ workspace, env }) {
      const { code, out } = await runTool(command, workspace, env);
      return code === 0 ? [] : out.split('\n').filter((line) => /^error|\.go:\d/.test(line));
    },
  };
}

const goFile = judged('main.go', ['go', 'vet', './...'], (text) =>
  text.replace('"fmt"', '"fmt"\n\t_ "example.org/nowhere"'),
);
const rustFile = judged(
  'src/main.rs',
  ['cargo', 'check', '--quiet'],
  (text) => `use nowhere_at_all::X;\n${text}`,
);

export const OTHERS: readonly Setup[] = [
  {
    id: 'go',
    title: 'a module that is downloaded',
    language: 'Go',
    madeBy: () => 'go',
    server: 'gopls',
    checked: [goFile],
    make: async (place) => {
      place.write({ ...GO, 'go.sum': GO_SUM });
      await place.run(['go', 'mod', 'download']);
    },
  },
  {
    id: 'cargo',
    title: 'a crate that is downloaded',
    language: 'Rust',
    madeBy: () => 'cargo',
    server: 'cargo',
    checked: [rustFile],
    make: async (place) => {
      place.write(CARGO);
      await place.run(['cargo', 'fetch', '--quiet']);
    },
  },
];

export const OTHERS_MISSING: readonly Setup[] = [
  {
    id: 'no-go',
    title: 'a module that is not downloaded',
    language: 'Go',
    madeBy: () => 'its files',
    server: 'gopls',
    checked: [{ ...goFile, unresolved: () => Promise.resolve([]) }],
    says: /^go\.mod: 1; go mod download$/,
    env: ({ home }) => ({ GOPROXY: 'off', GOMODCACHE: join(home, 'empty') }),
    make: (place) => {
      place.write({ ...GO, 'go.sum': GO_SUM });
      rmSync(join(place.home, 'empty'), { recursive: true, force: true });
      return Promise.resolve();
    },
  },
];
