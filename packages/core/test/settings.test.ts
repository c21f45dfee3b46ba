import { describe, expect, test } from 'vitest';
import { type LspSettingsSources, parseLspSettings, type ResolvedLspConfig } from '../src/config/settings.js';
import { formatSettingsProblem } from '../src/config/settings-problem.js';
import { LSP_DEFAULTS } from '../src/lsp/types.js';

function read(sources: LspSettingsSources): { config: ResolvedLspConfig; problems: string[] } {
  const { lsp, problems } = parseLspSettings(sources);
  if (lsp === false) throw new Error('LSP is switched off');
  return { config: lsp, problems: problems.map(formatSettingsProblem) };
}

/** The settings are right, and resolve to the defaults with `want`. */
function check(sources: LspSettingsSources, want: Partial<ResolvedLspConfig>): void {
  expect(read(sources)).toEqual({ config: { ...LSP_DEFAULTS, ...want }, problems: [] });
}

/** The settings resolve to the defaults with `want`, and these are their problems. */
function checkBad(
  sources: LspSettingsSources,
  problems: string[],
  want: Partial<ResolvedLspConfig> = {},
): void {
  expect(read(sources)).toEqual({ config: { ...LSP_DEFAULTS, ...want }, problems });
}

const FOO = { command: 'foo-ls', extensions: ['.foo'] };

describe('on and off', () => {
  test('REQ-CFG-010: false in either scope switches LSP off', () => {
    const off = { lsp: false, problems: [] };
    expect(parseLspSettings({ user: false })).toEqual(off);
    expect(parseLspSettings({ workspace: false })).toEqual(off);
    expect(parseLspSettings({ user: false, workspace: { diagnosticTimeout: 1, servers: FOO } })).toEqual(off);
    expect(parseLspSettings({ user: {}, workspace: false })).toEqual(off);
  });

  test('REQ-CFG-015: without the key LSP is on, with the defaults', () => {
    check({}, {});
    check({ user: undefined, workspace: undefined }, {});
  });

  test('REQ-CFG-020: an object means on; there is no "enabled" in it', () => {
    check({ user: {} }, {});
    check({ workspace: {} }, {});
    checkBad({ user: { enabled: false } }, [
      'user settings: lsp.enabled: is not a setting; to switch LSP off, set "lsp" to false',
    ]);
  });

  test('REQ-CFG-010: true, as llxprt-code has it in its settings, says nothing: LSP is on already', () => {
    check({ user: true }, {});
    check({ workspace: true }, {});
    check({ user: true, workspace: { diagnosticTimeout: 5 } }, { diagnosticTimeout: 5 });
    expect(parseLspSettings({ user: true, workspace: false })).toEqual({ lsp: false, problems: [] });
  });

  test('REQ-CFG-020: any other value is named, and LSP stays on', () => {
    const want = 'must be true, false or an object, like {"diagnosticTimeout": 3000}; found';
    checkBad({ user: null }, [`user settings: lsp: ${want} null`]);
    checkBad({ user: 'off', workspace: [] }, [
      `user settings: lsp: ${want} "off"`,
      `workspace settings: lsp: ${want} an empty list`,
    ]);
    checkBad({ user: () => 1 }, [`user settings: lsp: ${want} a function`]);
  });

  test('REQ-CFG-015: the defaults are not shared with a caller that changes its copy', () => {
    const { config } = read({});
    config.includeSeverities.push('hint');
    config.servers['foo'] = {};
    check({}, {});
  });
});

