import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Config, type NavigationTool, renameSymbol, type ToolContext } from '@vybestack/llxprt-lsp-core';
import { CLIENT_CAPABILITIES } from '../../../lsp/src/client/protocol/capabilities.js';
import { CONFIG } from '../accuracy/host.js';
import { connect } from '../floor/connection.js';
import { meansOf } from '../floor/means.js';
import { timed } from '../client.js';
import { SERVERS } from '../servers.js';
import { median } from '../stats.js';
import type { ServerKind } from '../subjects/subject.js';
import { INSTALLED } from '../workspace.js';
import { table } from '../frame/page.js';
import { toolsIn } from './stage.js';

/** How many files say the name: the one that declares it, and those that use it. */
const FEW = 5;
const MANY = 112;
const NAMES = ['total', 'sumOfAll'] as const;
/** The first ones are not counted: servers and our own code are compiled then. */
const WARM_UP = 2;

export interface TimedTree {
  readonly files: number;
  readonly kind: ServerKind;
  readonly title: string;
  readonly extension: string;
  readonly base: (name: string) => string;
  readonly user: (name: string, at: number) => string;
  readonly others?: Readonly<Record<string, string>>;
}

/** What a file has besides, so that it is as long as files are: some hundred lines. */
const PARTS = 10;

function repeated(part: (at: number) => string): string {
  return Array.from({ length: PARTS }, (_, at) => part(at)).join('');
}

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022'],
    types: [],
    noEmit: true,
  },
  include: ['src'],
});
const TYPESCRIPT: Omit<TimedTree, 'files' | 'kind' | 'title'> = {
  extension: '.ts',
  base: (name) => `export function ${name}(count: number): number {\n  return count;\n}\n`,
  user: (name, at) =>
    `import { ${name} } from './base';\n\nexport const value${at} = ${name}(${at}) + ${name}(1);\n` +
    repeated(
      (part) =>
        `\nexport interface Row${part} {\n  readonly id: number;\n  readonly name: string;\n}\n\n` +
        `export function rows${part}(rows: readonly Row${part}[]): string[] {\n` +
        '  return rows.filter((row) => row.id > 0).map((row) => `${row.id}: ${row.name}`);\n}\n',
    ),
  others: { 'tsconfig.json': TSCONFIG },
};

const TREES: readonly Omit<TimedTree, 'files'>[] = [
  { kind: 'tsserver', title: 'TypeScript 5.9', ...TYPESCRIPT },
  { kind: 'typescript7', title: 'TypeScript 7', ...TYPESCRIPT },
  {
    kind: 'pyright',
    title: 'pyright',
    extension: '.py',
    base: (name) => `def ${name}(count: int) -> int:\n    return count\n`,
    user: (name, at) =>
      `from base import ${name}\n\nvalue${at} = ${name}(${at}) + ${name}(1)\n` +
      repeated(
        (part) =>
          `\n\nclass Row${part}:\n    def __init__(self, id: int, name: str) -> None:\n` +
          '        self.id = id\n        self.name = name\n' +
          `\n\ndef rows${part}(rows: list[Row${part}]) -> list[str]:\n` +
          '    return [f"{row.id}: {row.name}" for row in rows if row.id > 0]\n',
      ),
  },
  {
    kind: 'gopls',
    title: 'gopls',
    extension: '.go',
    base: (name) => `package src\n\nfunc ${name}(count int) int {\n\treturn count\n}\n`,
    user: (name, at) =>
      `package src\n\nvar Value${at} = ${name}(${at}) + ${name}(1)\n` +
      repeated(
        (part) =>
          `\ntype row${at}x${part} struct {\n\tid   int\n\tname string\n}\n\n` +
          `func Rows${at}x${part}(rows []row${at}x${part}) []string {\n\tvar all []string\n` +
          '\tfor _, row := range rows {\n\t\tif row.id > 0 {\n' +
          '\t\t\tall = append(all, row.name)\n\t\t}\n\t}\n\treturn all\n}\n',
      ),
    others: { 'go.mod': 'module example.com/times\n\ngo 1.22\n' },
  },
];

/** A name that stands in few files, and in many. */
export const TIMED: readonly TimedTree[] = [FEW, MANY].flatMap((files) =>
  TREES.map((tree) => ({ ...tree, files })),
);

