import { relative, sep } from 'node:path';
import { basename, dirname } from 'node:path/posix';
import { z } from 'zod';
import type { Rules } from '../compare.js';
import type { Finding, Judgement } from '../finding.js';
import { inOrder } from '../../patterns.js';
import { expectStatus, run } from '../../run.js';

const SYNTAX = 'the Go compiler says nothing else of a package while one of its files has a syntax error';
const DEPENDENCY = 'go build does not compile a package while one that it imports does not compile';
const FIRST = 'of the syntax errors of a file gopls reports the first, as go vet does';
/** As gopls has it. */
const SYNTAX_SOURCE = 'syntax';
const LOADING = 'go build compiles nothing while a package cannot be loaded';

/**
 * `go build` for type errors, `go list -test -export` for those of tests, which it compiles and
 * does not link, `go vet` for its findings, which are warnings here, and for syntax errors the
 * parser that vet and gofmt share: the compiler has another one, which words and places them
 * differently. gofmt lists all that this parser finds; vet, the first.
 */
export async function goJudge(workspace: string): Promise<Judgement> {
  const build = await run('go', ['build', '-gcflags=-e', './...'], { cwd: workspace });
  expectStatus('go build', build, [0, 1]);
  const tests = await run('go', ['list', '-test', '-export', '-gcflags=-e', '-f', '', './...'], {
    cwd: workspace,
  });
  expectStatus('go list', tests, [0, 1]);
  const compiled = build.stderr + tests.stderr;
  const built = parseGo(compiled);
  if (build.status !== 0 && built.length === 0)
    throw new Error(`go build failed without naming a file: ${build.stderr.slice(-2000)}`);
  const format = await run('gofmt', ['-e', '-l', '.'], { cwd: workspace });
  expectStatus('gofmt', format, [0, 2]);
  const { syntax, echoes } = firstOfEach(
    parseGo(format.stderr).map((finding) => ({ ...finding, source: SYNTAX_SOURCE })),
  );
  const vet = await run('go', ['vet', '-json', './...'], { cwd: workspace });
  const unparsed = new Set(syntax.map(({ file }) => file));
  const errors = [...syntax, ...built.filter(({ file }) => !unparsed.has(file))];
  const packages = compiled === '' ? [] : await listPackages(workspace);
  return {
    findings: [...errors, ...parseVet(vet.stdout + vet.stderr, workspace)],
    silentOn: silence(compiled, errors, packages),
    echoes: [{ name: FIRST, findings: echoes }],
  };
}

/** The first error of each file, and the others. */
export function firstOfEach(found: readonly Finding[]): { syntax: Finding[]; echoes: Finding[] } {
  const first = (finding: Finding): boolean => found.find(({ file }) => file === finding.file) === finding;
  return { syntax: found.filter(first), echoes: found.filter((finding) => !first(finding)) };
}

/**
 * Lines `./a.go:3:5: message`; what is indented below belongs to the message before. Where the
 * compiler adds its command line, that is left out.
 */
export function parseGo(stderr: string): Finding[] {
  return [
    ...stderr.matchAll(
      inOrder(
        'gm',
        /^(?:\.[/\\])?([^\s:#][^:\n]*\.go):(\d+):(?:\d+:)? (.*?)/,
        /(?: \(-lang was set to \S+; check go\.mod\))?$/,
      ),
    ),
  ].map(([, file = '', line, message = '']): Finding => ({
    file: file.replaceAll('\\', '/'),
    line: Number(line),
    severity: 'error',
    message,
  }));
}

const analysis = z.record(
  z.string(),
  z.record(
    z.string(),
    z.union([z.array(z.object({ posn: z.string(), message: z.string() })), z.object({ error: z.string() })]),
  ),
);

/** The output of `go vet -json`: an object for each package, with comments between them. */
export function parseVet(output: string, workspace: string): Finding[] {
  return [...output.matchAll(/^\{\n(?:.*\n)*?\}$/gm)].flatMap(([text]) =>
    Object.values(analysis.parse(JSON.parse(text))).flatMap((byAnalyzer) =>
      Object.values(byAnalyzer).flatMap((found) => {
        if (!Array.isArray(found)) return [];
        return found.flatMap(({ posn, message }): Finding[] => {
          const [, file, line] = /^(.*):(\d+):\d+$/.exec(posn) ?? [];
          if (file === undefined) return [];
          return [
            {
              file: relative(workspace, file).replaceAll(sep, '/'),
              line: Number(line),
              severity: 'warning',
              message,
            },
          ];
        });
      }),
    ),
  );
}

export interface GoPackage {
  /** Relative to the workspace; `.` is the workspace itself. */
  readonly folder: string;
  readonly path: string;
  readonly imports: readonly string[];
  /** What its tests import besides. */
  readonly testImports: readonly string[];
  /** Files of tests that are a package of their own, which imports this one. */
  readonly outside: readonly string[];
}

async function listPackages(workspace: string): Promise<GoPackage[]> {
  const format =
    '{{.Dir}}\t{{.ImportPath}}\t{{join .Deps " "}}\t{{join .TestImports " "}} {{join ' +
    '.XTestImports " "}}\t{{join .XTestGoFiles " "}}';
  const { stdout } = await run('go', ['list', '-e', '-f', format, './...'], { cwd: workspace });
  return stdout.split('\n').flatMap((line): GoPackage[] => {
    const [dir, path, ...lists] = line.split('\t');
    if (dir === undefined || path === undefined) return [];
    const [imports = [], testImports = [], outside = []] = lists.map((list) => list.split(' '));
    return [
      { folder: relative(workspace, dir).replaceAll(sep, '/') || '.', path, imports, testImports, outside },
    ];
  });
}

/**
 * @param stderr of the compiler, where `# path` stands above what the compiler says of a package
 * @param errors all that were found
 */
export function silence(
  stderr: string,
  errors: readonly Finding[],
  packages: readonly GoPackage[],
): Judgement['silentOn'] {
  // What failed in a test alone is compiled for that test once more: `# m/a [m/b.test]`.
  const failures = [...stderr.matchAll(/^# (\S+)(?: \[(\S+)\.test\])?/gm)].map(([, path = '', test]) => ({
    path,
    test,
  }));
  const hasFailed = (path: string, test?: string): boolean =>
    failures.some(
      (failure) => failure.path === path && (failure.test === undefined || failure.test === test),
    );
  const stopped = new Set(
    [...stderr.matchAll(/^(?:\.[/\\])?([^\s:#][^:\n]*\.go):\d+:.*syntax error/gm)].map(([, file = '']) =>
      dirname(file.replaceAll('\\', '/')),
    ),
  );
  const loading = errors.length > 0 && failures.length === 0;
  return ({ file, source }) => {
    // Of the parser's errors none is kept back.
    if (source === SYNTAX_SOURCE) return undefined;
    const folder = dirname(file);
    if (stopped.has(folder)) return SYNTAX;
    const own = packages.find((candidate) => candidate.folder === folder);
    const test = file.endsWith('_test.go') ? own?.path : undefined;
    if (own !== undefined && importsOf(own, file).some((path) => hasFailed(path, test))) return DEPENDENCY;
    return loading ? LOADING : undefined;
  };
}

function importsOf({ path, imports, testImports, outside }: GoPackage, file: string): readonly string[] {
  if (!file.endsWith('_test.go')) return imports;
  return [...imports, ...testImports, ...(outside.includes(basename(file)) ? [path] : [])];
}

export const goRules: Rules = { byMessage: true, variants: [] };
