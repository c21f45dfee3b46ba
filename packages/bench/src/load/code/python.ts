import { each, valueOf, type Language } from './language.js';

const fileOf = (part: number): string => `py/part${part}.py`;
const functionOf = (part: number): string => `total_${part}_py`;
const typeOf = (part: number): string => `Part${part}Py`;

const sumOfPart = (other: number): string => ` + ${functionOf(other)}([part.part${other}])`;

export const python: Language = {
  id: 'py',
  title: 'pyright',
  server: { id: 'pyright' },
  needs: [],
  env: {},
  project: [{ file: 'py/pyrightconfig.json', text: '{}\n' }],
  packages: {},
  fileOf,
  functionOf,
  typeOf,
  bodyOf: (part, uses) => `from dataclasses import dataclass
${each(uses, (other) => `from part${other} import ${functionOf(other)}, ${typeOf(other)}\n`)}

@dataclass
class ${typeOf(part)}:
    names: list[str]
${each(uses, (other) => `    part${other}: ${typeOf(other)}\n`)}

def ${functionOf(part)}(parts: list[${typeOf(part)}]) -> int:
    return sum(len(part.names)${each(uses, sumOfPart)} for part in parts)


`,
  revisionLine: (revision) => `revision: int = ${valueOf(revision)}\n`,
  extra: (_part, revision) => ({
    file: `py/extra${revision.number}.py`,
    text: `extra: int = ${valueOf(revision)}\n`,
  }),
};
