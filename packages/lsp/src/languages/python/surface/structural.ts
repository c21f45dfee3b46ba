/** What a module says that declares classes by the names of their members. */
export const STRUCTURAL_MARK = 'Protocol';

/**
 * Members of such classes of the standard library, by its stubs: first those of one member, then those of
 * several, each behind a comma. Members that have a syntax of their own are left out.
 */
const OF_LIBRARY =
  'aclose as_integer_ratio avoids_symlink_attacks close create_default_context decode detach dnd_end ' +
  'encode fileno filter find_spec flush getbuffer handle handleError items iteritems keys load_module ' +
  'read readline resolveEntity run search tell timetuple write writeln, _condition _state _waiters ' +
  'result, aclose asend athrow, adjustable implementation monotonic resolution, arraysize close ' +
  'description execute executemany fetchall fetchmany fetchone rowcount setinputsizes setoutputsize, ' +
  'block_size copy digest digest_size hexdigest name update, characters endDocument endElement ' +
  'endElementNS endPrefixMapping ignorableWhitespace processingInstruction setDocumentLocator ' +
  'skippedEntity startDocument startElement startElementNS startPrefixMapping, close closed fileno ' +
  'flush isatty name read readable seekable truncate writable write, close closed flush read read1 ' +
  'readable readline readlines seek seekable tell writable, close closed flush read readable readinto ' +
  'seek seekable tell truncate, close closed flush seek seekable tell truncate writable write, close ' +
  'closed mode read, close commit cursor, close flush write, close read readline, close read seek, ' +
  'close read seek tell write, close seek write, createDocument createDocumentType hasFeature, ' +
  'decompress eof unused_data, err_msg exc_traceback exc_type exc_value object, error fatalError ' +
  'warning, exists is_dir is_file is_symlink, exists joinpath parent read_bytes read_text, fileno ' +
  'readline, finalize inverse step value, finalize step, flush write, flush write writelines, get ' +
  'put_nowait, get_all json, height width, is_dir is_file iterdir joinpath name open read_bytes, is_dir ' +
  'is_file iterdir name open read_bytes read_text, joinpath parent read_text, max_count parse ' +
  'value_parser, notationDecl unparsedEntityDecl, read readline, read readline readlines, read seek, ' +
  'read seek seekable, read seek tell, readable readinto, send throw';

const [SINGLE = [], ...SEVERAL] = OF_LIBRARY.split(', ').map((members) => members.trim().split(' '));
const PROTOCOLS = [...SINGLE.map((member) => [member]), ...SEVERAL];

/** A class of this text may be taken by some function of the standard library for this member of it. */
export function fitsLibrary(member: string, text: string): boolean {
  return PROTOCOLS.some(
    (members) =>
      members.includes(member) && members.every((other) => other === member || text.includes(other)),
  );
}

/** Whether a text may declare a member of this name: `def name`, `name: T`, `name = x`, `self.name = x`. */
export function declaresMember(name: string, text: string): boolean {
  const word = RegExp.escape(name);
  return new RegExp(`\\bdef\\s+${word}(?!\\w)|(?<!\\w)${word}\\s*(?::|=(?!=)|,|\\))`, 'u').test(text);
}

const HEAD = /\bdef\s+\w+[^(]*\(/gu;
const BRACKETS = /[()[\]{}]/g;

/** Whether there is a function whose result is not declared; in doubt, there is. */
export function mayTakeAny(text: string): boolean {
  return text.matchAll(HEAD).some(({ index, 0: head }) => {
    BRACKETS.lastIndex = index + head.length;
    // Brackets in texts are taken for others: then what follows is no arrow.
    for (let depth = 1; depth > 0;) {
      const bracket = BRACKETS.exec(text)?.[0];
      if (bracket === undefined) return true;
      depth += '([{'.includes(bracket) ? 1 : -1;
    }
    return !/^\s*->/.test(text.slice(BRACKETS.lastIndex, BRACKETS.lastIndex + 200));
  });
}
