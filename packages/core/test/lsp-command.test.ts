import { describe, expect, test } from 'vitest';
import { formatStatus, lspCommand, type LspState, type StatusOptions } from '../src/commands/lsp-command.js';
import type { ServerMetrics, ServerStatus, ServiceMetrics } from '../src/lsp/types.js';

const TYPESCRIPT: ServerStatus = {
  id: 'typescript',
  status: 'active',
  language: 'TypeScript, JavaScript',
  serverPid: 4242,
  root: '.',
  program: {
    name: 'typescript-language-server',
    version: '5.1.3',
    path: '/opt/tls/cli.mjs',
    origin: 'bundled',
    uses: { name: 'typescript', version: '5.9.3', path: '/ws/node_modules/typescript', origin: 'workspace' },
  },
  stderr: ['started', '\u001b[33mwarning:\u001b[0m slow\tdisk'],
};
const GOPLS: ServerStatus = {
  id: 'gopls',
  status: 'unavailable',
  language: 'Go',
  reason: 'gopls is neither in the workspace nor on PATH',
  hint: 'go install golang.org/x/tools/gopls@latest',
};
const PYRIGHT: ServerStatus = {
  id: 'pyright',
  status: 'broken',
  language: 'Python',
  root: 'services/api',
  program: { name: 'pyright', path: '/usr/bin/pyright-langserver', origin: 'path' },
  reason: 'exited with code 1',
  stderr: [],
};

function running(...servers: ServerStatus[]): LspState {
  return { kind: 'running', workspaceRoot: '/ws', servers };
}

function ids(text: string): string[] {
  return text
    .split('\n')
    .slice(1)
    .filter((line) => !line.startsWith(' '))
    .map((line) => line.split(' ')[0] ?? '');
}

describe('the state of the session', () => {
  test('REQ-STATUS-050: says that LSP is switched off', () => {
    expect(formatStatus({ kind: 'disabled' })).toBe('LSP disabled by configuration.');
  });

  test('REQ-STATUS-030: is a single line where the service is unavailable', () => {
    expect(formatStatus({ kind: 'unavailable', reason: 'service startup failed:\nexit 1' })).toBe(
      'LSP unavailable: service startup failed: exit 1',
    );
  });

  test('REQ-STATUS-035: names the specific reason', () => {
    for (const reason of ['Bun not found in PATH', 'LSP package not installed']) {
      expect(formatStatus({ kind: 'unavailable', reason })).toBe(`LSP unavailable: ${reason}`);
    }
  });
});