describe('numbers, severities and switches', () => {
  test('REQ-CFG-050: diagnosticTimeout and the other numbers count, the workspace over the user', () => {
    check({ user: { diagnosticTimeout: 500 } }, { diagnosticTimeout: 500 });
    check(
      {
        user: { diagnosticTimeout: 500, maxOpenDocuments: 9 },
        workspace: { diagnosticTimeout: 700, linterGrace: 0 },
      },
      { diagnosticTimeout: 700, maxOpenDocuments: 9, linterGrace: 0 },
    );
    check(
      { user: { maxDiagnosticsPerFile: 1, maxProjectDiagnosticsFiles: 0 } },
      { maxDiagnosticsPerFile: 1, maxProjectDiagnosticsFiles: 0 },
    );
  });

  test('REQ-CFG-050: a bad number leaves the other scope’s value or the default, and everything else', () => {
    const ms = 'must be a whole number of milliseconds from 1 to 600000; found';
    const cases: [unknown, string][] = [
      ['3s', '"3s"'],
      [0, '0'],
      [-1, '-1'],
      [1.5, '1.5'],
      [600_001, '600001'],
      [NaN, 'NaN'],
      [{}, 'an object'],
      [null, 'null'],
    ];
    for (const [bad, found] of cases) {
      checkBad(
        { user: { diagnosticTimeout: bad, linterGrace: 7 } },
        [`user settings: lsp.diagnosticTimeout: ${ms} ${found}`],
        {
          linterGrace: 7,
        },
      );
    }
    checkBad(
      { user: { diagnosticTimeout: 500 }, workspace: { diagnosticTimeout: '700' } },
      [`workspace settings: lsp.diagnosticTimeout: ${ms} "700"`],
      { diagnosticTimeout: 500 },
    );
    checkBad({ user: { maxDiagnosticsPerFile: 0 } }, [
      'user settings: lsp.maxDiagnosticsPerFile: must be a whole number from 1 to 1000; found 0',
    ]);
  });

  test('an idle server may be kept for ever, or for up to a day', () => {
    for (const idleShutdown of [0, 86_400_000]) check({ user: { idleShutdown } }, { idleShutdown });
    checkBad({ user: { idleShutdown: 86_400_001 } }, [
      'user settings: lsp.idleShutdown: must be a whole number of milliseconds from 0 to 86400000; found 86400001',
    ]);
  });

  test('serviceLinger is a number of ms or a text with a unit; a workspace cannot set it', () => {
    for (const serviceLinger of [0, 86_400_000, '10m', '2h', '1d', '90s', '500ms'])
      check({ user: { serviceLinger } }, { serviceLinger });
    const form =
      'must be a whole number of milliseconds from 0 to 86400000, or a text like "10m" or "2h"; found';
    for (const [serviceLinger, found] of [
      [-1, '-1'],
      [1.5, '1.5'],
      ['2d', '"2d"'],
      ['10 m', '"10 m"'],
      ['ever', '"ever"'],
      [true, 'true'],
    ] as const)
      checkBad({ user: { serviceLinger } }, [`user settings: lsp.serviceLinger: ${form} ${found}`]);
    expect(read({ workspace: { serviceLinger: '1d' } }).config.serviceLinger).toBe(5000);
  });

  test('how long a navigation tool may take is for either scope to say', () => {
    check({ user: {} }, { navigationTimeout: 60_000 });
    check(
      { user: { navigationTimeout: 20_000 }, workspace: { navigationTimeout: 1 } },
      { navigationTimeout: 1 },
    );
    for (const navigationTimeout of [0, 1.5, 600_001]) {
      checkBad({ user: { navigationTimeout } }, [
        `user settings: lsp.navigationTimeout: must be a whole number of milliseconds from 1 to 600000; found ${navigationTimeout}`,
      ]);
    }
  });

  test('REQ-CFG-055: firstTouchTimeout counts', () => {
    check({ user: { firstTouchTimeout: 15_000 } }, { firstTouchTimeout: 15_000 });
  });

  test('REQ-CFG-060: includeSeverities replaces the default, each severity once', () => {
    check(
      { user: { includeSeverities: ['warning', 'error', 'warning'] } },
      { includeSeverities: ['warning', 'error'] },
    );
    check({ user: { includeSeverities: [] } }, { includeSeverities: [] });
  });

  test('REQ-CFG-060: a severity that does not exist is left out; if none is left, the default stands', () => {
    const problem = (at: number, found: string): string =>
      `user settings: lsp.includeSeverities[${at}]: must be "error", "warning", "info" or "hint"; found ${found}`;
    checkBad(
      { user: { includeSeverities: ['warn', 'hint', 2, 'error'] } },
      [problem(0, '"warn"'), problem(2, '2')],
      {
        includeSeverities: ['hint', 'error'],
      },
    );
    checkBad({ user: { includeSeverities: ['warn'] } }, [problem(0, '"warn"')]);
    checkBad({ user: { includeSeverities: 'warning' } }, [
      'user settings: lsp.includeSeverities: must be a list of "error", "warning", "info" and "hint"; found "warning"',
    ]);
  });

  test('REQ-DIAG-030, REQ-DIAG-040: which results speak of other files is for either scope to say, and at what cost', () => {
    check(
      {
        user: { otherFiles: 'always', otherFilesTimeout: 0 },
        workspace: { otherFiles: 'never', maxAffectedFiles: 0 },
      },
      { otherFiles: 'never', otherFilesTimeout: 0, maxAffectedFiles: 0 },
    );
    checkBad({ user: { otherFiles: true } }, [
      'user settings: lsp.otherFiles: must be "write", "always" or "never"; found true',
    ]);
  });

  test('warmOnRead is on, and either scope may switch it off', () => {
    check({}, { warmOnRead: true });
    check({ workspace: { warmOnRead: false } }, { warmOnRead: false });
    checkBad({ user: { warmOnRead: 'no' } }, [
      'user settings: lsp.warmOnRead: must be true or false; found "no"',
    ]);
  });

  test('REQ-DIAG-020: what results of edits carry is for either scope to say: diagnostics, a count of errors, what that rests on', () => {
    check({}, { editDiagnostics: true, meta: false });
    check(
      { user: { editDiagnostics: false, meta: true }, workspace: { meta: 'verdict' } },
      { editDiagnostics: false, meta: 'verdict' },
    );
    checkBad({ user: { meta: 'all', editDiagnostics: 'no' } }, [
      'user settings: lsp.editDiagnostics: must be true or false; found "no"',
      'user settings: lsp.meta: must be true, false or "verdict"; found "all"',
    ]);
  });

  test('REQ-CFG-070: navigationTools can be switched off in either scope, and the workspace cannot undo it', () => {
    check({ user: { navigationTools: false } }, { navigationTools: false });
    check(
      { user: { navigationTools: true }, workspace: { navigationTools: false } },
      { navigationTools: false },
    );
    checkBad(
      { user: { navigationTools: false }, workspace: { navigationTools: true } },
      ['workspace settings: lsp.navigationTools: cannot switch on what the user settings switch off'],
      { navigationTools: false },
    );
  });

  test('REQ-CFG-020: an unknown key is named with the one that was probably meant', () => {
    checkBad({ user: { diagnosticTimout: 5 } }, [
      'user settings: lsp.diagnosticTimout: is not a setting; did you mean "diagnosticTimeout"?',
    ]);
    checkBad({ user: { MAXOPENDOCUMENTS: 5 } }, [
      'user settings: lsp.MAXOPENDOCUMENTS: is not a setting; did you mean "maxOpenDocuments"?',
    ]);
    checkBad(
      { workspace: { 'a key': 5, linterGrace: 1 } },
      [
        'workspace settings: lsp["a key"]: is not a setting; there are servers, checkers, diagnosticTimeout, firstTouchTimeout, ' +
          'linterGrace, includeSeverities, report, explain, fixes, settle, unjudged, afterCommands, maxDiagnosticsPerFile, maxProjectDiagnosticsFiles, ' +
          'otherFiles, otherFilesTimeout, maxAffectedFiles, maxOpenDocuments, idleShutdown, navigationTools, writeTools, maxRefactoredFiles, ' +
          'toolResults, navigationTimeout, warmOnRead, checkerTimeout, editDiagnostics, meta, share, serviceLinger, memoryBudget, trust, passEnv, import, trace',
      ],
      { linterGrace: 1 },
    );
  });

  test('REQ-CFG-015: a key without a value is an absent key', () => {
    check(
      { user: { diagnosticTimeout: undefined, nonsense: undefined, linterGrace: 1 } },
      { linterGrace: 1 },
    );
  });
});

