import { writeFileSync } from 'node:fs';
import process from 'node:process';
import type { Reporter, TestModule } from 'vitest/node';
import type { Counts } from './counts.mjs';

/**
 * Writes what scripts/test.mjs counts to the file that LLXPRT_TEST_COUNTS names.
 * A reporter of our own, because vitest's JSON leaves out why a test was skipped.
 */
export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts: Counts = { passed: 0, failed: unhandledErrors.length, skipped: [] };
    for (const module of modules) {
      // A file that could not be loaded has no tests that could fail.
      if (module.errors().length > 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') counts.passed += 1;
        else if (result.state === 'failed') counts.failed += 1;
        else counts.skipped.push({ name: test.fullName, reason: result.state === 'skipped' ? result.note : 'it did not run' });
      }
    }
    const file = process.env['LLXPRT_TEST_COUNTS'];
    if (file) writeFileSync(file, JSON.stringify(counts));
  }
}
