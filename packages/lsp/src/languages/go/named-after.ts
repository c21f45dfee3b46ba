import { dirname } from 'node:path';
import type { NamedAfter, NamedAfterQuestion } from '../../backend/traits.ts';

const IN_FUNCTION = /^func\s+(?<kind>Example|Test|Benchmark|Fuzz)(?<rest>[\p{ID_Continue}]*)\s*\(/gmu;

/**
 * Tests that are called after a symbol. `go vet` takes an example whose symbol is not there for an
 * error, so examples follow; nothing checks the others.
 */
export function namedAfter({ oldName, newName, declaration, path, files }: NamedAfterQuestion): NamedAfter[] {
  const receiver = /^func\s*\(\s*(?:\w+\s+)?(?:\*\s*)?([\p{ID_Continue}]+)/u.exec(declaration)?.[1];
  const owner = receiver === undefined ? '' : `${receiver}_`;
  const found: NamedAfter[] = [];
  for (const file of files) {
    if (!file.path.endsWith('_test.go') || dirname(file.path) !== dirname(path)) continue;
    for (const { 0: whole, index, groups } of file.text.matchAll(IN_FUNCTION)) {
      const { kind = '', rest = '' } = groups ?? {};
      const isExample = kind === 'Example';
      // `TestStack_Push`, or `TestStackPush`; of examples, only the first is one of it.
      const spelled = isExample ? [owner + oldName] : [owner + oldName, owner.replace('_', '') + oldName];
      const goesOn = isExample ? /^(?:_|$)/ : /^(?:[_\p{Lu}]|$)/u;
      const name = spelled.find((one) => rest.startsWith(one) && goesOn.test(rest.slice(one.length)));
      if (name === undefined) continue;
      const start = index + whole.indexOf(kind + rest) + kind.length;
      found.push({
        path: file.path,
        start,
        end: start + name.length,
        ...(isExample && { text: owner + newName }),
      });
    }
  }
  return found;
}
