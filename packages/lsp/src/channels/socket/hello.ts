import { isObject, parseJson } from '../../support/json.ts';
import type { SharedHello } from '../../types.ts';

/** A hello whose settings are still to be checked. */
export type Hello =
  | Exclude<SharedHello, { channel: 'rpc' }>
  | (Omit<Extract<SharedHello, { channel: 'rpc' }>, 'config'> & { config: unknown });

/** `undefined` if it is not a hello to the service with this key. */
export function parseHello(line: string, key: string): Hello | undefined {
  const value = parseJson(line);
  if (!isObject(value)) return undefined;
  const { session, channel, host, config, catalog, id } = value;
  if (channel === 'state' || channel === 'stop') return { channel };
  if (channel === 'restart') return { channel, ...(typeof id === 'string' && { id }) };
  if (value['key'] !== key || typeof session !== 'string') return undefined;
  if (channel === 'mcp') return { key, session, channel };
  if (channel !== 'rpc' || !isObject(host)) return undefined;
  const { name, pid } = host;
  if (typeof name !== 'string' || typeof pid !== 'number') return undefined;
  if (catalog !== undefined && catalog !== 'lsp' && catalog !== 'vscode') return undefined;
  return { key, session, channel, host: { name, pid }, config, ...(catalog !== undefined && { catalog }) };
}