describe('the servers', () => {
  test('REQ-STATUS-020: each has its status, program, origin, root, pid, reason and hint', () => {
    expect(formatStatus(running(TYPESCRIPT, GOPLS, PYRIGHT))).toBe(
      [
        'LSP servers in /ws:',
        'gopls       unavailable  gopls is neither in the workspace nor on PATH',
        '                         install: go install golang.org/x/tools/gopls@latest',
        'pyright     broken       pyright (PATH), root services/api',
        '                         exited with code 1',
        '                         to try again: /lsp restart pyright',
        'typescript  active       typescript-language-server 5.1.3 (bundled)',
        '                         with typescript 5.9.3 (workspace), root ., pid 4242',
      ].join('\n'),
    );
  });

  test('REQ-STATUS-020: all five statuses line up; the reason of one that is disabled is a part of its status', () => {
    const statuses = ['active', 'starting', 'broken', 'disabled', 'unavailable'] as const;
    const rows = formatStatus(
      running(...statuses.map((status, i) => ({ id: `s${i}`, status, language: '', reason: 'why not' }))),
    ).split('\n');
    expect(rows.slice(1).map((row) => row.split(/ {2,}/).slice(1))).toEqual([
      ['active', 'why not'],
      ['starting', 'why not'],
      ['broken', 'why not'],
      ['to try again: /lsp restart s2'],
      ['disabled (why not)'],
      ['unavailable', 'why not'],
    ]);
    expect(rows.slice(1).map((row) => row.indexOf('why not'))).toEqual([17, 17, 17, -1, 14, 17]);
  });

  test('REQ-STATUS-025: custom servers, and ones about which nothing is known yet, have a row too', () => {
    const custom: ServerStatus = {
      id: 'foo',
      status: 'disabled',
      language: 'foo',
      program: { name: 'foo-ls', path: '/usr/bin/foo-ls', origin: 'custom' },
    };
    expect(formatStatus(running({ id: 'bar', status: 'starting', language: 'bar' }, custom))).toBe(
      'LSP servers in /ws:\nbar  starting\nfoo  disabled  foo-ls (custom)',
    );
    expect(formatStatus(running())).toBe('LSP servers in /ws: none');
  });

  test('REQ-STATUS-045: are ordered by id, then root', () => {
    const at = (id: string, root?: string): ServerStatus => ({
      id,
      status: 'active',
      language: '',
      ...(root !== undefined && { root }),
    });
    const text = formatStatus(
      running(at('b', 'z'), at('a', 'é'), at('b', 'A'), at('B'), at('a'), at('a', 'z')),
    );
    expect(ids(text)).toEqual(['B', 'a', 'a', 'a', 'b', 'b']);
    expect([...text.matchAll(/root (.)/g)].map(([, root]) => root)).toEqual(['z', 'é', 'A', 'z']);
  });

  test('REQ-STATUS-020: fit into 100 columns, wrapped at words; a command is never broken', () => {
    const hint = `npm install --save-dev ${'package '.repeat(20)}`.trim();
    const wordy = { ...GOPLS, reason: 'because of a reason that takes its time '.repeat(10).trim(), hint };
    const lines = formatStatus(
      running(wordy, { ...TYPESCRIPT, id: 'rust-analyzer', root: 'packages/deep/er' }),
    ).split('\n');
    expect(lines.filter((line) => line.length > 100)).toEqual([expect.stringContaining(`install: ${hint}`)]);
    expect(lines.join(' ').replace(/\s+/g, ' ')).toContain(wordy.reason);
  });

  test('REQ-STATUS-020: an unusual id or reason keeps the rows apart', () => {
    const long = 'a-custom-server-with-a-name-that-goes-on-and-on';
    const text = formatStatus(
      running({ ...GOPLS, id: long, reason: 'one\ntwo' }, { ...PYRIGHT, id: 'x\ny' }),
    );
    expect(text).toContain(`${long}  unavailable  one two`);
    expect(text).toContain('x\\u{a}y ');
    expect(text).not.toMatch(/^(two|y)/m);
  });

  test('REQ-STATUS-025 REQ-STATUS-045: those that no file needs are named at the end, by status and id; --all gives each its row', () => {
    const unneeded = (id: string, status: ServerStatus['status']): ServerStatus => ({
      id,
      status,
      language: '',
      unneeded: true,
      reason: 'why',
    });
    const state = running(
      unneeded('zig', 'active'),
      { ...GOPLS, unneeded: true },
      TYPESCRIPT,
      unneeded('css', 'active'),
      unneeded('cargo', 'unavailable'),
    );
    const text = formatStatus(state);
    expect([ids(text), text.split('\n').at(-1)]).toEqual([
      ['typescript', 'Not'],
      'Not needed here: css, zig (active), cargo, gopls (unavailable)',
    ]);
    expect(ids(formatStatus(state, { verbose: false, all: true }))).toEqual([
      'cargo',
      'css',
      'gopls',
      'typescript',
      'zig',
    ]);
    const many = running(...Array.from({ length: 40 }, (_, i) => unneeded(`server-${i}`, 'unavailable')));
    expect(
      formatStatus(many)
        .split('\n')
        .filter((line) => line.length > 100),
    ).toEqual([]);
    expect(ids(formatStatus(many))).toEqual(['Not']);
  });

  test('REQ-STATUS-020: verbose adds the programs’ paths and the end of stderr, without colours', () => {
    expect(formatStatus(running(TYPESCRIPT, PYRIGHT), { verbose: true })).toBe(
      [
        'LSP servers in /ws:',
        'pyright     broken  pyright (PATH), root services/api',
        '                    exited with code 1',
        '                    to try again: /lsp restart pyright',
        '                    pyright: /usr/bin/pyright-langserver',
        '                    stderr: nothing',
        'typescript  active  typescript-language-server 5.1.3 (bundled), with typescript 5.9.3 (workspace)',
        '                    root ., pid 4242',
        '                    typescript-language-server: /opt/tls/cli.mjs',
        '                    typescript: /ws/node_modules/typescript',
        '                    stderr:',
        '                    | started',
        '                    | warning: slow disk',
      ].join('\n'),
    );
    expect(formatStatus(running(TYPESCRIPT))).not.toMatch(/stderr|\/opt/);
  });
});

