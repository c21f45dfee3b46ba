import type { createColors } from 'picocolors';

type Colors = ReturnType<typeof createColors>;

/** Some lines of the demo, made anew for each place where they are shown: a terminal, a pipe, a picture. */
export type Block = (colors: Colors) => string;
/** `pictured`: it is of what the picture shows, too. */
export type Tell = (block: Block, pictured?: boolean) => void;

/** A text as the model or a person reads it, set off from ours. */
export function gutter(text: string, colors: Colors): string {
  return text.replace(/^.*$/gm, (line) => `${colors.dim('|')} ${coloured(line, colors)}`.trimEnd());
}

function coloured(line: string, colors: Colors): string {
  return /^\s*ERROR \[/.test(line) ? colors.red(line) : line;
}

/** The arguments of a call: short ones on one line, those of several lines below their name. */
export function showParams(params: Readonly<Record<string, unknown>>): string {
  return Object.entries(params)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return text.includes('\n')
        ? `  ${name}:\n${text.trimEnd().replace(/^(?=.)/gm, '    ')}`
        : `  ${name}: ${text}`;
    })
    .join('\n');
}
