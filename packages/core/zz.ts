import { assertQuick, attackBy } from '../../scripts/lib/fuzz/slow.js';
import { readers as core } from './test/fuzz/readers.js';
import { readers as cli } from '../cli/test/fuzz/readers.js';
const chosen = [...core, ...cli];
const end = Date.now() + Number(process.argv[2]) * 1000;
const bad = new Map<string, number>();
let n = Number(process.env.SEED ?? 1);
while (Date.now() < end) {
  const { reader, attack } = attackBy(chosen.filter((r) => (bad.get(r.name) ?? 0) < 3), n++ * 7919);
  try { await assertQuick(reader, attack, true); } catch (error) { bad.set(reader.name, (bad.get(reader.name) ?? 0) + 1); console.log((error as Error).message.slice(0, 300)); }
}
console.log('inputs', n);
