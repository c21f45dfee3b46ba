import { isJsonContentType } from '@modelcontextprotocol/sdk/shared/mediaType.js';
import { MAX_REQUEST_BYTES } from './limits.js';
import { refuse } from './refusal.js';
import { sameSecret } from './token.js';

/** The only path that serves MCP. */
export const ENDPOINT = '/mcp';

const HTTP_PORT = 80;

/** What is known of a request before its body is read. */
export interface Head {
  readonly method: string;
  /** As it stands in the request line. */
  readonly target: string;
  readonly headers: Headers;
  /** The port that the request came to. */
  readonly port: number;
}

export interface Access {
  readonly token: string;
  /** The web pages that may send requests. A request without `Origin` comes from no web page. */
  readonly origins: ReadonlySet<string>;
  /** The revisions of MCP that may be negotiated. */
  readonly revisions: readonly string[];
}

/**
 * Whether a request is refused before its body is read; undefined where it is not. The order keeps
 * what a refusal reveals small: host and origin are checked first, then the token, then the rest.
 */
export function refuseByHead(head: Head, access: Access): Response | undefined {
  return (
    foreign(head, access) ??
    unauthorised(head, access) ??
    misplaced(head) ??
    (head.method === 'POST' ? unreadable(head) : undefined)
  );
}

/**
 * DNS rebinding: a web page whose own name has been made to point to this machine sends that name
 * as `Host`.
 */
function foreign({ headers, port }: Head, { origins }: Access): Response | undefined {
  const host = headers.get('host')?.toLowerCase() ?? '';
  // Clients leave HTTP's default port out.
  const authority = port === HTTP_PORT && !host.includes(':') ? `${host}:${port}` : host;
  if (authority !== `127.0.0.1:${port}` && authority !== `localhost:${port}`)
    return refuse(403, 'The Host header does not name this server');
  const origin = headers.get('origin');
  if (origin !== null && !origins.has(origin.toLowerCase()))
    return refuse(403, 'Requests from this origin are not allowed');
  return undefined;
}

function unauthorised({ headers }: Head, { token }: Access): Response | undefined {
  const authorization = headers.get('authorization');
  const given = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (given !== undefined && sameSecret(given, token)) return undefined;
  const challenge = `Bearer realm="llxprt-lsp"${authorization === null ? '' : ', error="invalid_token"'}`;
  return refuse(401, 'A valid bearer token is required', { headers: { 'WWW-Authenticate': challenge } });
}

function misplaced({ method, target }: Head): Response | undefined {
  if (target !== ENDPOINT) return refuse(404, `There is nothing here but ${ENDPOINT}`);
  // A GET would open a stream for messages that the server sends unasked. This server sends none.
  if (method !== 'POST' && method !== 'DELETE')
    return refuse(405, 'Only POST and DELETE are allowed', { headers: { Allow: 'POST, DELETE' } });
  return undefined;
}

function unreadable({ headers }: Head): Response | undefined {
  if (!isJsonContentType(headers.get('content-type')))
    return refuse(415, 'The Content-Type must be application/json');
  if ((headers.get('content-encoding') ?? 'identity') !== 'identity')
    return refuse(415, 'The body must not be compressed');
  if (Number(headers.get('content-length') ?? 0) > MAX_REQUEST_BYTES) return tooLarge();
  return undefined;
}

export function tooLarge(): Response {
  return refuse(413, `A request has at most ${MAX_REQUEST_BYTES} bytes`);
}

/**
 * Checked after the body: a client that names no revision uses the one that was negotiated.
 *
 * @param revisions that may be negotiated
 */
export function refuseByRevision({ headers }: Head, revisions: readonly string[]): Response | undefined {
  const revision = headers.get('mcp-protocol-version');
  if (revision === null || revisions.includes(revision)) return undefined;
  return refuse(400, `The protocol revision is one of ${revisions.join(', ')}`);
}
