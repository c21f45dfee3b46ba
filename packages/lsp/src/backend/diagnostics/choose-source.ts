import type { LspClient } from '../../client/lsp-client.ts';
import type { ServerTraits } from '../traits.ts';
import { AutoSource } from './auto.ts';
import { BarrierRequest } from './barrier.ts';
import { BarrierPushSource } from './barrier-push.ts';
import { PullAnySource } from './pull-any.ts';
import { PullSource } from './pull.ts';
import { PushSource } from './push.ts';
import { QuiescentSource } from './quiescent.ts';
import type { DiagnosticSource } from './source.ts';

type SourceTraits = Pick<ServerTraits, 'source' | 'barrier' | 'silence' | 'publishesOpened'>;

/** How this server is asked; one source per client, for its lifetime. */
export function chooseSource(client: LspClient, traits: SourceTraits): DiagnosticSource {
  const barrierRequest = traits.barrier && new BarrierRequest(client, traits.barrier);
  const source = sourceOf(client, traits, barrierRequest);
  return barrierRequest === undefined ? source : Object.assign(source, { barrier: barrierRequest });
}

function sourceOf(
  client: LspClient,
  traits: SourceTraits,
  barrierRequest: BarrierRequest | undefined,
): DiagnosticSource {
  switch (traits.source) {
    case 'pull':
      return new PullSource(client);
    case 'pull-any':
      return new PullAnySource(client);
    case 'pull-unoffered':
      return new PullSource(client, { waitsForOffer: false });
    case 'settled-pull':
      return new QuiescentSource(client, new PullSource(client));
    case 'push':
      return pushSource(client, traits, barrierRequest);
    case 'push-once':
      return new PushSource(client, { publishesEmptyFirst: false, silence: traits.silence });
    case 'auto':
      return new AutoSource(client, new PullSource(client), pushSource(client, traits, barrierRequest));
  }
}

function pushSource(
  client: LspClient,
  { silence, publishesOpened }: SourceTraits,
  barrierRequest: BarrierRequest | undefined,
): DiagnosticSource {
  const push = new PushSource(client, { silence });
  return barrierRequest === undefined
    ? push
    : new BarrierPushSource(client, barrierRequest, push, publishesOpened === true);
}
