import { parseArgs } from 'node:util';

const HOSTS = ['gemini', 'pi', 'core'] as const;
export type HostName = (typeof HOSTS)[number];

export type Options =
  | { kind: 'run'; host: HostName; svg: string | undefined }
  | { kind: 'help' }
  | { kind: 'wrong'; reason: string };

export const USAGE = `usage: npm run demo -- [--host gemini|pi|core] [--svg FILE]

A model writes a mistake, reads about it in the result of that very call, and mends it. The model is a script on this machine; the host, the
extension and the language servers are real. It needs no key, and leaves nothing behind.

  --host gemini   Gemini CLI with the extension of packages/gemini-cli-extension (the default)
  --host pi       pi with the extension of packages/pi-extension
  --host core     no host: the tools of packages/core by themselves, in two languages
  --svg FILE      also draws what the model read into this file
`;

/** @param args what follows the name of the program */
export function parseOptions(args: readonly string[]): Options {
  let values: { host: string; svg?: string; help?: boolean };
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        host: { type: 'string', default: 'gemini' },
        svg: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }));
  } catch (error) {
    return { kind: 'wrong', reason: error instanceof Error ? error.message : String(error) };
  }
  if (values.help === true) return { kind: 'help' };
  const host = HOSTS.find((name) => name === values.host);
  if (host === undefined)
    return { kind: 'wrong', reason: `There is no host ${values.host}: ${HOSTS.join(', ')}.` };
  if (host === 'core' && values.svg !== undefined)
    return { kind: 'wrong', reason: '--svg draws what a host shows its model, and core is none.' };
  return { kind: 'run', host, svg: values.svg };
}
