import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { needs, type Needed } from '../../../../scripts/lib/needs.mjs';
import type { Rules } from '../accuracy/compare.js';
import { headOf, type Finding, type Judgement } from '../accuracy/finding.js';
import { CJudge, GCC, gccRules, type CCompiler } from '../accuracy/judges/c-family.js';
import { cargoJudge, cargoRules } from '../accuracy/judges/cargo.js';
import { eslintRules, parseEslint } from '../accuracy/judges/eslint.js';
import { goJudge, goRules } from '../accuracy/judges/go.js';
import { mypyJudge, mypyRules } from '../accuracy/judges/mypy.js';
import { parsePyright, pyrightRules } from '../accuracy/judges/pyright.js';
import { judgeProject, tscRules } from '../accuracy/judges/tsc.js';
import { SIDECAR } from '../places.js';
import { expectStatus, run } from '../run.js';

interface LanguageTraits {
  /** The sidecar's ids of the servers that judge it; all others are off. */
  readonly servers: readonly string[];
  /** Packages of ours that a workspace has installed: path below its `node_modules`, name of the package. */
  readonly installed: Readonly<Record<string, string>>;
  /** What has to be on this machine. */
  readonly needs: readonly Needed[];
  readonly rules: Rules;
  /**
   * What the compiler itself says of one project.
   *
   * @param project relative to the workspace; findings name files relative to `root`
   * @param scratch a folder for what the compiler writes
   */
  judge(workspace: string, project: string, scratch: string): Promise<Judged>;
}

/** @property {string} root of the files that are named, relative to the workspace */
interface Judged {
  readonly root: string;
  readonly judgement: Judgement;
}

const MODULES = join(SIDECAR, 'node_modules');

const found = (findings: Finding[], root = '.'): Judged => ({
  root,
  judgement: { findings, silentOn: () => undefined },
});

const typescript: Omit<LanguageTraits, 'installed'> = {
  servers: ['typescript'],
  needs: [],
  rules: tscRules,
  async judge(workspace, project) {
    const config = project.endsWith('.json') ? project : join(project, 'tsconfig.json');
    // A project may come and go.
    return found(existsSync(join(workspace, config)) ? await judgeProject(workspace, config) : []);
  },
};

/** Its own words, and not clang's. */
const GPP: CCompiler = { program: 'g++', flags: [], header: 'c++-header', ...recovering(GCC) };

function recovering({ recovers }: CCompiler): Pick<CCompiler, 'recovers'> {
  return recovers === undefined ? {} : { recovers };
}

const TRAITS = {
  'typescript-5.9': { ...typescript, installed: { typescript: 'typescript' } },
  'typescript-7': { ...typescript, installed: { typescript: 'typescript-v7' } },
  python: {
    servers: ['pyright'],
    installed: {},
    needs: ['python3'],
    rules: pyrightRules,
    async judge(workspace, project) {
      const cwd = join(workspace, project);
      // An editor is told the environment of the project; the command line takes that of the shell.
      const python = join(cwd, '.venv', 'bin', 'python');
      const chosen = existsSync(python) ? ['--pythonpath', python] : [];
      const program = join(MODULES, 'pyright', 'index.js');
      const ended = await run(process.execPath, [program, '--outputjson', ...chosen], { cwd });
      // 3: there is no source file, or its settings cannot be read.
      expectStatus('pyright', ended, [0, 1, 3]);
      return found(parsePyright(ended.stdout, cwd), project);
    },
  },
  mypy: {
    servers: ['pyright', 'mypy'],
    installed: {},
    needs: ['mypy'],
    rules: mypyRules,
    async judge(workspace, project, scratch) {
      return { root: project, judgement: await mypyJudge(join(workspace, project), join(scratch, 'mypy')) };
    },
  },
  go: {
    servers: ['gopls'],
    installed: {},
    needs: ['go', 'gopls'],
    rules: goRules,
    async judge(workspace, project) {
      return { root: project, judgement: await goJudge(join(workspace, project)) };
    },
  },
  rust: {
    servers: ['cargo'],
    installed: {},
    needs: ['cargo'],
    rules: cargoRules,
    async judge(workspace, project, scratch) {
      const target = join(scratch, 'target');
      return { root: project, judgement: await cargoJudge(join(workspace, project), target) };
    },
  },
  cpp: {
    servers: ['clangd'],
    installed: {},
    needs: ['clangd', 'gcc'],
    rules: gccRules,
    async judge(workspace, project) {
      return { root: project, judgement: await new CJudge(GPP, join(workspace, project)).judge() };
    },
  },
  eslint: {
    servers: ['eslint'],
    installed: { eslint: 'eslint' },
    needs: [],
    // A parser's error has no rule: its words count, and those are the same.
    rules: { ...eslintRules, words: headOf },
    async judge(workspace, project) {
      const cwd = join(workspace, project);
      const program = join(workspace, 'node_modules', 'eslint', 'bin', 'eslint.js');
      const ended = await run(process.execPath, [program, '--format', 'json', '.'], { cwd });
      expectStatus('eslint', ended, [0, 1]);
      const judgement = found(parseEslint(JSON.parse(ended.stdout), cwd)).judgement;
      return { root: project, judgement: { ...judgement, alone: 'a linter judges files that are edited' } };
    },
  },
} satisfies Record<string, LanguageTraits>;

export type Language = keyof typeof TRAITS;

export const LANGUAGES: Readonly<Record<Language, LanguageTraits>> = TRAITS;

export const installedIn = (language: Language): [path: string, target: string][] =>
  Object.entries(LANGUAGES[language].installed).map(([path, name]) => [path, join(MODULES, name)]);

/** Why scenarios of a language cannot be run on this machine. */
export function lackOf(language: Language): string | undefined {
  return needs(...LANGUAGES[language].needs);
}
