import type { ExpectedError } from './steps.js';

/** How a tool result differs from what was expected, in words; empty if it does not. */
export function differences(result: string, expected: readonly ExpectedError[]): string[] {
  const shown = errorsIn(result);
  const wanted = expected.map(name);
  return [
    ...wanted.filter((error) => !shown.includes(error)).map((error) => `not reported: ${error}`),
    ...shown.filter((error) => !wanted.includes(error)).map((error) => `not expected: ${error}`),
  ];
}

function errorsIn(result: string): string[] {
  return [...result.matchAll(/^<diagnostics file="([^"]*)">\n([\s\S]*?)^<\/diagnostics>$/gm)].flatMap(
    ([, file = '', lines = '']) =>
      [...lines.matchAll(/\((\S+)\)$/gm)].map(([, code = '']) => name({ file, code })),
  );
}

function name({ file, code }: ExpectedError): string {
  return `${code} in ${file}`;
}
