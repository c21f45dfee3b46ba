import * as fc from 'fast-check';
import { assertQuick, SIGNS } from '../../../../scripts/lib/fuzz/slow.ts';
import { readers } from './readers.ts';
const only = process.argv[2] ?? ''; const ms = Number(process.argv[3] ?? 2000); const long = process.argv[4] === 'long';
for (const { name, words = [], read } of readers) {
  if (!name.includes(only)) continue;
  const token = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...SIGNS) }, { weight: words.length === 0 ? 0 : 3, arbitrary: fc.constantFrom(...words, ' ') });
  const some = (a: number, b: number) => fc.array(token, { minLength: a, maxLength: b }).map((p) => p.join(''));
  const arb = fc.record({ head: some(0, 2), unit: some(1, 4), tail: some(0, 2) });
  const end = performance.now() + ms; let n = 0; let worst = 0; let bad = 0;
  // first each single token
  const fixed = [...SIGNS, ...words].map((unit) => ({ head: '', unit, tail: '' }));
  const seeds = fc.sample(arb, { numRuns: 2000, seed: Date.now() % 1e9 });
  for (const attack of [...fixed, ...seeds]) {
    if (performance.now() > end || bad > 2) break;
    const s = performance.now();
    try { await assertQuick(read, attack, long); } catch (e) { bad++; console.log(`  ${name}: ${JSON.stringify(attack)} ${e instanceof Error ? (e.message.startsWith('') ? (e.message + (e.message.includes('took') ? '' : '\n' + e.stack)) : '') : e}`); }
    worst = Math.max(worst, performance.now() - s); n++;
  }
  console.log(name, n, 'worst', Math.round(worst));
}
