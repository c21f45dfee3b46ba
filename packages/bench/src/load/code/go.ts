import { each, valueOf, type Language } from './language.js';

const MODULE = 'example.com/load';

const fileOf = (part: number): string => `go/part${part}/part${part}.go`;
const functionOf = (part: number): string => `Total${part}Go`;
const typeOf = (part: number): string => `Part${part}Go`;

const sumOfPart = (other: number): string =>
  ` + part${other}.${functionOf(other)}([]part${other}.${typeOf(other)}{each.Part${other}})`;
const importsOf = (uses: readonly number[]): string =>
  uses.length === 0 ? '' : `import (\n${each(uses, (other) => `\t"${MODULE}/part${other}"\n`)})\n\n`;

export const goCode: Language = {
  id: 'go',
  title: 'gopls',
  server: { id: 'gopls' },
  needs: ['go', 'gopls'],
  // Go fetches nothing, and asks no proxy whether there is something newer.
  env: { GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' },
  project: [{ file: 'go/go.mod', text: `module ${MODULE}\n\ngo 1.21\n` }],
  packages: {},
  fileOf,
  functionOf,
  typeOf,
  bodyOf: (part, uses) => `package part${part}

${importsOf(uses)}type ${typeOf(part)} struct {
	Names []string
${each(uses, (other) => `\tPart${other} part${other}.${typeOf(other)}\n`)}}

func ${functionOf(part)}(parts []${typeOf(part)}) int {
	sum := 0
	for _, each := range parts {
		sum += len(each.Names)${each(uses, sumOfPart)}
	}
	return sum
}

`,
  revisionLine: (revision) => `var Revision int = ${valueOf(revision)}\n`,
  extra: (part, revision) => ({
    file: `go/part${part}/extra${revision.number}.go`,
    text: `package part${part}\n\nvar Extra${revision.number} int = ${valueOf(revision)}\n`,
  }),
};
