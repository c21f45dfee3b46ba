import { goSubject, rustSubject } from './compiled.js';
import { eslintSubject, pythonSubject } from './other.js';
import type { BenchSubject } from './subject.js';
import { typescriptSubjects } from './typescript.js';

export const BENCH_SUBJECTS: readonly BenchSubject[] = [
  ...typescriptSubjects,
  pythonSubject,
  eslintSubject,
  goSubject,
  rustSubject,
];
