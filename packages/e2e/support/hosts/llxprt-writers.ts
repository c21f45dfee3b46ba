/** The tools of LLxprt Code that write one file, each with a call that adds an error to an older one. */

/** An error that stands in a file from the start, and the text for one more in it. */
const OLD = "export const old: number = 'old';";
/** How that error is listed, whatever its line. */
export const OLD_FINDING = /ERROR \[\d+:\d+\] Type 'string' is not assignable to type 'number'\. \(2322\)/g;
export const NEW_FINDING = "Type 'string' is not assignable to type 'boolean'. (2322)";

export const mixed = (name: string): string =>
  `${OLD}\nexport const ${name}: boolean = true;\nexport const other = ${name};\n`;

export interface Writer {
  readonly tool: string;
  /** Of the file `src/<name>.ts`, which is {@link mixed}. */
  readonly name: string;
  /** How the tool calls the absolute path. */
  readonly path: 'absolute_path' | 'file_path';
  readonly args: Readonly<Record<string, unknown>>;
  readonly finding: string;
}

const wrong = { old_string: ': boolean = true', new_string: ": boolean = 'yes'" };
const finding = `ERROR [2:14] ${NEW_FINDING}`;

export const WRITERS: readonly Writer[] = [
  {
    tool: 'write_file',
    name: 'one',
    path: 'absolute_path',
    args: { content: mixed('one').replace('= true', "= 'yes'") },
    finding,
  },
  { tool: 'replace', name: 'two', path: 'absolute_path', args: wrong, finding },
  {
    tool: 'apply_patch',
    name: 'three',
    path: 'absolute_path',
    args: {
      patch_content: `--- a/src/three.ts\n+++ b/src/three.ts\n@@ -1,3 +1,3 @@\n ${OLD}\n-export const three: boolean = true;\n+export const three: boolean = 'yes';\n export const other = three;\n`,
    },
    finding,
  },
  {
    tool: 'insert_at_line',
    name: 'four',
    path: 'absolute_path',
    args: { line_number: 2, content: "export const more: boolean = 'yes';\n" },
    finding,
  },
  { tool: 'ast_edit', name: 'five', path: 'file_path', args: { ...wrong, force: true }, finding },
  {
    tool: 'delete_line_range',
    name: 'six',
    path: 'absolute_path',
    args: { start_line: 2, end_line: 2 },
    finding: "ERROR [2:22] Cannot find name 'six'. (2304)",
  },
];

/** The files that these write, by path. */
export const WRITTEN: Readonly<Record<string, string>> = Object.fromEntries(
  WRITERS.map(({ name }) => [`src/${name}.ts`, mixed(name)]),
);
