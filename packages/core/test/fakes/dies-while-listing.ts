/** Is killed by the system when it is asked for its tools. */
import { kill, serveMcp } from './mcp.js';

await serveMcp(({ method }) => {
  if (method === 'tools/list') kill();
  return undefined;
});
