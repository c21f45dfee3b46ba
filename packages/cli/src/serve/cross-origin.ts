import type { Access, Head } from './guards.js';

/**
 * Answers the preflight request that a browser sends before a page's own request. It carries no
 * token, and its answer reveals only which headers may be sent.
 */
export function answerPreflight({ method, headers }: Head, { origins }: Access): Response | undefined {
  if (
    method !== 'OPTIONS' ||
    !headers.has('access-control-request-method') ||
    !origins.has(originOf(headers))
  )
    return undefined;
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'POST, DELETE',
      'Access-Control-Allow-Headers':
        'Authorization, Content-Type, Accept, Mcp-Session-Id, Mcp-Protocol-Version',
      'Access-Control-Max-Age': '600',
    },
  });
}

/** Lets a page of an allowed origin read the answer. */
export function shareWith({ headers }: Head, { origins }: Access, answer: Response): Response {
  if (!origins.has(originOf(headers))) return answer;
  answer.headers.set('Access-Control-Allow-Origin', headers.get('origin') ?? '');
  answer.headers.set('Access-Control-Expose-Headers', 'Mcp-Session-Id, WWW-Authenticate, Retry-After');
  answer.headers.append('Vary', 'Origin');
  return answer;
}

function originOf(headers: Headers): string {
  return headers.get('origin')?.toLowerCase() ?? '';
}

/**
 * The origin as browsers send it, from what a user writes; undefined if the text is no origin.
 *
 * Schemes that URL knows nothing of (`vscode-webview:`) have an origin, too, and no default port.
 */
export function parseOrigin(text: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]+\/?$/i.test(text)) return undefined;
  if (/^https?:/i.test(text)) return URL.canParse(text) ? new URL(text).origin : undefined;
  return text.replace(/\/$/, '').toLowerCase();
}
