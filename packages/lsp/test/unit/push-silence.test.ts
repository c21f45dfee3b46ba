import { expect, test } from 'bun:test';
import { PushSource } from '../../src/backend/diagnostics/push.ts';
import type { OpenDocument } from '../../src/client/documents/documents.ts';
import type { LspClient } from '../../src/client/lsp-client.ts';
import type { Publish } from '../../src/client/documents/published.ts';

const DOCUMENT = { path: '/w/a.x', version: 1, opening: {}, publishesBefore: 0 } as unknown as OpenDocument;
const FINDING = { message: 'late' };

/** A server that publishes these lists for version 1, one after the other, and the source that listens. */
function publishing(traits: { readonly silence?: number }): {
  source: PushSource;
  publish: (items: readonly object[]) => void;
} {
  const listeners = new Set<(publish: Publish) => void>();
  const client = {
    published: {
      listen: (listener: (publish: Publish) => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    documents: { get: () => DOCUMENT },
    ended: new AbortController().signal,
  } as unknown as LspClient;
  let serial = 0;
  const publish = (items: readonly object[]): void => {
    const made = {
      path: DOCUMENT.path,
      version: 1,
      serial: ++serial,
      at: performance.now(),
      items,
    } as unknown as Publish;
    for (const listener of listeners) listener(made);
  };
  return { source: new PushSource(client, traits), publish };
}

test('REQ-TIME-050: of several publishes for one version the first counts, or the last before the silence that a server is known to need', async () => {
  for (const [traits, want] of [
    [{}, []],
    [{ silence: 50 }, [FINDING]],
  ] as const) {
    const { source, publish } = publishing(traits);
    const answer = source.ask(DOCUMENT, new AbortController().signal, performance.now() + 5000);
    publish([]);
    publish([FINDING]);
    expect(await answer).toMatchObject({ kind: 'complete', items: want });
  }
});
