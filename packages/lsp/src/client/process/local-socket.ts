import { asStreams, type SocketStreams } from './socket-streams.ts';

/**
 * Connects to a socket (on Windows, a named pipe) on which one of our servers listens, on this
 * machine. Undefined where none listens.
 *
 * @param path absolute
 */
export async function connectLocal(path: string): Promise<SocketStreams | undefined> {
  try {
    const { data } = await Bun.connect<SocketStreams>({ unix: path, socket: asStreams() });
    return data;
  } catch {
    return undefined;
  }
}
