/**
 * A cargo for the .fake language: reads all files below the current folder, or below the one that it is given relative to that, says what is wrong in
 * each the way rustc does, and exits with 101 if there is anything. Files give it orders, which it follows after it has read them: `HOLD` waits for `finish`, `CRASH` dies of a signal,
 * `GARBAGE` writes what no compiler writes, `CHILD` leaves a process behind that keeps its pipes open, `HANG` never ends and
 * ignores signals, `REFUSE text` fails without a finding, `STRAY text` is an error at no place, `SCRIBBLE` adds to every file that it has
 * read and makes a new one beside them.
 */

import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { judge, order } from './language.ts';
import { Reporter } from './probe.ts';

const SEVERITY = ['', 'error', 'warning', 'note', 'help'] as const;
const FAILED = 101;

const finish = Promise.withResolvers<void>();
const reporter = await Reporter.connect(({ command }) => {
  if (command === 'finish') finish.resolve();
});

const [, , folder = '.'] = process.argv;
const files = [...new Bun.Glob('**/*.fake').scanSync(folder)].map((file) => join(folder, file)).sort();
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const all = [...texts.values()].join('\n');

reporter.report({ event: 'started', text: all });
// A file that does not end in a line break ends a line all the same.
const ordered = (word: string): boolean => order(all, word) !== undefined;

if (ordered('SCRIBBLE'))
  for (const path of [...files, join(folder, 'scribbled')]) appendFileSync(path, 'scribbled');
if (ordered('HOLD')) await finish.promise;
if (ordered('CHILD')) spawn('sleep', ['600'], { stdio: 'inherit' });
if (ordered('HANG')) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  await new Promise<never>(() => setInterval(() => undefined, 2 ** 30));
}
if (ordered('CRASH')) process.kill(process.pid, 'SIGKILL');

const levels = new Set<string>();
const output: string[] = [];
const say = (reason: string, details: object): void => {
  output.push(JSON.stringify({ reason, ...details }));
};
const message = (level: string, text: unknown, spans: object[]): void => {
  levels.add(level);
  say('compiler-message', {
    message: { rendered: text, level, message: text, code: null, spans, children: [] },
  });
};

if (ordered('GARBAGE')) {
  output.push(
    `not JSON\n{"reason":"compiler-message"\n{"reason":"compiler-message","message":{"level":"error"}}\n[]\n\n${'long '.repeat(400_000)}`,
  );
}
for (const [file, text] of texts) {
  const lines = text.split('\n');
  for (const { range, severity = 1, message: what } of judge(text)) {
    const { start, end } = range;
    const span = {
      line_start: start.line + 1,
      line_end: end.line + 1,
      column_start: start.character + 1,
      column_end: end.character + 1,
    };
    message(SEVERITY[severity], what, [
      {
        file_name: file,
        is_primary: true,
        ...span,
        label: null,
        text: [{ text: lines[start.line] }],
        expansion: null,
      },
    ]);
  }
}
const stray = order(all, 'STRAY');
if (stray !== undefined) message('error', stray, []);

const refusal = order(all, 'REFUSE');
if (refusal !== undefined) process.stderr.write(`error: ${refusal}\n`);
const failed = levels.has('error') || refusal !== undefined;
say('build-finished', { success: !failed });
// Without a last line break, and in one piece: what is read must be all of it.
process.stdout.write(output.join('\n'), () => process.exit(failed ? FAILED : 0));
