import type { ServerLaunch } from '../../client/process/launch.ts';
import { perKey } from '../../support/per-key.ts';
import type { AdmittedPath } from '../../support/paths.ts';

/** Of one server; the oldest are forgotten. */
const MOST = 10_000;

/** Files about which a server's answers are complete, and are not about all of the file. */
export class JudgedInPart {
  readonly #reasons = new Map<AdmittedPath, string>();

  /** @param reason a sentence without its end; undefined where all of the file was judged */
  set(path: AdmittedPath, reason: string | undefined): void {
    this.#reasons.delete(path);
    if (reason === undefined) return;
    this.#reasons.set(path, reason);
    for (const oldest of this.#reasons.keys()) {
      if (this.#reasons.size <= MOST) break;
      this.#reasons.delete(oldest);
    }
  }

  /** As of the server's last answer. */
  of(path: AdmittedPath): string | undefined {
    return this.#reasons.get(path);
  }
}

/** Of the process that was launched so. */
export const judgedInPart = perKey((_: ServerLaunch) => new JudgedInPart());
