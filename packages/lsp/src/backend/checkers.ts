import { compareText } from '../support/compare.ts';
import type { LspConfig } from '../types.ts';
import type { LanguageSupport } from './language.ts';
import { unreadableSetting } from './program/unreadable.ts';
import { UNTRUSTED } from './program/untrusted.ts';
import { configured } from './checker/configured.ts';
import { customChecker } from './custom-checker.ts';
import type { CheckerDefinition, CheckerStep } from './checker/definition.ts';
import type { CompilerOutput, PrintedFinding } from './output/output.ts';

export type * from './checker/definition.ts';

/** The checkers that are switched on, the user's own included, by id. */
export function createCheckers(
  languages: readonly LanguageSupport[],
  { checkers = {} }: LspConfig,
): readonly CheckerDefinition[] {
  const builtIn = languages.flatMap((language) => language.checkers ?? []);
  const known = new Set(builtIn.map(({ id }) => id));
  const own = Object.entries(checkers).filter(([id]) => !known.has(id));
  return [
    ...builtIn.map((checker) => configured(checker, checkers[checker.id] ?? {})),
    ...own.map(([id, config]) => customChecker(id, config)),
  ]
    .filter(({ id }) => checkers[id]?.enabled !== false)
    .map(onlyWhereTrusted)
    .map((checker, _, all) => leavingTo(checker, all))
    .map(onlyWhereReadable)
    .sort((a, b) => compareText(a.id, b.id));
}

/** See {@link LeavesTo}. A person who configures a checker gets all that it says. */
function leavingTo(checker: CheckerDefinition, all: readonly CheckerDefinition[]): CheckerDefinition {
  const { leavesTo } = checker;
  const judge = all.find(({ id }) => id === leavesTo?.judge);
  if (leavesTo === undefined || judge === undefined) return checker;
  return {
    ...checker,
    locate(folder, search, own) {
      const location = checker.locate(folder, search, own);
      if (location.kind !== 'found' || own !== undefined || leavesTo.judgesToo(folder, search))
        return location;
      const other = judge.locate(folder, search);
      if (other.kind !== 'found') return location;
      const { excludes } = other.project;
      const counts = (finding: PrintedFinding): boolean =>
        leavesTo.keeps(finding) || excludes?.(finding.path) === true;
      const [first, ...rest] = location.project.steps;
      const only = (step: CheckerStep): CheckerStep => ({
        ...step,
        output: (root) => withoutOthers(step.output(root), counts),
      });
      return { kind: 'found', project: { ...location.project, steps: [only(first), ...rest.map(only)] } };
    },
  };
}

function withoutOthers(output: CompilerOutput, counts: (finding: PrintedFinding) => boolean): CompilerOutput {
  return {
    line: (text) => {
      output.line(text);
    },
    conclude(code, stderr) {
      const report = output.conclude(code, stderr);
      return { ...report, findings: report.findings.filter(counts) };
    },
  };
}

function onlyWhereTrusted(checker: CheckerDefinition): CheckerDefinition {
  if (checker.needsNoTrust) return checker;
  return {
    ...checker,
    locate(folder, search) {
      const location = checker.locate(folder, search);
      if (search.trusted || location.kind === 'not-applicable') return location;
      return { ...UNTRUSTED, root: location.kind === 'found' ? location.project.root : location.root };
    },
  };
}

function onlyWhereReadable(checker: CheckerDefinition): CheckerDefinition {
  return {
    ...checker,
    locate(folder, search) {
      const location = checker.locate(folder, search);
      const reason =
        location.kind === 'found'
          ? unreadableSetting(folder, search.workspaceRoot, checker.reads)
          : undefined;
      return location.kind !== 'found' || reason === undefined
        ? location
        : { kind: 'unreadable', reason, root: location.project.root };
    },
  };
}
