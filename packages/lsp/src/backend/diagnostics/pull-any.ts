import { type AdmittedPath, toUri } from '../../support/paths.ts';
import { PullSource } from './pull.ts';
import type { UnopenedResult } from './source.ts';

/**
 * Pulls from a server that checks every file of its project alike, opened or not, and reports files
 * outside its projects as clean.
 */
export class PullAnySource extends PullSource {
  override readonly atATime = 4;

  askUnopened(path: AdmittedPath, signal: AbortSignal): Promise<UnopenedResult> {
    return this.ask({ uri: toUri(path), opening: {} }, signal, Infinity);
  }
}
