import { textOnDisk } from '../lsp/text-on-disk.js';

/** What is known of a file before a tool changed it, in the form of `CheckFileParams`. */
export interface PreviousState {
  readonly created?: true;
  readonly before?: string;
}

/** Never rejects: the previous text of a file that cannot be read, or holds no text, is unknown. */
export async function previousStateOf(path: string): Promise<PreviousState> {
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