/** Medians, ms: the bare request, the same tree as a proposal, and the tool's call, dry and not. */
export interface TimesResult {
  readonly title: string;
  readonly files: number;
  readonly rounds: number;
  readonly bare: number;
  readonly proposal: number;
  readonly dryRun: number;
  readonly written: number;
}

/** Renames a name to and fro, beside a client of the same server that only asks for the edits. */
export async function measureTimes(
  language: TimedTree,
  folder: string,
  rounds: number,
): Promise<TimesResult> {
  const [ours, bare] = await Promise.all([
    Ours.start(language, join(folder, 'ours')),
    Bare.start(language, join(folder, 'bare')),
  ]);
  try {
    const all: Readonly<Record<'bare' | 'proposal' | 'dryRun' | 'written', number>>[] = [];
    for (let round = 0; round < WARM_UP + rounds; round += 1) {
      const [from, to] = round % 2 === 0 ? NAMES : [NAMES[1], NAMES[0]];
      const bareMs = await bare.rename(from, to);
      const proposal = await ours.whenRead(() => ours.propose(to));
      const dryRun = await ours.whenRead(() => ours.rename(from, to, true));
      const written = await ours.whenRead(() => ours.rename(from, to, false));
      all.push({ bare: bareMs, proposal, dryRun, written });
    }
    const measured = all.slice(WARM_UP);
    const of = (key: keyof (typeof all)[number]): number => median(measured.map((one) => one[key]));
    return {
      title: language.title,
      files: language.files,
      rounds,
      bare: of('bare'),
      proposal: of('proposal'),
      dryRun: of('dryRun'),
      written: of('written'),
    };
  } finally {
    await Promise.all([ours.close(), bare.close()]);
  }
}

/** The tool, as a host has it. */
class Ours {
  private constructor(
    private readonly language: TimedTree,
    private readonly folder: string,
    private readonly config: Config,
    private readonly context: ToolContext,
    private readonly tools: ReadonlyMap<string, NavigationTool>,
  ) {}

  static async start(language: TimedTree, folder: string): Promise<Ours> {
    const workspaceRoot = makeTree(language, folder);
    const { id, env } = SERVERS[language.kind];
    const servers = { ...CONFIG.servers, [id]: { env: { ...env(workspaceRoot) } } };
    const { config, context, tools } = await toolsIn(workspaceRoot, { ...CONFIG, servers });
    return new Ours(language, workspaceRoot, config, context, tools);
  }

  /**
   * Outside of the time, a question that the server answers from all files, as they are now. The bare
   * server has had the time of a round for that.
   */
  async whenRead(measure: () => Promise<number>): Promise<number> {
    const file = `src/base${this.language.extension}`;
    const text = readFileSync(join(this.folder, file), 'utf8');
    const symbol = NAMES.find((name) => text.includes(name));
    const found = await this.tools
      .get('lsp_find_references')
      ?.execute({ file, symbol }, new AbortController().signal);
    if (found?.error !== undefined || found === undefined)
      throw new Error(`${this.language.title}: ${found?.error?.message ?? 'there is no such tool'}`);
    return measure();
  }

  async propose(name: string): Promise<number> {
    const { preview } = this.context;
    if (preview === undefined) throw new Error('nothing can be proposed');
    const files = [...filesOf(this.language, name)].map(([path, text]) => ({
      filePath: join(this.folder, path),
      text,
    }));
    const { value, ms } = await timed(() => preview.propose({ files, others: true, origins: true }));
    if (!value.servers.some(({ outcome }) => outcome === 'complete'))
      throw new Error(`${this.language.title}: the proposal was not judged`);
    return ms;
  }

  async rename(from: string, to: string, isDry: boolean): Promise<number> {
    const file = `src/base${this.language.extension}`;
    const { value, ms } = await timed(() =>
      renameSymbol({ file, symbol: from, new_name: to, dry_run: isDry }, this.context),
    );
    if (value.error !== undefined) throw new Error(`${this.language.title}: ${value.error.message}`);
    for (const [path, text] of filesOf(this.language, isDry ? from : to)) {
      if (readFileSync(join(this.folder, path), 'utf8') !== text)
        throw new Error(`${this.language.title}: ${path} is not what it should be`);
    }
    return ms;
  }

