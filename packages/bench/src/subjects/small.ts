import { swap } from '../edits.js';
import type { BenchSubject } from './subject.js';

/** A workspace of one source file. */
export interface SmallSubject extends Pick<BenchSubject, 'id' | 'title' | 'server' | 'edited' | 'breaks'> {
  readonly text: string;
  /** What makes a project of it, by name. */
  readonly files: Readonly<Record<string, string>>;
}

export const SMALL_SUBJECTS: readonly SmallSubject[] = [
  {
    id: 'one-file-gopls',
    title: 'gopls',
    server: 'gopls',
    edited: 'main.go',
    text: 'package main\n\nimport "fmt"\n\nfunc main() {\n\tvar number int = 1\n\tfmt.Println(number)\n}\n',
    files: { 'go.mod': 'module example.com/small\n\ngo 1.21\n' },
    breaks: [swap('int = 1', 'int = "text"', 'IncompatibleAssign')],
  },
  {
    id: 'one-file-typescript7',
    title: 'TypeScript 7',
    server: 'typescript7',
    edited: 'a.ts',
    text: 'export const number: number = 1;\n',
    files: { 'tsconfig.json': '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] } }\n' },
    breaks: [swap('= 1', '= "text"', 2322)],
  },
  {
    id: 'one-file-pyright',
    title: 'pyright',
    server: 'pyright',
    edited: 'a.py',
    text: 'import os\n\nnumber: int = 1\nprint(os.path.join("a", str(number)))\n',
    files: {},
    breaks: [swap('int = 1', 'int = "text"', 'reportAssignmentType')],
  },
];
