import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LspConfig, ServerConfig } from '@vybestack/llxprt-lsp-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { change, patch, type Call } from './support/calls.js';
import { describeWith } from './support/needs.js';
import { Session } from './support/session.js';
import type { Tree } from './support/workspace.js';

/** What a call breaks: the heading under which a model reads it, the file, and line and code of each error. */
interface Broken {
  readonly under: 'LSP diagnostics after edit:' | 'LSP errors detected in other files:';
  readonly file: string;
  readonly errors: readonly string[];
}

/** A call that breaks something, and the call that mends it. */
type Case = [what: string, call: Call, broken: Broken, mend: Call];

const [EDITED, OTHERS] = ['LSP diagnostics after edit:', 'LSP errors detected in other files:'] as const;

function breaksAndMends(
  files: Tree,
  servers: () => Readonly<Record<string, ServerConfig>>,
  cases: readonly Case[],
  tuning: Partial<LspConfig> = {},
): void {
  let session: Session;
  beforeAll(async () => {
    session = await Session.open({ files, linked: true, lsp: { servers: servers(), ...tuning } });
  });
  afterAll(() => session.close());

  it.each(cases)(
    'REQ-DIAG-010, REQ-DIAG-015, REQ-DIAG-040: %s breaks and mends',
    async (_what, call, broken, mend) => {
      expect(brokenIn((await session.call(call)).found)).toEqual(broken);
      expect((await session.call(mend)).found).toBe('');
    },
  );

  it('in the end all is as it was', () => {
    for (const [file, text] of Object.entries(files)) expect(session.workspace.read(file)).toBe(text);
  });
}

/** The words are the compiler's, and another version may choose others. */
function brokenIn(text: string): unknown {
  const [, under, file, lines = ''] =
    /^(.*)\n<diagnostics file="([^"]*)">\n([^]*)\n<\/diagnostics>$/.exec(text) ?? [];
  const errors = lines.split('\n').map((line) => line.replace(/^ERROR \[(\d+):\d+\] .+ \((\w+)\)$/, '$1 $2'));
  return file === undefined ? text : { under, file, errors };
}

const GO_PRICES = `package prices

type Item struct {
	Name  string
	Cents int
}

func Of(item Item) int {
	return item.Cents
}
`;

const GO_CART = `package cart

import "example.test/shop/prices"

func Total(items []prices.Item) int {
	sum := 0
	for _, item := range items {
		sum += prices.Of(item)
	}
	return sum
}
`;

const GO_WRONG_CART = GO_CART.replace('prices.Of(item)', 'prices.Cost(item)').replace(
  ') int {',
  ') string {',
);

describeWith(
  ['go', 'gopls'],
  'Go, in a workspace with spaces and # in its path, named by a symbolic link',
  () => {
    const files = {
      'go.mod': 'module example.test/shop\n\ngo 1.21\n',
      'prices/prices.go': GO_PRICES,
      'cart/cart.go': GO_CART,
    };
    breaksAndMends(files, () => ({}), [
      [
        'edit',
        change('edit', 'cart/cart.go', 'prices.Of(item)', 'prices.Of(item.Cents)'),
        { under: EDITED, file: 'cart/cart.go', errors: ['8 IncompatibleAssign'] },
        change('edit', 'cart/cart.go', 'prices.Of(item.Cents)', 'prices.Of(item)'),
      ],
      [
        'write_file, whose error is in a file that was never opened,',
        change('write_file', 'prices/prices.go', '', GO_PRICES.replace('item Item', 'item Item, off int')),
        { under: OTHERS, file: 'cart/cart.go', errors: ['8 WrongArgCount'] },
        change('write_file', 'prices/prices.go', '', GO_PRICES),
      ],
      [
        'apply_patch, where the old name would be an error in the other file,',
        patch(
          ['cart/cart.go', GO_CART, GO_WRONG_CART],
          ['prices/prices.go', GO_PRICES, GO_PRICES.replace('func Of', 'func Cost')],
        ),
        { under: EDITED, file: 'cart/cart.go', errors: ['10 IncompatibleAssign'] },
        patch(
          ['prices/prices.go', GO_PRICES.replace('func Of', 'func Cost'), GO_PRICES],
          ['cart/cart.go', GO_WRONG_CART, GO_CART],
        ),
      ],
    ]);
  },
);