describe('what runs', () => {
  const METRICS: ServerMetrics = {
    uptime: 754_000,
    memory: 325_058_560,
    openDocuments: 3,
    checks: 41,
    timedOut: 1,
    median: 34.4,
    p95: 120.2,
    navigations: 5,
  };
  const SERVICE: ServiceMetrics = {
    pid: 4711,
    uptime: 7_500_000,
    memory: 61 * 2 ** 20,
    starts: { succeeded: 1, failed: 0, crashed: 2 },
    checks: 52,
    timedOut: 1,
    median: 4.23,
    p95: 12_345,
    findings: {
      total: 14,
      files: 3,
      most: [
        { file: 'src/a.ts', count: 9 },
        { file: 'src/b\n.ts', count: 4 },
      ],
    },
  };
  const lines = (service: ServiceMetrics, ...servers: ServerStatus[]): string[] =>
    formatStatus({ kind: 'running', workspaceRoot: '/ws', servers, service }, { verbose: true }).split('\n');

  test('REQ-OBS-020: verbose reports how each server does, and the service', () => {
    expect(
      lines(SERVICE, { id: 'gopls', language: 'Go', status: 'active', reason: 'ok', metrics: METRICS }).slice(
        1,
      ),
    ).toEqual([
      'gopls  active  ok',
      '               up 13 min, 310 MiB, 3 open documents',
      '               41 checks, median 34 ms, p95 120 ms, 1 timed out, 5 navigations',
      'Service: pid 4711, up 2 h 5 min, 61 MiB',
      '         1 server started, 0 failed, 2 crashed',
      '         52 checks, median 4.2 ms, p95 12345 ms, 1 timed out',
      '         14 findings in 3 known files: src/a.ts 9, src/b\\u{a}.ts 4, …',
    ]);
    for (const [errors, files, want] of [
      [3, 2, '3 open errors of this session in 2 files'],
      [1, 1, '1 open error of this session in 1 file'],
      [0, 0, '0 open errors of this session in 0 files'],
    ] as const)
      expect(lines({ ...SERVICE, open: { errors, files } }, TYPESCRIPT).at(-1)).toBe(`         ${want}`);
    expect(
      formatStatus({
        kind: 'running',
        workspaceRoot: '/ws',
        servers: [{ ...TYPESCRIPT, metrics: METRICS }],
        service: SERVICE,
      }),
    ).not.toMatch(/checks|Service/);
  });

  test('REQ-OBS-020: what nobody has measured is left out', () => {
    const {
      median: _,
      p95: __,
      memory: ___,
      ...fresh
    } = { ...METRICS, uptime: 900, openDocuments: 1, checks: 0, timedOut: 0, navigations: 1 };
    const {
      median: ____,
      p95: _____,
      ...young
    } = {
      ...SERVICE,
      uptime: 119_000,
      memory: 1.25 * 2 ** 30,
      checks: 1,
      findings: { total: 0, files: 0, most: [] },
    };
    expect(lines(young, { id: 'a', status: 'starting', language: 'A', metrics: fresh }).slice(1)).toEqual([
      'a  starting  up 1 s, 1 open document',
      '             0 checks, 0 timed out, 1 navigation',
      'Service: pid 4711, up 119 s, 1.3 GiB',
      '         1 server started, 0 failed, 2 crashed',
      '         1 check, 1 timed out',
      '         0 findings in 0 known files',
    ]);
  });
});

