import type { FileChange } from '../../client/protocol/registrations.ts';
import type { AdmittedPath } from '../../support/paths.ts';

/** What a server is notified of: a file, and how it changed. */
export interface AnnouncedChange {
  readonly path: AdmittedPath;
  readonly change: FileChange;
}
