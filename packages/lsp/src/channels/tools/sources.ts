import type { Navigation } from '../../engine/navigate/navigator.ts';
import type { Orchestrator } from '../../engine/orchestrator.ts';
import type { ProjectChecks } from '../../engine/project/project-checker.ts';
import type { LspConfig } from '../../types.ts';

/** The services that a catalogue's tools use. */
export interface Sources {
  readonly navigation: Navigation;
  readonly orchestrator: Pick<Orchestrator, 'check' | 'knownFiles' | 'session'>;
  readonly projects: ProjectChecks;
  readonly config: Required<LspConfig>;
}
