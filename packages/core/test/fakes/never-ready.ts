/** Starts, has a child already, and never says `lsp/ready`. */
import { connect, startLanguageServer } from './protocol.js';

console.error(`language server ${startLanguageServer()}`);
connect().listen();
