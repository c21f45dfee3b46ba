import { SUBJECTS } from '../accuracy/subjects.js';
import type { Subject } from '../accuracy/subject.js';
import { C, GO, type Names, PYTHON, RUST, TYPESCRIPT } from './symbols-of.js';

/** A real project whose symbols are changed. */
export interface RefactoredSubject extends Pick<
  Subject,
  'id' | 'language' | 'title' | 'compiler' | 'makeWorkspace' | 'judge'
> {
  /** Which files declare the symbols, relative to the workspace. */
  readonly edits: (file: string) => boolean;
  readonly names: Names;
}

const NAMES = { typescript: TYPESCRIPT, pyright: PYTHON, gopls: GO, cargo: RUST } as const;
const CHOSEN = (
  'query-core-ts5 query-core-ts7 origins-rxjs-ts7 click-pyright origins-markdown-pyright ' +
  'chi-go origins-toml-go regex-syntax-rust origins-textwrap-rust'
).split(' ');

const isNamed = (server: string): server is keyof typeof NAMES => Object.hasOwn(NAMES, server);

const measured = SUBJECTS.filter(({ id }) => CHOSEN.includes(id)).flatMap((subject): RefactoredSubject[] => {
  return isNamed(subject.server)
    ? [{ ...subject, id: subject.id.replace('origins-', ''), names: NAMES[subject.server] }]
    : [];
});

export const REFACTORED: readonly RefactoredSubject[] = [
  ...measured,
  ...SUBJECTS.filter(({ id }) => id === 'zlib-c').map((subject) => ({
    ...subject,
    edits: (file: string) => /^src\/\w+\.c$/.test(file),
    names: C,
  })),
];
