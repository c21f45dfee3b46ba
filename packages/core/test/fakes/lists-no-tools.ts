/** Greets, and has an error where its tools should be. */
import { serveMcp } from './mcp.js';

await serveMcp(({ method }) => (method === 'tools/list' ? new Error('no tools today') : undefined));
