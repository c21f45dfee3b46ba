import { expect } from 'bun:test';

import { testWith } from '../../../../../test/real/needs.ts';
import { outcomeOf } from '../../../../../test/real/rename-suite.ts';
import { manifest, openRust } from './rust-language.ts';

const test = testWith('cargo', 'rust-analyzer');

const POINT = [
  '#[derive(Debug, PartialEq, Clone)]',
  'pub struct P {',
  '    // in bytes; not = in bits',
  '    pub x: i32,',
  '    pub y: i32,',
  '}',
  '',
].join('\n');

/** Of `x` a field and a variable of the same name. */
const USES = [
  'use crate::p::P;',
  '',
  'pub fn show(x: i32, y: i32) -> i32 {',
  '    println!("{} {x}", P { x, y }.x);',
  '    println!("{}", if y > x { x } else { y });',
  '    assert_eq!(',
  '        P { x: 1, y },',
  '        P {',
  '            // the first',
  '            x,',
  '            y',
  '        }',
  '    );',
  '    assert!(matches!(P { x, y: 1 }, P { x: 1, .. }));',
  '    let mut p = P { x, y };',
  '    let c = |x: i32| P { x, y: x };',
  '    c(1).x + p.x + x',
  '}',
  '',
  'pub fn parts(mut p: P) -> i32 {',
  '    let P { ref mut x, y: _ } = p;',
  '    *x += 1;',
  '    if let P { mut x, .. } = p.clone() {',
  '        x += 1;',
  '        return x;',
  '    }',
  '    assert!(matches!(p, P { ref x, .. } if *x > 1));',
  '    let _all = vec![p.clone()].iter().map(|P { x, .. }| x + 1).count();',
  '    p.x',
  '}',
  '',
].join('\n');

const FIELD = USES.replaceAll('P { x, y', 'P { z: x, y')
  .replaceAll('P { x:', 'P { z:')
  .replace('            x,', '            z: x,')
  .replaceAll(/\.x\b/g, '.z')
  .replaceAll(/\{ ((?:ref |mut )*)x, (y: _|\.\.)/g, '{ z: $1x, $2');
const VARIABLE = USES.replace('show(x:', 'show(z:')
  .replace('{} {x}", P { x, y', '{} {z}", P { x: z, y')
  .replace('y > x { x }', 'y > z { z }')
  .replace('            x,', '            x: z,')
  .replace('matches!(P { x, y: 1 }', 'matches!(P { x: z, y: 1 }')
  .replace('let mut p = P { x, y }', 'let mut p = P { x: z, y }')
  .replace('p.x + x', 'p.x + z');

test('a word that is a field and a variable at once, also in arguments of macros', async () => {
  await using lab = await openRust({
    servers: ['cargo', 'rust-analyzer'],
    files: {
      'Cargo.toml': manifest('demo'),
      'src/lib.rs': 'pub mod p;\npub mod uses;\n',
      'src/p.rs': POINT,
      'src/uses.rs': USES,
    },
    config: { navigationTimeout: 60_000 },
  });
  const rename = async (filePath: string, symbol: string, line: number): Promise<unknown> => {
    const result = await lab.sidecar.request('lsp/refactor', {
      kind: 'rename',
      filePath,
      symbol,
      line,
      newName: 'z',
    });
    // The variable of the name is no leftover.
    expect('mentions' in result ? result.mentions : []).toEqual([]);
    return outcomeOf(result);
  };
  expect(await rename('src/p.rs', 'x', 4)).toEqual({
    'src/p.rs': POINT.replace('pub x', 'pub z'),
    'src/uses.rs': FIELD,
  });
  expect(await rename('src/uses.rs', 'x', 3)).toEqual({ 'src/uses.rs': VARIABLE });
  expect(await rename('src/uses.rs', 'x', 21)).toEqual({
    'src/uses.rs': USES.replace('ref mut x', 'x: ref mut z').replace('*x += 1', '*z += 1'),
  });
});

/** The same of a name that is a keyword otherwise, with comments beside it. */
const RAW = [
  '#[derive(Debug, PartialEq, Clone)]',
  'pub struct P {',
  '    pub r#type: i32, // in bytes',
  '    pub y: i32,',
  '}',
  '',
  'pub fn make(r#type: i32, y: i32) -> i32 {',
  '    assert_eq!(',
  '        P { r#type: 1, y },',
  '        P {',
  '            // the first',
  '            r#type /* in bytes */, // here',
  '            y',
  '        }',
  '    );',
  '    println!("{} {}", P { r#type, y }.r#type, r#type);',
  '    assert!(matches!(P { r#type, y: 1 }, P { r#type: 1, .. }));',
  '    let p = P { r#type /* in bytes */, y };',
  '    let q = P {',
  '        /* in bytes */ r#type,',
  '        y,',
  '    };',
  '    p.r#type /* first */ + q.r#type // last',
  '}',
  '',
  'pub fn parts(p: P) -> i32 {',
  '    let P { ref r#type, .. } = p;',
  '    assert!(matches!(p, P { ref r#type, .. } if *r#type > 1));',
  '    if let P { mut r#type, .. } = p.clone() {',
  '        r#type += 1;',
  '        return r#type;',
  '    }',
  '    *r#type',
  '}',
  '',
].join('\n');

const rawField = (name: string): string =>
  RAW.replace('pub r#type', `pub ${name}`)
    .replaceAll(/\.r#type/g, `.${name}`)
    .replaceAll('r#type: 1', `${name}: 1`)
    .replaceAll(/(\{ |\*\/ |^ {12})((?:ref |mut )?)r#type(?=,| \/\*)/gm, `$1${name}: $2r#type`);
const rawVariable = (name: string): string => {
  const at = RAW.indexOf('pub fn parts');
  const own = RAW.slice(0, at)
    .replace('make(r#type', `make(${name}`)
    .replaceAll(/(\{ |\*\/ |^ {12})r#type(?=,| \/\*)/gm, `$1r#type: ${name}`)
    .replace(', r#type);', `, ${name});`);
  return own + RAW.slice(at);
};

test('a raw word that is a field and a variable at once, with comments beside it', async () => {
  await using lab = await openRust({
    servers: ['cargo', 'rust-analyzer'],
    files: { 'Cargo.toml': manifest('demo'), 'src/lib.rs': RAW },
    config: { navigationTimeout: 60_000 },
  });
  const rename = async (line: number, newName: string): Promise<unknown> =>
    outcomeOf(
      await lab.sidecar.request('lsp/refactor', {
        kind: 'rename',
        filePath: 'src/lib.rs',
        symbol: 'r#type',
        line,
        newName,
      }),
    );
  for (const name of ['kind', 'r#match']) {
    expect(await rename(3, name)).toEqual({ 'src/lib.rs': rawField(name) });
    expect(await rename(7, name)).toEqual({ 'src/lib.rs': rawVariable(name) });
  }
});
