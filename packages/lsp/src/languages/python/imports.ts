import { basename, sep } from 'node:path';
import type { ImportLanguage } from '../../backend/imports/imports.ts';
import { words } from '../../backend/imports/keywords.ts';
import { pythonImports } from './python-imports.ts';
import { PythonNaming } from './python-naming.ts';

const SETTINGS = /config.*\.json$|^(?:(?:pyproject|ty)\.toml|setup\.(?:cfg|py))$/i;

export const python: ImportLanguage = {
  reader: pythonImports,
  keywords: {
    reserved: words(`False None True and as assert async await break class continue def del elif else except finally for from global if import in is
      lambda nonlocal not or pass raise return try while with yield`),
    contextual: words('self cls int str float bool bytes object Any case match type print'),
  },
  affectsAll: (path) => SETTINGS.test(basename(path)) || path.includes(`${sep}site-packages`),
  comment: /^\s*#/,
  resolver: (root) => new PythonNaming(root),
};
