import { goSubject, rustSubject } from './compiled.js';
import { eslintSubject, pythonSubject } from './other.js';
import type { Subject } from './subject.js';
import { typescriptSubjects } from './typescript.js';

export const SUBJECTS: readonly Subject[] = [
  ...typescriptSubjects,
  pythonSubject,
  eslintSubject,
  goSubject,
  rustSubject,
];
