import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Served } from './serve.js';

export interface HttpReply {
  readonly status: number;
  readonly body: string;
}

/** A request that is up to no good, and what it has to be answered with. */
export interface Hostile {
  readonly what: string;
  readonly ask: () => Promise<HttpReply>;
  readonly status: number;
  /** Of the JSON-RPC error. */
  readonly code?: number;
  /** Of its data, without what they all begin with. */
  readonly reason?: RegExp;
}

interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string | undefined>;
  body?: string;
}

/** Makes hostile requests to a service of `vscode.lsp.*`, in a session that has begun. */
export class Adversary {
  #id = 1000;

  constructor(
    private readonly served: Served,
    private readonly session: string,
    /** A `file:` URI of the workspace, without the slash at its end. */
    private readonly root: string,
    /** One of what lies beside it. */
    private readonly outside: string,
  ) {}

  /**
   * `count` requests of all kinds, each of them a little different from the others of its kind.
   * A kind is a function, since only one of them is wanted at a time and some bodies are large.
   */
  requests(count: number): Hostile[] {
    return Array.from({ length: count }, (_, index) => {
      const kinds = [
        ...this.#strangers(index),
        ...this.#misshapen(index),
        ...this.#trespassers(index),
        ...this.#liars(index),
      ];
      const kind = kinds[index % kinds.length];
      if (kind === undefined) throw new Error('there are no kinds');
      return kind();
    });
  }

