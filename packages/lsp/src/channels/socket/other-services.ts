import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { connectLocal } from '../../client/process/local-socket.ts';
import type { ServerUse } from '../../engine/session/pool/memory-policy.ts';
import { isObject, parseJson } from '../../support/json.ts';
import { withinMs } from '../../support/within-ms.ts';
import { namesIn } from '../../support/folders.ts';
import type { SharedHello } from '../../types.ts';

/** One that hangs is left out, ms. */
const ANSWER_MS = 1000;
/** Bytes. */
const MAX_ANSWER = 4 * 1024 * 1024;

/** The servers of the services whose sockets are beside this one, as they say it. Never rejects. */
export async function serversOfOthers(own: string): Promise<readonly ServerUse[]> {
  const folder = dirname(own);
  const others = namesIn(folder).filter((name) => /^s-[0-9a-f]+$/.test(name) && name !== basename(own));
  const sockets = others.map((name) => join(folder, name)).filter(isSocket);
  return (await Promise.all(sockets.map(serversAt))).flat();
}

/** A link is none: it may lead to the socket of another program. */
function isSocket(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true;
}

async function serversAt(path: string): Promise<ServerUse[]> {
  const peer = await connectLocal(path);
  if (peer === undefined) return [];
  peer.write(`${JSON.stringify({ channel: 'state' } satisfies SharedHello)}\n`);
  const line = peer.line(MAX_ANSWER);
  await withinMs(line, ANSWER_MS);
  // A line that has not come is undefined from here.
  peer.close();
  return parseServers((await line) ?? '');
}

/** A service of another release may say less. */
function parseServers(line: string): ServerUse[] {
  const state = parseJson(line);
  const servers: unknown = isObject(state) ? state['servers'] : undefined;
  if (!Array.isArray(servers)) return [];
  return servers.flatMap((server: unknown): ServerUse[] => {
    const metrics: unknown = isObject(server) ? server['metrics'] : undefined;
    if (!isObject(metrics)) return [];
    const { memory, unused } = metrics;
    return typeof memory === 'number' && typeof unused === 'number' ? [{ memory, unused }] : [];
  });
}
