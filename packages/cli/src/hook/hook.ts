import type { Readable } from 'node:stream';
import { debuglog } from 'node:util';
import { ask } from '../bridge/ask.js';
import { endpointsFor } from './ancestors.js';
import { NOTHING, type Consultation, type HostAdapter, type HostReply } from './host.js';
import { parseObject } from './json.js';

export interface HookOptions {
  readonly adapter: HostAdapter;
  readonly input: Readable;
  /** The process that has started the hook. */
  readonly parent: number;
}

/** A host writes its event at once and closes the pipe, ms. */
const INPUT_MS = 5000;
/** Events carry files and what tools said about them. */
const MAX_INPUT_BYTES = 16 * 1024 * 1024;

const debug = debuglog('llxprt-lsp');

/** Answers one event of a host. Whatever goes wrong, the host goes on as if there were no hook. */
export async function answerHook({ adapter, input, parent }: HookOptions): Promise<HostReply> {
  const text = await readAll(input);
  const event = text === undefined ? undefined : parseObject(text);
  const consultation = event && adapter(event);
  if (consultation === undefined) {
    debug('hook: %s', event === undefined ? 'no event' : 'nothing to ask');
    return NOTHING;
  }
  return consultation.reply(await consult(consultation, parent));
}

async function consult({ cwd, request }: Consultation, parent: number): Promise<string | undefined> {
  for (const address of endpointsFor(parent, cwd)) {
    const asked = await ask(address, request);
    debug('hook: %s: %s', address, asked.kind);
    // A bridge that was killed leaves its socket behind; one that hangs is this session's all the same.
    if (asked.kind !== 'absent') return asked.kind === 'answered' ? asked.text : undefined;
  }
  return undefined;
}

function readAll(input: Readable): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const timer = setTimeout(() => end(undefined), INPUT_MS);
    const end = (text: string | undefined): void => {
      clearTimeout(timer);
      input.destroy();
      resolve(text);
    };
    input.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > MAX_INPUT_BYTES) end(undefined);
    });
    input.on('end', () => end(Buffer.concat(chunks).toString()));
    input.on('error', () => end(undefined));
  });
}
