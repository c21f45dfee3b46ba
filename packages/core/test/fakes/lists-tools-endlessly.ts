/** Each page of its tools names a next one. */
import { serveMcp, tool } from './mcp.js';

let pages = 0;
await serveMcp(({ method }) =>
  method === 'tools/list' ? { tools: [tool(`lsp_${pages}`)], nextCursor: String(pages++) } : undefined,
);
