import { basename } from 'node:path';
import type { ImportLanguage } from '../../backend/imports/imports.ts';
import { words } from '../../backend/imports/keywords.ts';
import { cImports } from './c-imports.ts';
import { CNaming } from './c-naming.ts';

const SETTINGS = /^(?:compile_(?:flags\.txt|commands\.json)|\.clangd)$/i;

export const cFamily: ImportLanguage = {
  reader: cImports,
  keywords: {
    reserved: words(`auto break case catch class const constexpr continue default delete do else enum extern false for friend goto if inline
      namespace new noexcept nullptr operator private protected public register return sizeof static struct switch template this throw true try
      typedef typename union using virtual volatile while`),
    contextual: words('bool char double float int long short signed unsigned void size_t std include define ifdef ifndef endif override final'),
  },
  affectsAll: (path) => SETTINGS.test(basename(path)),
  comment: /^\s*(?:\/\/|\/?\*)/,
  resolver: (root) => new CNaming(root),
};
