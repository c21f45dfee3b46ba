import { writeFileSync } from 'node:fs';
import process from 'node:process';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import type { Case, Report } from './cases.mjs';

/**
 * Writes what became of each test to the file that LLXPRT_TEST_CASES names.
 * A reporter of our own, because vitest's JSON leaves out why a test was skipped.
 */
export default class CasesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const report: Report = { cases: modules.flatMap(casesOf), errors: unhandledErrors.map(text) };
    const file = process.env['LLXPRT_TEST_CASES'];
    if (file) writeFileSync(file, JSON.stringify(report));
  }
}

function casesOf(module: TestModule): Case[] {
  // A file that could not be loaded, or a group that could not be prepared, has no test that fails.
  const groups = [module, ...module.children.allSuites()].flatMap((group) => {
    const name = group.type === 'module' ? '' : group.fullName;
    return group
      .errors()
      .map((error): Case => ({ file: module.relativeModuleId, name, state: 'failed', error: text(error) }));
  });
  return [
    ...groups,
    ...Array.from(module.children.allTests(), (test) => caseOf(module.relativeModuleId, test)),
  ];
}

function caseOf(file: string, test: TestCase): Case {
  const [name, result] = [test.fullName, test.result()];
  if (result.state === 'passed') return { file, name, state: 'passed' };
  if (result.state === 'failed')
    return { file, name, state: 'failed', error: result.errors.map(text).join('\n\n') };
  return {
    file,
    name,
    state: 'skipped',
    reason: result.state === 'skipped' ? result.note : 'it did not run',
  };
}

function text({ name, message, diff, stack }: SerializedError): string {
  const parts =
    stack?.includes(message) === true ? [stack, diff] : [`${String(name)}: ${message}`, diff, stack];
  return parts.filter(Boolean).join('\n');
}
