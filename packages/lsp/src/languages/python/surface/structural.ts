import { words } from '../../../backend/imports/keywords.ts';

/** What a module says that declares classes by the names of their members. */
export const STRUCTURAL_MARK = 'Protocol';

/** Members of such classes of the standard library, by its stubs; those that have a syntax of their own aside. */
export const STRUCTURAL_MEMBERS = words(
  'aclose adjustable arraysize as_integer_ratio asend athrow avoids_symlink_attacks block_size ' +
    'buffer_updated characters close closed commit connection_lost connection_made copy createDocument ' +
    'createDocumentType create_default_context cursor data_received datagram_received decode decompress ' +
    'description detach digest digest_size dnd_end encode endDocument endElement endElementNS ' +
    'endPrefixMapping eof eof_received err_msg error error_received exc_traceback exc_type exc_value ' +
    'execute executemany exists fatalError fetchall fetchmany fetchone fileno filter finalize find_spec ' +
    'flush get get_all get_buffer getbuffer handle handleError hasFeature height hexdigest ' +
    'ignorableWhitespace implementation inverse is_dir is_file is_symlink isatty items iterdir iteritems ' +
    'joinpath json keys load_module max_count mode monotonic name notationDecl object open parent parse ' +
    'pipe_connection_lost pipe_data_received process_exited processingInstruction put_nowait read read1 ' +
    'read_bytes read_text readable readinto readline readlines resolution resolveEntity result rowcount ' +
    'run search seek seekable send setDocumentLocator setinputsizes setoutputsize skippedEntity ' +
    'startDocument startElement startElementNS startPrefixMapping stderr stdin stdout step tell throw ' +
    'timetuple truncate unparsedEntityDecl unused_data update value value_parser warning width writable ' +
    'write writelines writeln',
);
