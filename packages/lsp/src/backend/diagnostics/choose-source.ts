import type { LspClient } from '../../client/lsp-client.ts';
import type { Barrier, SourceKind } from '../traits.ts';
import { AutoSource } from './auto.ts';
import { BarrierRequest } from './barrier.ts';
import { BarrierPushSource } from './barrier-push.ts';
import { PullAnySource } from './pull-any.ts';
import { PullSource } from './pull.ts';
import { PushSource } from './push.ts';
import { QuiescentSource } from './quiescent.ts';
import type { DiagnosticSource } from './source.ts';

/** How this server is asked; one source per client, for its lifetime. */
export function chooseSource(
  client: LspClient,
  kind: SourceKind,
  barrier?: Barrier,
  silence?: number,
): DiagnosticSource {
  const barrierRequest = barrier && new BarrierRequest(client, barrier);
  const source = sourceOf(client, kind, barrierRequest, silence);
  return barrierRequest === undefined ? source : Object.assign(source, { barrier: barrierRequest });
}

function sourceOf(
  client: LspClient,
  kind: SourceKind,
  barrierRequest: BarrierRequest | undefined,
  silence: number | undefined,
): DiagnosticSource {
  switch (kind) {
    case 'pull':
      return new PullSource(client);
    case 'pull-any':
      return new PullAnySource(client);
    case 'pull-unoffered':
      return new PullSource(client, { waitsForOffer: false });
    case 'settled-pull':
      return new QuiescentSource(client, new PullSource(client));
    case 'push':
      return pushSource(client, barrierRequest, silence);
    case 'push-once':
      return new PushSource(client, { publishesEmptyFirst: false, silence });
    case 'auto':
      return new AutoSource(client, new PullSource(client), pushSource(client, barrierRequest, silence));
  }
}

function pushSource(
  client: LspClient,
  barrierRequest: BarrierRequest | undefined,
  silence: number | undefined,
): DiagnosticSource {
  const push = new PushSource(client, { silence });
  return barrierRequest === undefined ? push : new BarrierPushSource(client, barrierRequest, push);
}