  close(): Promise<void> {
    return this.config.shutdown();
  }
}

/** The least that a client can do: the declaring file is open, and the request is sent. */
class Bare {
  private version = 1;

  private constructor(
    private readonly language: TimedTree,
    private readonly folder: string,
    private readonly server: Awaited<ReturnType<typeof connect>>,
  ) {}

  static async start(language: TimedTree, at: string): Promise<Bare> {
    const folder = makeTree(language, at);
    const means = meansOf(language.kind, folder);
    if (means.kind !== 'server') throw new Error(`${language.kind} is no language server`);
    const bare = new Bare(language, folder, await connect(means, folder, CLIENT_CAPABILITIES));
    // An open file of each: some servers look for uses only in files of projects that they have loaded.
    for (const [path, text] of filesOf(language, NAMES[0])) {
      await bare.server.connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri: bare.uri(path), languageId: means.languageId, version: 1, text },
      });
    }
    return bare;
  }

  /** Also writes what the server should answer, outside of the time. */
  async rename(from: string, to: string): Promise<number> {
    const { connection } = this.server;
    const base = `src/base${this.language.extension}`;
    const lines = this.language.base(from).split('\n');
    const line = lines.findIndex((text) => text.includes(from));
    const params = {
      textDocument: { uri: this.uri(base) },
      position: { line, character: lines[line]?.indexOf(from) ?? 0 },
      newName: to,
    };
    const { value, ms } = await timed(() =>
      connection.sendRequest<{ changes?: object; documentChanges?: unknown[] } | null>(
        'textDocument/rename',
        params,
      ),
    );
    const count = value?.documentChanges?.length ?? Object.keys(value?.changes ?? {}).length;
    if (count !== this.language.files)
      throw new Error(
        `${this.language.title}: the bare request changes ${count} files, not ${this.language.files}`,
      );
    this.version += 1;
    for (const [path, text] of filesOf(this.language, to)) {
      writeFileSync(join(this.folder, path), text);
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri: this.uri(path), version: this.version },
        contentChanges: [{ text }],
      });
    }
    return ms;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private uri(path: string): string {
    return pathToFileURL(join(this.folder, path)).href;
  }
}

function filesOf({ files, extension, base, user }: TimedTree, name: string): Map<string, string> {
  const users = Array.from({ length: files - 1 }, (_, at): [string, string] => [
    `src/user${at}${extension}`,
    user(name, at),
  ]);
  return new Map([[`src/base${extension}`, base(name)], ...users]);
}

function makeTree(language: TimedTree, folder: string): string {
  mkdirSync(join(folder, 'src'), { recursive: true });
  const files = [...filesOf(language, NAMES[0]), ...Object.entries(language.others ?? {})];
  for (const [path, text] of files) writeFileSync(join(folder, path), text);
  for (const [name, target] of Object.entries(INSTALLED[language.kind])) {
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    if (!name.includes('/'))
      symlinkSync(realpathSync(target), join(folder, 'node_modules', name), 'junction');
  }
  return realpathSync(folder);
}

/** Of a dry run: ms beyond the bare request and the proposal in few files; in many, so many times both. */
const LIMIT = { few: 50, many: 1.3 } as const;

export function isSlow({ files, bare, proposal, dryRun }: TimesResult): boolean {
  const both = bare + proposal;
  return files === FEW ? dryRun - both > LIMIT.few : dryRun > LIMIT.many * both;
}

export function timesTable(times: readonly TimesResult[]): string {
  const milliseconds = ['bare request', 'proposal', 'dry run'].map((one) => `${one}, ms:`).join(' | ');
  return table(
    `server | rename in | times: | ${milliseconds} | to both: | written, ms:`,
    times.map(({ title, files, rounds, bare, proposal, dryRun, written }) => [
      ...[title, `${files} files`, rounds],
      ...[bare, proposal, dryRun].map((ms) => ms.toFixed(0)),
      `x ${(dryRun / (bare + proposal)).toFixed(2)}`,
      written.toFixed(0),
    ]),
  );
}