describe('servers', () => {
  test('REQ-CFG-030: a built-in server can be disabled in either scope', () => {
    check({ user: { servers: { eslint: { enabled: false } } } }, { servers: { eslint: { enabled: false } } });
    check(
      { workspace: { servers: { eslint: { enabled: false } } } },
      { servers: { eslint: { enabled: false } } },
    );
    check(
      {
        user: { servers: { eslint: { enabled: true, settings: { a: 1 } } } },
        workspace: { servers: { eslint: { enabled: false } } },
      },
      { servers: { eslint: { enabled: false, settings: { a: 1 } } } },
    );
  });

  test('REQ-CFG-030: the workspace cannot enable what the user disabled', () => {
    checkBad(
      {
        user: { servers: { gopls: { enabled: false } } },
        workspace: { servers: { gopls: { enabled: true } } },
      },
      ['workspace settings: lsp.servers.gopls.enabled: cannot switch on what the user settings switch off'],
      { servers: { gopls: { enabled: false } } },
    );
    check(
      { workspace: { servers: { gopls: { enabled: true } } } },
      { servers: { gopls: { enabled: true } } },
    );
  });

  test('REQ-CFG-030: a switch for a server that does not exist is named', () => {
    checkBad({ user: { servers: { typscript: { enabled: false } } } }, [
      'user settings: lsp.servers.typscript: is not a server; did you mean "typescript"? ' +
        'A custom one needs "command" and "extensions" in the user settings',
    ]);
    const typos = { zebrra: { enabled: false }, tsserver: { enabled: false } };
    const { config, problems } = read({ user: { servers: { zebra: FOO } }, workspace: { servers: typos } });
    expect(config.servers).toEqual({ zebra: FOO });
    expect(problems).toEqual([
      expect.stringContaining(
        'workspace settings: lsp.servers.zebrra: is not a server; did you mean "zebra"?',
      ),
      expect.stringMatching(
        /^workspace settings: lsp\.servers\.tsserver: is not a server; there are .*eslint, .*typescript, zebra, and \d+ more that "llxprt-lsp doctor --all" lists\. A custom one/,
      ),
    ]);
  });

  test('REQ-CFG-040: a custom server counts with everything that it says', () => {
    const full = {
      ...FOO,
      enabled: true,
      args: ['--stdio', ''],
      env: { LOG: 'off' },
      initializationOptions: { deep: [{ er: null }] },
      settings: { foo: { strict: true } },
      rootMarkers: ['foo.toml'],
      languageId: 'foo',
      role: 'linter',
    } as const;
    expect(read({ user: { servers: { foo: full } } })).toEqual({
      config: { ...LSP_DEFAULTS, servers: { foo: full } },
      problems: [],
    });
  });

  test('REQ-CFG-040: extensions are lower case, as files are matched', () => {
    check(
      { user: { servers: { foo: { ...FOO, extensions: ['.FOO', '.d.foo'] } } } },
      { servers: { foo: { ...FOO, extensions: ['.foo', '.d.foo'] } } },
    );
  });

  test('REQ-CFG-040: files may be named whole', () => {
    check(
      { user: { servers: { foo: { ...FOO, extensions: ['Makefile', 'go.mod', 'foo'] } } } },
      { servers: { foo: { ...FOO, extensions: ['makefile', 'go.mod', 'foo'] } } },
    );
  });

  test('REQ-CFG-030 REQ-CFG-040: of a well-known server any part is set, or it is switched off, by its id alone', () => {
    const servers = {
      biome: { enabled: false },
      yaml: { settings: { 'yaml.schemas': {} } },
      ruff: { args: ['server'] },
    };
    check({ user: { servers } }, { servers });
    check(
      { workspace: { servers: { biome: { enabled: false } } } },
      { servers: { biome: { enabled: false } } },
    );
    checkBad({ user: { servers: { bioms: { enabled: false } } } }, [
      'user settings: lsp.servers.bioms: is not a server; did you mean "biome"? A custom one needs "command" and "extensions" in the user settings',
    ]);
  });

  test('REQ-CFG-080: a workspace names no program for a well-known server either', () => {
    checkBad({ workspace: { servers: { yaml: { command: 'evil' } } } }, [
      'workspace settings: lsp.servers.yaml.command: counts only in the user settings, where a model cannot write; it is ignored here',
    ]);
  });

  test('REQ-CFG-040: a custom server without command or extensions is dropped, the others stay', () => {
    const needs = (what: string): string =>
      `user settings: lsp.servers.bar: is ignored, because a custom server needs ${what} too`;
    const servers = { foo: FOO };
    checkBad({ user: { servers: { bar: { command: 'bar' }, ...servers } } }, [needs('"extensions"')], {
      servers,
    });
    checkBad({ user: { servers: { bar: { extensions: ['.bar'] }, ...servers } } }, [needs('"command"')], {
      servers,
    });
    checkBad(
      { user: { servers: { bar: { command: 'bar', extensions: [] }, ...servers } } },
      [needs('"extensions"')],
      {
        servers,
      },
    );
    expect(read({ user: { servers: { bar: {}, ...servers } } })).toMatchObject({
      config: { servers },
      problems: [expect.stringContaining('lsp.servers.bar: is not a server')],
    });
  });

  test('REQ-CFG-040: every bad value of a server is named exactly and costs nothing but itself', () => {
    const nameOrEnding = 'must be how names of files end, like ".foo", or a whole name, like "Makefile"';
    const cases: [Record<string, unknown>, string, Record<string, unknown>][] = [
      [{ extensions: ['*.foo', '.foo'] }, `extensions[0]: ${nameOrEnding}; found "*.foo"`, {}],
      [{ extensions: ['.foo', '.a b'] }, `extensions[1]: ${nameOrEnding}; found ".a b"`, {}],
      [{ extensions: ['.foo', 'src/a'] }, `extensions[1]: ${nameOrEnding}; found "src/a"`, {}],
      [{ extensions: ['.', '.foo'] }, `extensions[0]: ${nameOrEnding}; found "."`, {}],
      [{ extensions: ['.foo', 5] }, `extensions[1]: ${nameOrEnding}; found 5`, {}],
      [{ args: ['--stdio', 5] }, 'args[1]: must be a string; found 5', {}],
      [{ args: '--stdio' }, 'args: must be a list of strings, like ["--stdio"]; found "--stdio"', {}],
      [{ args: ['a\0b'] }, 'args[0]: must not hold a NUL character; found "a\\u0000b"', {}],
      [{ env: { A: 'a', 'B.C': 1 } }, 'env["B.C"]: must be a string; found 1', { env: { A: 'a' } }],
      [{ env: ['A=a'] }, 'env: must be an object of strings, like {"LOG": "off"}; found a list', {}],
      [{ initializationOptions: [] }, 'initializationOptions: must be an object; found an empty list', {}],
      [{ settings: 'x' }, 'settings: must be an object; found "x"', {}],
      [
        { rootMarkers: ['', 'a'] },
        'rootMarkers[0]: must be a file name, like "foo.toml"; found ""',
        { rootMarkers: ['a'] },
      ],
      [{ languageId: ' ' }, 'languageId: must be an LSP language id, like "foo"; found " "', {}],
      [{ role: 'judge' }, 'role: must be "compiler" or "linter"; found "judge"', {}],
      [{ enabled: 'no' }, 'enabled: must be true or false; found "no"', {}],
      [{ extension: ['.foo'] }, 'extension: is not a setting; did you mean "extensions"?', {}],
    ];
    for (const [over, problem, kept] of cases) {
      checkBad(
        { user: { linterGrace: 3, servers: { foo: { ...FOO, ...over } } } },
        [`user settings: lsp.servers.foo.${problem}`],
        {
          linterGrace: 3,
          servers: { foo: { ...FOO, ...kept } },
        },
      );
    }
  });

  test('REQ-CFG-040: a command that is no string says where its arguments go, and drops the server', () => {
    checkBad({ user: { servers: { foo: { ...FOO, command: ['foo', '--stdio'] } } } }, [
      'user settings: lsp.servers.foo.command: must be the name or path of a program as one string; its arguments stand in "args"; found a list',
      'user settings: lsp.servers.foo: is ignored, because a custom server needs "command" too',
    ]);
  });

  test('REQ-CFG-040: servers of a wrong shape are named', () => {
    checkBad({ user: { servers: ['eslint'] } }, [
      'user settings: lsp.servers: must be an object of servers by id, like {"eslint": {"enabled": false}}, or a list of servers that each have an "id"; found a list',
    ]);
    checkBad(
      { user: { servers: { eslint: false, pyright: { enabled: false } } } },
      ['user settings: lsp.servers.eslint: must be an object, like {"enabled": false}; found false'],
      { servers: { pyright: { enabled: false } } },
    );
  });

  test('REQ-CFG-080: a workspace names no program: all but "enabled" is ignored, with a warning', () => {
    const { servers } = read({ user: { servers: { foo: FOO } } }).config;
    for (const key of [
      'command',
      'args',
      'env',
      'extensions',
      'initializationOptions',
      'settings',
      'rootMarkers',
      'languageId',
      'role',
    ]) {
      checkBad(
        {
          user: { servers: { foo: FOO } },
          workspace: { servers: { foo: { [key]: 'evil', enabled: false } } },
        },
        [
          `workspace settings: lsp.servers.foo.${key}: counts only in the user settings, where a model cannot write; it is ignored here`,
        ],
        { servers: { foo: { ...servers['foo'], enabled: false } } },
      );
    }
  });

  test('REQ-CFG-080: a workspace adds no server', () => {
    const { config, problems } = read({ workspace: { servers: { evil: { ...FOO, enabled: true } } } });
    expect(config.servers).toEqual({});
    expect(problems).toHaveLength(3);
  });

  test('REQ-CFG-080: names of object internals are names like others', () => {
    const user: unknown = JSON.parse(
      '{"servers":{"__proto__":{"command":"x","extensions":[".x"]},"constructor":{"enabled":false}},"__proto__":{"navigationTools":false}}',
    );
    const { config } = read({ user });
    expect(config.navigationTools).toBe(true);
    expect(Object.getPrototypeOf(config.servers)).toBe(Object.prototype);
    expect(Object.hasOwn(config.servers, 'constructor')).toBe(false);
  });

  test('REQ-CFG-080: deep settings neither fail nor change', () => {
    let deep: Record<string, unknown> = {};
    for (let i = 0; i < 20_000; i++) deep = { deep };
    const { config, problems } = read({
      user: { nonsense: deep, servers: { foo: { ...FOO, settings: deep, initializationOptions: 1 } } },
    });
    expect(config.servers['foo']?.settings?.['deep']).toBe(deep['deep']);
    expect(problems).toHaveLength(2);
  });
});
