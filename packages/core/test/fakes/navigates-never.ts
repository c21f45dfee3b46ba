/** Takes what the host writes on the navigation channel, and never says a word there. */
import { createReadStream } from 'node:fs';
import { serveHost } from './mcp.js';

createReadStream('', { fd: 3 }).resume();
await serveHost();
