import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { filesOf } from '../../workspace.js';
import type { Rules } from '../compare.js';
import type { Finding, Judgement } from '../finding.js';
import { expectStatus, run } from '../../run.js';

const NEVER_THROWN =
  'an exception that is "never thrown", in a file with other errors: what is misspelt there throws nothing';
const UNCHECKED =
  'javac checks no types while a file has a syntax error, so that there is no verdict on a ' +
  'file without one, which is not called clean';

/** A run is short. */
const FAST = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC'];

/**
 * The command line of javac over all sources, with the options of the POM. While a file has a
 * syntax error, javac by itself says nothing else; it is told to check types and flow in all other
 * cases, whatever it has found by then.
 *
 * @param scratch for class files
 */
export async function javac(workspace: string, scratch: string): Promise<Judgement> {
  const classes = join(scratch, 'classes');
  rmSync(classes, { recursive: true, force: true });
  mkdirSync(classes);
  const files = filesOf(workspace)
    .filter((file) => file.endsWith('.java'))
    .sort()
    .map((file) => join(workspace, file));
  const compile = (stop: string): Promise<Finding[]> =>
    compileAll(workspace, [
      '-d',
      classes,
      '-classpath',
      classes,
      ...optionsIn(readFileSync(join(workspace, 'pom.xml'), 'utf8')),
      stop,
      ...files,
    ]);
  const syntax = await compile('--should-stop=ifNoError=PARSE');
  const found = syntax.length > 0 ? syntax : await compile('--should-stop=ifError=FLOW');
  const others = found.filter(({ code }) => code !== 'except.never.thrown.in.try');
  const findings = found.filter(
    (finding) => others.includes(finding) || !others.some(({ file }) => file === finding.file),
  );
  const judged = new Set(found.map(({ file }) => file));
  return {
    findings,
    silentOn: () => undefined,
    echoes: [{ name: NEVER_THROWN, findings: found.filter((finding) => !findings.includes(finding)) }],
    unjudged: (file) => (syntax.length > 0 && !judged.has(file) ? UNCHECKED : undefined),
  };
}

/** What Maven passes on. */
export function optionsIn(pom: string): string[] {
  const [, release = ''] = /<maven\.compiler\.release>(\d+)</.exec(pom) ?? [];
  const [, encoding = ''] = /<project\.build\.sourceEncoding>([^<]+)</.exec(pom) ?? [];
  return [
    '--release',
    release,
    '-encoding',
    encoding,
    ...[...pom.matchAll(/<arg>([^<]+)<\/arg>/g)].map(([, arg = '']) => arg),
  ];
}

/** Where there is an error, twice: javac prints codes or whole paths. */
async function compileAll(workspace: string, args: readonly string[]): Promise<Finding[]> {
  const common = [
    ...FAST,
    '-J-Duser.language=en',
    '-Xmaxerrs',
    '0',
    '-nowarn',
    '-implicit:none',
    '-Xdiags:compact',
    ...args,
  ];
  const plain = await run('javac', common, { cwd: workspace });
  expectStatus('javac', plain, [0, 1]);
  if (plain.status === 0) return [];
  const raw = await run('javac', ['-XDrawDiagnostics', ...common], { cwd: workspace });
  expectStatus('javac', raw, [1]);
  const findings = parseJavac(plain.stderr, raw.stderr, workspace);
  if (findings.length === 0)
    throw new Error(`javac failed without naming a file: ${plain.stderr.slice(-2000)}`);
  return findings;
}

/**
 * @param plain lines `/w/src/A.java:3: error: message`, with the source below
 * @param raw the same with `-XDrawDiagnostics`: lines `A.java:3:5: compiler.err.code: arguments`
 */
export function parseJavac(plain: string, raw: string, workspace: string): Finding[] {
  const codes = [...raw.matchAll(/^(\S[^:\n]*\.java):(\d+):\d+: compiler\.err\.([\w.]+)/gm)];
  const errors = [...plain.matchAll(/^(\S.*\.java):(\d+): error: (.*)$/gm)].filter(([, path = '']) =>
    path.startsWith(workspace + sep),
  );
  if (codes.length !== errors.length)
    throw new Error(`javac printed ${codes.length} codes for ${errors.length} errors`);
  return errors.map(([, path = '', line, message = ''], index): Finding => {
    const [, name, place, code] = codes[index] ?? [];
    if (name !== basename(path) || place !== line)
      throw new Error(`javac printed ${name}:${place} ${code} for ${path}:${line}`);
    return {
      file: relative(workspace, path).replaceAll(sep, '/'),
      line: Number(line),
      severity: 'error',
      code,
      message,
    };
  });
}

export const javacRules: Rules = { byMessage: false, variants: [] };
