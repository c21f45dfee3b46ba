import * as v from 'valibot';
import { MAX_CANDIDATES } from '../../../engine/navigate/by-name/candidate.ts';
import {
  MAX_COORDINATE,
  MAX_CURSOR,
  MAX_FILE,
  MAX_NAME,
  MAX_PAGE_SIZE,
  MAX_SYMBOL,
  MAX_TEXT,
} from './limits.ts';
import { SYMBOL_KINDS } from './symbol-kinds.ts';

/** What the schemas of several tools have in common. */

export const coordinate = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_COORDINATE));
export const file = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(MAX_FILE),
  v.description('A file: a path relative to the workspace root, or an absolute one.'),
);

/** A position, or a name in place of one. */
export const symbolFields = {
  file: v.exactOptional(
    v.pipe(
      file,
      v.description(
        'Relative to the workspace root, or absolute. Without it the workspace is searched for `symbol`.',
      ),
    ),
  ),
  line: v.exactOptional(
    v.pipe(
      coordinate,
      v.description(
        '1-based. With `symbol` only a hint at which of several is meant; it may be off by a few lines.',
      ),
    ),
  ),
  character: v.exactOptional(
    v.pipe(
      coordinate,
      v.description('1-based, in UTF-16 code units, anywhere in the name. Not needed with `symbol`.'),
    ),
  ),
  symbol: v.exactOptional(
    v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(MAX_SYMBOL),
      v.description(
        'Its exact name instead of a position, also qualified: `Cart.total`, `cart::Cart::total`.',
      ),
    ),
  ),
};

export const pageSize = (standard: number, of: string) =>
  v.exactOptional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.description(`How many ${of} to return, ${standard} unless given, ${MAX_PAGE_SIZE} at most.`),
    ),
  );
export const cursor = v.exactOptional(
  v.pipe(
    v.nullable(v.pipe(v.string(), v.maxLength(MAX_CURSOR))),
    v.description(
      'The `nextCursor` of the page before, with all other arguments as they were then. Leave it out ' +
        'for the first page.',
    ),
  ),
);

export const line = v.pipe(coordinate, v.description('1-based.'));
export const character = v.pipe(coordinate, v.description('1-based, in UTF-16 code units.'));
export const ends = { endLine: line, endCharacter: v.pipe(coordinate, v.description('1-based, exclusive.')) };
export const range = v.strictObject({ line, character, ...ends });
export const path = v.pipe(v.string(), v.description('Relative to the workspace root, with `/`.'));
export const text = v.exactOptional(
  v.pipe(
    v.string(),
    v.maxLength(MAX_TEXT),
    v.description('The line of source, trimmed and, if it is long, cut around the place.'),
  ),
);
export const name = v.pipe(v.string(), v.maxLength(MAX_NAME));
export const kind = v.picklist(SYMBOL_KINDS);
export const container = v.exactOptional(v.pipe(name, v.description('What it is declared in.')));

export const holder = v.exactOptional(
  v.pipe(name, v.description('The symbol that it stands in: `Cart.total`.')),
);

export const location = v.strictObject({ file: path, ...range.entries, text });
export const candidate = v.strictObject({
  name,
  kind: v.exactOptional(kind),
  file: path,
  line,
  character,
  container,
  text,
});
export const target = v.pipe(
  v.strictObject({ name: v.exactOptional(name), file: path, line, character }),
  v.description(
    'What was asked about: where the name was found, or the position that was given. Left out on ' +
      'further pages.',
  ),
);

/** Common output of all tools that take a symbol query. */
export const pointed = {
  target: v.exactOptional(target),
  candidates: v.exactOptional(
    v.pipe(
      v.array(candidate),
      v.maxLength(MAX_CANDIDATES),
      v.description(
        'Only where `symbol` may mean several things, and then there is no other answer: ask again ' +
          'with the file and line of one of them.',
      ),
    ),
  ),
};
export const paged = {
  nextCursor: v.pipe(v.nullable(v.string()), v.description('Asks for the next page; null on the last one.')),
  total: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(0),
    v.description('How many there are on all pages together.'),
  ),
};
