import type { Navigation } from '../service/navigator.ts';
import type { Orchestrator } from '../service/orchestrator.ts';
import type { ProjectChecks } from '../service/project-checks.ts';
import type { LspConfig } from '../types.ts';

/** The services that a catalogue's tools use. */
export interface Sources {
  readonly navigation: Navigation;
  readonly orchestrator: Pick<Orchestrator, 'check' | 'knownFiles'>;
  readonly projects: ProjectChecks;
  readonly config: Required<LspConfig>;
}
