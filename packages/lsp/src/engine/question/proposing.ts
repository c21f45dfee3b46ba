import type { CheckParams, CheckReport, ProposeParams } from '../../types.ts';
import type { JudgedProposal, ProposalOptions } from './propose.ts';
import type { SessionServers } from '../session/pool/servers.ts';

/** What a change is made with that is judged before it is written: a fix, a refactoring. */
export interface Proposing {
  readonly services: SessionServers;
  readonly propose: (
    params: ProposeParams,
    options: ProposalOptions,
    cancel: AbortSignal,
  ) => Promise<JudgedProposal>;
  readonly check: (params: CheckParams, cancel: AbortSignal) => Promise<CheckReport>;
}
