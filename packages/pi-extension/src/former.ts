import { textOnDisk } from '@vybestack/llxprt-lsp-core';

/** What a file was before a tool changed it, as far as that is known: as `CheckFileParams` says it. */
export interface Former {
  readonly created?: true;
  readonly before?: string;
}

/** Never rejects: what cannot be read, or is no text, is not known. */
export async function formerOf(path: string): Promise<Former> {
  const found = await textOnDisk(path);
  switch (found.kind) {
    case 'text':
      return { before: found.text };
    case 'absent':
      return { created: true };
    case 'unknown':
      return {};
  }
}