describe('/lsp restart', () => {
  const state = { verbose: false };
  const unasked = (): Promise<LspState> => Promise.reject(new Error(`asked for ${JSON.stringify(state)}`));
  const restarting = (answer: LspState) => {
    const asked: (string | undefined)[] = [];
    const restart = (id?: string): Promise<LspState> => (asked.push(id), Promise.resolve(answer));
    return { asked, run: (args: string) => lspCommand(args, unasked, restart) };
  };

  test.each([
    ['restart', undefined, running(TYPESCRIPT), /^Restarted in \/ws:\ntypescript {2}active {2}.*pid 4242$/s],
    [
      ' restart  pyright ',
      'pyright',
      running(PYRIGHT),
      /^Restarted in \/ws:\npyright {2}broken .*\n +exited with code 1\n +to try again: \/lsp restart pyright$/,
    ],
    ['restart', undefined, running(), /^No server runs here: there is nothing to restart\.$/],
    [
      'restart x\u001b[1m',
      'x\u001b[1m',
      running(),
      /^No server "x\\u001b\[1m" runs here: there is nothing to restart\.$/,
    ],
    [
      'restart',
      undefined,
      { kind: 'unavailable', reason: 'service died' } as const,
      /^LSP unavailable: service died$/,
    ],
    ['restart', undefined, { kind: 'disabled' } as const, /^LSP disabled by configuration\.$/],
  ])('REQ-LIFE-070: %j restarts %j', async (args, id, answer, text) => {
    const { asked, run } = restarting(answer);
    expect(await run(args)).toMatch(text);
    expect(asked).toEqual([id]);
  });

  test('of several is a mistake, and the help names it', async () => {
    const { asked, run } = restarting(running());
    expect(await run('restart a b')).toBe('Usage: /lsp restart [SERVER]');
    expect(await run('help')).toContain('/lsp restart [SERVER]');
    expect(await run('stop')).toContain('/lsp restart [SERVER]');
    expect(asked).toEqual([]);
  });

  test('is unknown to a host that has none', async () => {
    expect(await lspCommand('restart', unasked)).toMatch(/^Unknown: restart\n/);
    expect(await lspCommand('help', unasked)).not.toContain('restart');
  });
});

describe('/lsp', () => {
  async function run(args: string): Promise<{ text: string; asked: StatusOptions[] }> {
    const asked: StatusOptions[] = [];
    const text = await lspCommand(args, async (options) => {
      asked.push(options);
      return running(TYPESCRIPT);
    });
    return { text, asked };
  }

  test('REQ-STATUS-010: status is what it answers, also without a word', async () => {
    for (const args of ['status', '', '  ', ' status ']) {
      expect(await run(args)).toEqual({
        text: formatStatus(running(TYPESCRIPT)),
        asked: [{ verbose: false }],
      });
    }
  });

  test('REQ-STATUS-010: status --verbose asks for more and shows it', async () => {
    for (const args of ['status --verbose', '--verbose', ' status  --verbose ']) {
      expect(await run(args)).toEqual({
        text: formatStatus(running(TYPESCRIPT), { verbose: true }),
        asked: [{ verbose: true }],
      });
    }
  });

  test('REQ-STATUS-010: anything else is answered with the usage, and nothing is asked', async () => {
    for (const [args, unknown] of [
      ['stauts', 'stauts'],
      ['status now', 'now'],
      ['status --loud --verbose', '--loud'],
      ['restart x', 'restart'],
    ] as const) {
      expect(await run(args)).toEqual({
        text: `Unknown: ${unknown}\nUsage: /lsp status [--verbose] [--all]`,
        asked: [],
      });
    }
  });

  test('help names what there is, and asks nobody', async () => {
    const { text, asked } = await run(' help ');
    expect(text).toContain('/lsp status --verbose');
    expect(text).toContain('/lsp help');
    expect(asked).toEqual([]);
  });

  test('REQ-STATUS-040: stays available where the state cannot be had', async () => {
    expect(await lspCommand('status', () => Promise.reject(new Error('the service has died')))).toBe(
      'LSP unavailable: the service has died',
    );
  });
});
