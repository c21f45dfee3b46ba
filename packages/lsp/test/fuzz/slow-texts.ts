import { once } from '../../../../scripts/lib/fuzz/slow.ts';
import type { FuzzTarget } from '../../../../scripts/lib/fuzz/target.ts';
import { readers } from './readers.ts';

const eight = (name: string): string => `\${${name}}`.repeat(8);

/** Each took seconds for some kilobytes, or for ever. */
export const found: FuzzTarget['found'] = {
  'comments between two words, 33 KB for ever': once(readers, 'imports-javascript', {
    unit: `import ${'/**/'.repeat(26)} x\n`,
  }),
  'an import before a comment without an end': once(readers, 'imports-typescript', { unit: 'import /* ' }),
  'a comment line after another, each with an import': once(readers, 'imports-typescript', {
    head: '/**\n',
    unit: '* import "x"\n',
  }),
  'one word of a directive on one line': once(readers, 'imports-javascript', { unit: 'reference ' }),
  'blanks behind from': once(readers, 'imports-python', { unit: `from${' '.repeat(4000)}\n` }),
  'one module many times': once(readers, 'moves-python', { head: 'import (', unit: ')a ' }),
  'lists without an end': once(readers, 'imports-python', { unit: 'from . import (\n' }),
  'a module of a hundred thousand parts': once(readers, 'imports-python', { head: 'import ', unit: 'a.' }),
  'headers without an end': once(readers, 'imports-c', { unit: 'include <a' }),
  'tags without an end': once(readers, 'xml', { unit: '<' }),
  'properties in properties': once(readers, 'pom', {
    head: `<properties><a>${eight('b')}</a><b>${eight('c')}</b><c>${eight('a')}</c></properties>`,
    unit: '<groupId>${a}</groupId>',
  }),
  'a word without an end in settings': once(readers, 'settings-code', { unit: 'a./' }),
  'names of files in settings': once(readers, 'settings-data', { unit: "'./a' .a.rc " }),
  'blanks in a build script': once(readers, 'gradle', { unit: ' ' }),
  'blocks at the top of a build script': once(readers, 'gradle', { unit: 'a{}' }),
  'blocks in blocks': once(readers, 'gradle', { head: 'dependencies {', unit: '{' }),
  'a long value in many places': once(readers, 'gradle', {
    head: `x = "${'y'.repeat(10_000)}"\ndependencies {`,
    unit: '$x',
  }),
  'escaped quotes': once(readers, 'symbols-typescript', { head: '"', unit: '\\"' }),
  'regular expressions without an end': once(readers, 'symbols-typescript', { unit: '=/[' }),
  'raw strings without an end': once(readers, 'symbols-rust', { unit: 'r#"' }),
  'numbers and quotes': once(readers, 'symbols-cpp', { unit: "1'" }),
  'type parameters without an end': once(readers, 'labels', { unit: 'a<' }),
  'links without an end': once(readers, 'hover', { unit: '[a](file:' }),
  'words of a union': once(readers, 'findings', { unit: 'a' }),
  'more words than a call takes': once(readers, 'fixes', { unit: '`' }),
  'folders of any number in a pattern': once(readers, 'pyright-glob', { unit: '**/a' }),
  'stars in a target': once(readers, 'package-exports', { unit: '*' }),
  'many places of one line': once(readers, 'columns', { unit: 'é' }),
  'a quoted path of slashes that does not end': once(readers, 'named-paths', { head: '"', unit: '/' }),
  'beginnings of tokens in a variable': once(readers, 'variables', { unit: '-eyJ' }),
  'empty lines in build files': once(readers, 'go-mod', { unit: '\n' }),
};