  /** A body of which nothing but the first byte ever comes. */
  slow(): Hostile {
    const { port, token } = this.served;
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`;
    return { what: 'a slow body', ask: () => this.#raw(head), status: 408 };
  }

  /** Without a token, or with another name for this machine. */
  #strangers(n: number): (() => Hostile)[] {
    const { token, port } = this.served;
    const initialize = JSON.stringify({
      jsonrpc: '2.0',
      id: n,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    });
    const tokens = [
      undefined,
      '',
      'Bearer',
      `Bearer ${token.slice(0, n % token.length)}`,
      `Bearer ${token}${n}`,
      `Basic ${token}`,
      `Bearer ${'A'.repeat(n)}`,
      `Bearer ${token}, Bearer ${token}`,
    ];
    const origins = [
      'http://evil.example',
      'null',
      `http://localhost:${n}`,
      'https://127.0.0.1',
      `http://127.0.0.1:${port}.evil.example`,
    ];
    const hosts = [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1:${port + 1}`,
      'localhost',
      `127.0.0.1.nip.io:${port}`,
      `[::1]:${port}`,
    ];
    return [
      () =>
        this.#http(
          'a wrong token',
          { body: initialize, headers: { authorization: pick(tokens, n) } },
          401,
          -32000,
        ),
      () =>
        this.#http(
          'a foreign origin',
          { body: initialize, headers: { origin: pick(origins, n) } },
          403,
          -32000,
        ),
      () => this.#http('another host', { body: initialize, headers: { host: pick(hosts, n) } }, 403, -32000),
    ];
  }

  /** What HTTP or JSON-RPC is not spoken like here. */
  #misshapen(n: number): (() => Hostile)[] {
    const { token, port } = this.served;
    const list = { jsonrpc: '2.0', id: n, method: 'tools/list' };
    const paths = [
      '/',
      '/mcp/',
      '/mcp?x=1',
      '/../mcp',
      '/mcp/../../../etc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
      `/${'a'.repeat(n)}`,
      '//mcp',
      '/mcp%00',
    ];
    const types = [
      undefined,
      'text/plain',
      'text/plain; a=application/json',
      'multipart/form-data',
      'application/jsonp',
      '*/*',
    ];
    const notJson = [
      '',
      '{',
      `{"a":${n}`,
      "{'a':1}",
      'undefined',
      '\u0000',
      '<xml/>',
      `${JSON.stringify(list)}{}`,
      'NaN',
    ];
    const notRpc = [
      'null',
      '1',
      '""',
      '{}',
      '{"jsonrpc":"1.0","id":1,"method":"ping"}',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '{"jsonrpc":"2.0","id":[],"method":"ping"}',
      `{"jsonrpc":"2.0","id":"${'i'.repeat(200 + n)}","method":"ping"}`,
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[1]}',
    ];
    const batches = [
      () => '[]',
      () => JSON.stringify([list]),
      () => JSON.stringify(Array(n).fill(list)),
      () => '['.repeat(5000) + ']'.repeat(5000),
    ];
    const raw = (headers: string): string =>
      `POST /mcp HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${headers}`;
    return [
      () =>
        this.#http(
          'another method',
          { method: pick(['GET', 'PUT', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'], n) },
          405,
        ),
      () => this.#http('another path', { path: pick(paths, n) }, 404, -32000),
      () =>
        this.#http(
          'another type',
          { body: JSON.stringify(list), headers: { 'content-type': pick(types, n) } },
          415,
          -32000,
        ),
      () => ({
        what: 'a huge body',
        ask: () => this.#raw(raw(`Content-Length: ${1024 * 1024 + n + 1}\r\n\r\n{"a":`)),
        status: 413,
        code: -32000,
      }),
      () => ({
        what: 'a huge body in chunks',
        ask: () =>
          this.#raw(
            raw(`Transfer-Encoding: chunked\r\n\r\n${`10000\r\n${'x'.repeat(0x10000)}\r\n`.repeat(17)}`),
          ),
        status: 413,
        code: -32000,
      }),
      () => this.#http('no JSON', { body: pick(notJson, n) }, 400, -32700),
      () => this.#http('no JSON-RPC', { body: pick(notRpc, n) }, 400, -32600),
      () => this.#http('a batch', { body: pick(batches, n)() }, 400, -32600),
      () =>
        this.#http(
          'another revision',
          {
            body: JSON.stringify(list),
            headers: { 'mcp-protocol-version': pick(['2025-06-18', '2024-11-05', '', 'x', '9999-99-99'], n) },
          },
          400,
          -32000,
        ),
      () =>
        this.#http(
          'an unknown session',
          {
            body: JSON.stringify(list),
            headers: {
              'mcp-session-id': pick(
                ['x', '../..', `${this.session}0`, this.session.toUpperCase().replace(/^./, 'Z'), String(n)],
                n,
              ),
            },
          },
          404,
          -32001,
        ),
      () =>
        this.#http(
          'no session',
          { body: JSON.stringify(list), headers: { 'mcp-session-id': undefined } },
          400,
          -32600,
        ),
      () =>
        this.#http(
          'an end of somebody else',
          { method: 'DELETE', headers: { 'mcp-session-id': `${n}` } },
          404,
          -32001,
        ),
      () =>
        this.#rpc(
          'an unknown method',
          pick(['resources/list', 'tools/delete', '__proto__', 'constructor', `x${n}`], n),
          {},
          -32601,
        ),
    ];
  }

  /** Out of the workspace. */
  #trespassers(n: number): (() => Hostile)[] {
    const escapes = [
      `${this.outside}/secret.ts`,
      `${this.root}/../${this.outside.split('/').at(-1)}/secret.ts`,
      `${this.root}/link.ts`,
      `${this.root}/linked/secret.ts`,
      `${this.root}/%2e%2e/%2e%2e/etc/passwd`,
      'file:///etc/passwd',
      'file:///proc/self/environ',
      `${this.root}${'/..'.repeat(n % 30)}/etc/hostname`,
    ];
    const uris = [
      'http://evil.example/a.ts',
      'data:text/plain,x',
      'vscode-remote://a/b',
      '',
      ' ',
      'a.ts',
      '/etc/passwd',
      'file://evil.example/a.ts',
      `${this.root}/a%00.ts`,
      `${this.root}/%ZZ`,
      `${this.root}/a%2f..%2f..%2fb.ts`,
    ];
    const document = pick(['vscode.lsp.documentSymbols', 'vscode.lsp.diagnostics.document'], n);
    const spot = pick(['vscode.lsp.definition', 'vscode.lsp.hover', 'vscode.lsp.references'], n);
    const position = { line: n % 3, character: n };
    return [
      () => this.#tool(document, { uri: pick(escapes, n) }, /^(WORKSPACE_DENIED|URI_INVALID|NOT_FOUND)$/),
      () =>
        this.#tool(spot, { uri: pick(escapes, n), position }, /^(WORKSPACE_DENIED|URI_INVALID|NOT_FOUND)$/),
      () => this.#tool(document, { uri: pick(uris, n) }, /^(URI_INVALID|WORKSPACE_DENIED|NOT_FOUND)$/),
      () => this.#tool(spot, { uri: pick(uris, n), position }, /^(URI_INVALID|WORKSPACE_DENIED|NOT_FOUND)$/),
    ];
  }

  /** With arguments that no schema has. */
  #liars(n: number): (() => Hostile)[] {
    const uri = `${this.root}/src/cart.ts`;
    const positions = [
      undefined,
      null,
      1,
      [],
      {},
      { line: -1, character: 0 },
      { line: 0.5, character: 0 },
      { line: '0', character: 0 },
      { line: 0, character: 1e300 },
      { line: 0, character: 0, x: 1 },
    ];
    const forged = [
      'x',
      'null',
      Buffer.from('{}').toString('base64url'),
      Buffer.from(JSON.stringify({ v: 2, o: -n, k: 'k', s: 's' })).toString('base64url'),
      Buffer.from(JSON.stringify({ v: 2, o: n, k: '0'.repeat(64), s: '0'.repeat(64) })).toString('base64url'),
      'A'.repeat(n),
    ];
    return [
      () => this.#tool('vscode.lsp.definition', { uri, position: pick(positions, n) }, /^INVALID_PARAMS$/),
      () =>
        this.#tool(
          'vscode.lsp.hover',
          { uri, position: { line: 0, character: 0 }, [`x${n}`]: 1 },
          /^INVALID_PARAMS$/,
        ),
      () =>
        this.#tool(
          'vscode.lsp.documentSymbols',
          { uri: pick([1, null, {}, [uri], true], n) },
          /^INVALID_PARAMS$/,
        ),
      () =>
        this.#tool(
          'vscode.lsp.workspaceSymbols',
          { query: pick(['', '   ', 'q'.repeat(100_000 + n), 5, null], n) },
          /^(INVALID_PARAMS)$/,
        ),
      () =>
        this.#tool(
          'vscode.lsp.workspaceSymbols',
          { query: 'total', cursor: pick(forged, n) },
          /^CURSOR_INVALID$/,
        ),
      () =>
        this.#tool(
          'vscode.lsp.documentSymbols',
          { uri: `${this.root}/${'u'.repeat(20_000 + n)}` },
          /^URI_INVALID$/,
        ),
      () =>
        this.#rpc(
          'arguments that are none',
          'tools/call',
          { name: 'vscode.lsp.hover', arguments: pick([1, 'x', [], null, true], n) },
          -32602,
          /^INVALID_PARAMS$/,
        ),
      () =>
        this.#rpc(
          'no tool',
          'tools/call',
          { name: pick([undefined, 5, {}, null], n) },
          -32602,
          /^INVALID_PARAMS$/,
        ),
      () =>
        this.#rpc(
          'an unknown tool',
          'tools/call',
          {
            name: pick(['lsp_hover', '', '__proto__', 'toString', 'x'.repeat(1 + n), 'vscode.lsp.rename'], n),
            arguments: {},
          },
          -32602,
        ),
    ];
  }

  #tool(name: string, input: object, reason: RegExp): Hostile {
    // Which of the two JSON-RPC codes belongs to a reason is for the catalogue's own tests.
    return {
      ...this.#rpc(`${name} of ${JSON.stringify(input).slice(0, 80)}`, 'tools/call', {
        name,
        arguments: input,
      }),
      reason,
    };
  }

  #rpc(what: string, method: string, params: object, code?: number, reason?: RegExp): Hostile {
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++this.#id, method, params });
    return { ...this.#http(what, { body }, 200, code), ...(reason !== undefined && { reason }) };
  }

  #http(what: string, sent: Sent, status: number, code?: number): Hostile {
    return { what, ask: () => this.#send(sent), status, ...(code !== undefined && { code }) };
  }

  async #send({ method = 'POST', path = '/mcp', headers = {}, body }: Sent): Promise<HttpReply> {
    const { port, token } = this.served;
    const all: Record<string, string | undefined> = {
      host: `127.0.0.1:${port}`,
      authorization: `Bearer ${token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-session-id': this.session,
      ...headers,
    };
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const asked = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: Object.fromEntries(given),
      setHost: false,
    });
    return new Promise((resolve, reject) => {
      asked.on('error', reject).on('response', (answer) => {
        text(answer).then((received) => resolve({ status: answer.statusCode ?? 0, body: received }), reject);
      });
      asked.end(body);
    });
  }

  async #raw(bytes: string): Promise<HttpReply> {
    const socket = connect(this.served.port, '127.0.0.1');
    socket.write(bytes);
    const said = await text(socket);
    return {
      status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(said)?.[1] ?? 0),
      body: said.split('\r\n\r\n').slice(1).join('\r\n\r\n'),
    };
  }
}

function pick<T>(options: readonly T[], n: number): T {
  return options[Math.floor(n / 7) % options.length] as T;
}