describeWith(
  ['go', 'gopls'],
  'Go, where every tool is to speak of other files, in modules that nobody opened',
  () => {
    const files = {
      'shop/go.mod': 'module example.test/shop\n\ngo 1.21\n',
      'shop/prices/prices.go': GO_PRICES,
      'till/go.mod':
        'module example.test/till\n\ngo 1.21\n\nrequire example.test/shop v0.0.0\n\nreplace example.test/shop => ../shop\n',
      'till/cart/cart.go': GO_CART,
    };
    const [narrow, wide] = ['func Of(item Item) int', 'func Of(item Item, off int) int'];
    const broken = { under: OTHERS, file: 'till/cart/cart.go', errors: ['8 WrongArgCount'] } as const;
    const widened = GO_PRICES.replace(narrow, wide);
    breaksAndMends(
      files,
      () => ({}),
      [
        [
          'edit',
          change('edit', 'shop/prices/prices.go', narrow, wide),
          broken,
          change('edit', 'shop/prices/prices.go', wide, narrow),
        ],
        [
          'apply_patch',
          patch(['shop/prices/prices.go', GO_PRICES, widened]),
          broken,
          patch(['shop/prices/prices.go', widened, GO_PRICES]),
        ],
      ],
      { otherFiles: 'always' },
    );
  },
);

const RUST_PRICES = `pub struct Item {
    pub name: String,
    pub cents: u32,
}

pub fn price_of(item: &Item) -> u32 {
    item.cents
}
`;

const RUST_CART = `use crate::prices::{price_of, Item};

pub fn total(items: &[Item]) -> u32 {
    items.iter().map(|item| price_of(item)).sum()
}
`;

const RUST_WRONG_CART = RUST_CART.replaceAll('price_of', 'cost_of').replace('-> u32', '-> String');

describeWith(
  ['cargo'],
  'Rust, in a workspace with spaces and # in its path, named by a symbolic link',
  () => {
    let target: string;
    beforeAll(() => {
      target = mkdtempSync(join(tmpdir(), 'lsp e2e target '));
    });
    afterAll(() => rmSync(target, { recursive: true, force: true }));
    const files = {
      'Cargo.toml': '[package]\nname = "shop"\nversion = "1.0.0"\nedition = "2021"\n',
      'src/lib.rs': 'pub mod cart;\npub mod prices;\n',
      'src/prices.rs': RUST_PRICES,
      'src/cart.rs': RUST_CART,
    };
    breaksAndMends(files, () => ({ cargo: { env: { CARGO_TARGET_DIR: target } } }), [
      [
        'edit',
        change('edit', 'src/cart.rs', 'price_of(item)', 'price_of(item.cents)'),
        { under: EDITED, file: 'src/cart.rs', errors: ['4 E0308'] },
        change('edit', 'src/cart.rs', 'price_of(item.cents)', 'price_of(item)'),
      ],
      [
        'edit, with a fault that rust-analyzer does not see,',
        change(
          'edit',
          'src/prices.rs',
          '    item.cents\n',
          '    let name = item.name;\n    item.cents + name.len() as u32\n',
        ),
        { under: EDITED, file: 'src/prices.rs', errors: ['7 E0507'] },
        change(
          'edit',
          'src/prices.rs',
          '    let name = item.name;\n    item.cents + name.len() as u32\n',
          '    item.cents\n',
        ),
      ],
      [
        'write_file, whose error is in a file that was never opened,',
        change(
          'write_file',
          'src/prices.rs',
          '',
          RUST_PRICES.replace('item: &Item', 'item: &Item, off: u32').replace(
            'item.cents',
            'item.cents - off',
          ),
        ),
        { under: OTHERS, file: 'src/cart.rs', errors: ['4 E0061'] },
        change('write_file', 'src/prices.rs', '', RUST_PRICES),
      ],
      [
        'apply_patch, where the old name would be an error in the other file,',
        patch(
          ['src/cart.rs', RUST_CART, RUST_WRONG_CART],
          ['src/prices.rs', RUST_PRICES, RUST_PRICES.replace('price_of', 'cost_of')],
        ),
        { under: EDITED, file: 'src/cart.rs', errors: ['4 E0277'] },
        patch(
          ['src/prices.rs', RUST_PRICES.replace('price_of', 'cost_of'), RUST_PRICES],
          ['src/cart.rs', RUST_WRONG_CART, RUST_CART],
        ),
      ],
    ]);
  },
);
