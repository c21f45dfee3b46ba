import { chmodSync } from 'node:fs';
import { join } from 'node:path';

import type { ServerConfig } from '../../src/types.ts';
import { Workspace } from './workspace.ts';

/** A fake under the name of a server that the registry knows: then all that it knows of the server holds. */
export class NamedFake extends Workspace {
  readonly config: ServerConfig;

  /** @param file of ../fakes */
  constructor(name: string, file: string, extensions: string[], args: readonly string[] = []) {
    const path = join(import.meta.dir, '..', 'fakes', file);
    super({ [name]: `#!/bin/sh\nexec "${process.execPath}" "${path}" ${args.join(' ')}\n` });
    chmodSync(this.path(name), 0o755);
    this.config = { command: this.path(name), args: [], extensions };
  }
}
