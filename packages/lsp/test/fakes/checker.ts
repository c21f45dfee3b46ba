/**
 * A compiler for the .fake language that prints as GCC does: reads all files below the folder that it is run in and says what is wrong in each, on
 * stderr with `--stderr`. Files give it orders, which it follows after it has read them: `HOLD` waits for `finish`, `CRASH` dies of a signal after the
 * first line, `GARBAGE` writes what no compiler writes, `HANG` never ends and ignores signals, `REFUSE text` fails without a finding, `FLOOD n`
 * finds so many errors more.
 */

import { readFileSync, writeSync } from 'node:fs';

import { judge, order } from './language.ts';
import { Reporter } from './probe.ts';

const WORDS = ['', 'error', 'warning', 'note', 'remark'] as const;

const finish = Promise.withResolvers<void>();
const reporter = await Reporter.connect(({ command }) => {
  if (command === 'finish') finish.resolve();
});

const texts = [...new Bun.Glob('**/*.fake').scanSync('.')]
  .sort()
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const all = texts.map(({ text }) => text).join('\n');
reporter.report({ event: 'started', text: all, params: { cwd: process.cwd(), args: process.argv.slice(2) } });
const ordered = (word: string): boolean => order(all, word) !== undefined;
const print = (line: string): void => {
  const bytes = Buffer.from(`${line}\n`);
  for (let at = 0; at < bytes.length;) at += writeSync(process.argv.includes('--stderr') ? 2 : 1, bytes, at);
};

if (ordered('HOLD')) await finish.promise;
if (ordered('HANG')) {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  await new Promise<never>(() => setInterval(() => undefined, 2 ** 30));
}
if (ordered('GARBAGE')) print(`not a message\na.fake:x:y: error\n:::\n\0\uFFFD\n${'long '.repeat(400_000)}`);
let errors = 0;
for (const { file, text } of texts) {
  for (const { range, severity = 1, message } of judge(text)) {
    if (severity === 1) errors += 1;
    print(
      `${file}:${range.start.line + 1}:${range.start.character + 1}: ${WORDS[severity]}: ${typeof message === 'string' ? message : message.value}`,
    );
    if (ordered('CRASH')) process.kill(process.pid, 'SIGKILL');
  }
}
const flood = Number(order(all, 'FLOOD') ?? 0);
for (let at = 0; at < flood; at++) print(`${texts[0]?.file}:${at + 1}:1: error: flood ${at}`);
const refusal = order(all, 'REFUSE');
if (refusal !== undefined) process.stderr.write(`${refusal}\n`);
process.exitCode = errors > 0 || flood > 0 || refusal !== undefined ? 1 : 0;
process.exit();
