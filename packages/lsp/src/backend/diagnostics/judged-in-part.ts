import type { ServerLaunch } from '../../client/process/launch.ts';
import { perKey } from '../../support/per-key.ts';
import type { AdmittedPath } from '../../support/paths.ts';

/** Of one server; the oldest are forgotten. */
const MOST = 10_000;

/** Files about which a server's answers are complete, and are not about all of the file. */
export class JudgedInPart {
  readonly #reasons = new Map<AdmittedPath, string>();
  readonly #leftOut = new Map<AdmittedPath, string>();

  /** @param reason a sentence without its end; undefined where all of the file was judged */
  set(path: AdmittedPath, reason: string | undefined): void {
    keep(this.#reasons, path, reason);
  }

  /** @param reason the same, for findings that the server had and that are no errors of the file */
  leftOut(path: AdmittedPath, reason: string | undefined): void {
    keep(this.#leftOut, path, reason);
  }

  /** As of the server's last answer. */
  of(path: AdmittedPath): string | undefined {
    return this.#leftOut.get(path) ?? this.#reasons.get(path);
  }
}

function keep(reasons: Map<AdmittedPath, string>, path: AdmittedPath, reason: string | undefined): void {
  reasons.delete(path);
  if (reason === undefined) return;
  reasons.set(path, reason);
  for (const oldest of reasons.keys()) {
    if (reasons.size <= MOST) break;
    reasons.delete(oldest);
  }
}

/** Of the process that was launched so. */
export const judgedInPart = perKey((_: ServerLaunch) => new JudgedInPart());
