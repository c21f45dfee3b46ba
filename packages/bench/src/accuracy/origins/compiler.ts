import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '../../workspace.js';
import type { Subject } from '../subject.js';
import type { Snapshot } from './truth.js';

/** A subject's compiler. A tree that it has judged before is not compiled again. */
export class Compiler {
  readonly #known = new Map<string, Promise<Snapshot>>();

  /** @param scratch a folder for what the compiler writes, outside the workspace */
  constructor(
    private readonly subject: Pick<Subject, 'judge'>,
    private readonly workspace: string,
    private readonly scratch: string,
  ) {}

  /** The verdict on the workspace as it is on disk now. */
  now(): Promise<Snapshot> {
    const texts = this.#texts();
    const hash = createHash('sha256');
    for (const [file, text] of texts) hash.update(JSON.stringify([file, text]));
    const key = hash.digest('hex');
    const snapshot = this.#known.get(key) ?? this.#judge(texts);
    this.#known.set(key, snapshot);
    return snapshot;
  }

  async #judge(texts: ReadonlyMap<string, string>): Promise<Snapshot> {
    const judgement = await this.subject.judge(this.workspace, this.scratch);
    const files = [
      ...judgement.findings,
      ...(judgement.echoes ?? []).flatMap(({ findings }) => findings),
    ].map(({ file }) => file);
    return { judgement, texts: new Map(files.map((file) => [file, texts.get(file) ?? ''])) };
  }

  #texts(): Map<string, string> {
    const files = filesOf(this.workspace).filter((file) => !file.startsWith('.git/'));
    return new Map(files.sort().map((file) => [file, readFileSync(join(this.workspace, file), 'utf8')]));
  }
}
