import { expect, test } from 'bun:test';
import * as fc from 'fast-check';

import { encodeCursor } from '../../../src/channels/tools/paging/cursor.ts';
import { type Page, type Paged, Pages, requestKeyOf } from '../../../src/channels/tools/paging/pages.ts';
import { Snapshots } from '../../../src/channels/tools/paging/snapshots.ts';
import { sha256Hex } from '../../../src/channels/tools/paging/state.ts';
import { failed, found } from '../../../src/engine/navigate/found.ts';

/** A list that changes, and somebody who turns its pages. */
class Reader {
  readonly #pages: Pages;
  readonly requestKey: string;
  list: readonly number[] = [];
  epoch = 0;
  /** What is known of it without a look. */
  known = 0;
  looks = 0;
  computations = 0;
  /** Runs while the list is computed. */
  meanwhile = (): void => {};

  constructor({ pages = new Pages(), tool = 'tool' } = {}) {
    this.#pages = pages;
    this.requestKey = requestKeyOf(tool);
  }

  page(cursor: string | null, pageSize = 2): Promise<Paged<number>> {
    const look = async () => {
      this.looks++;
      this.known = this.epoch;
      return found(`epoch ${this.epoch}`);
    };
    return this.#pages.page({
      requestKey: this.requestKey,
      cursor,
      pageSize,
      state: {
        known: () => `epoch ${this.known}`,
        look,
        computed: look,
      },
      whole: async () => {
        this.computations++;
        const { list } = this;
        this.meanwhile();
        return found(list);
      },
    });
  }

  async read(cursor: string | null, pageSize = 2): Promise<Page<number>> {
    const page = await this.page(cursor, pageSize);
    if (page.kind === 'failed') throw new Error(`${page.why}: ${page.message}`);
    return page.value;
  }

  async why(cursor: string | null, pageSize = 2): Promise<string> {
    const page = await this.page(cursor, pageSize);
    return page.kind === 'failed' ? page.why : 'found';
  }

  change(list: readonly number[]): void {
    this.list = list;
    this.epoch++;
  }
}

test('gateway-contract 3.6: concatenated pages are the whole, however large each is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer(), { maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }),
      async (list, sizes) => {
        const reader = new Reader();
        reader.list = list;
        const pages: Page<number>[] = [];
        let cursor: string | null = null;
        do {
          const page: Page<number> = await reader.read(cursor, sizes[pages.length % sizes.length]);
          pages.push(page);
          ({ nextCursor: cursor } = page);
        } while (cursor !== null);
        expect(pages.flatMap(({ items }) => items)).toEqual(list);
        expect(pages.every(({ total }) => total === list.length)).toBe(true);
        // Nobody is sent to an empty page.
        expect(pages.every(({ items }) => items.length > 0)).toBe(list.length > 0);
        expect(reader.computations).toBe(1);
      },
    ),
  );
});

test('gateway-contract 3.6.1: the keys are what the contract says', async () => {
  const reader = new Reader({ tool: 'vscode.lsp.references' });
  reader.list = [1, 2, 3];
  const { nextCursor } = await reader.read(null);
  const k = sha256Hex('v1|vscode.lsp.references');
  expect(JSON.parse(Buffer.from(nextCursor ?? '', 'base64url').toString())).toEqual({
    v: 2,
    o: 2,
    k,
    s: sha256Hex(`v1|snapshot|${k}|epoch 0`),
  });
  expect(requestKeyOf('t', 'file:///a', 1, 2, false)).toBe(sha256Hex('v1|t|file:///a|1|2|false'));
});

test('gateway-contract 3.6: a changed cursor is invalid or stale, or leads to another part of the same list; never to one of another', async () => {
  const reader = new Reader();
  reader.list = Array.from({ length: 20 }, (_, index) => 1000 + index);
  const { nextCursor } = await reader.read(null);
  const good = nextCursor ?? '';
  const bytes = Buffer.from(good, 'base64url');
  const changed = fc.oneof(
    fc
      .tuple(fc.nat(good.length - 1), fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }))
      .map(([at, text]) => good.slice(0, at) + text + good.slice(at + 1)),
    fc
      .tuple(fc.nat(bytes.length - 1), fc.nat(255))
      .map(([at, byte]) => Buffer.from(bytes.with(at, byte)).toString('base64url')),
    fc
      .tuple(fc.maxSafeNat(), fc.constantFrom(reader.requestKey, 'b'.repeat(64)), fc.constant('c'.repeat(64)))
      .map(([offset, requestKey, snapshotKey]) => encodeCursor({ offset, requestKey, snapshotKey })),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(changed, async (cursor) => {
      const page = await reader.page(cursor);
      if (page.kind === 'failed') expect(['cursor-invalid', 'cursor-stale']).toContain(page.why);
      else {
        const { o } = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as { o: number };
        expect(page.value.items).toEqual(reader.list.slice(o, o + 2));
      }
      // The list is still kept.
      expect((await reader.read(good)).items).toEqual([1002, 1003]);
    }),
    { numRuns: 500 },
  );
});

test('gateway-contract 3.6: a change makes cursors stale; those of another question are invalid; past the end there is no page', async () => {
  const pages = new Pages();
  const [reader, other] = [new Reader({ pages }), new Reader({ pages, tool: 'other' })];
  reader.list = [1, 2, 3, 4, 5];
  other.list = [6, 7, 8];
  const { nextCursor } = await reader.read(null);
  const { nextCursor: others } = await other.read(null);
  expect(await reader.why(others)).toBe('cursor-invalid');
  expect(await reader.why('')).toBe('cursor-invalid');
  const { s } = JSON.parse(Buffer.from(nextCursor ?? '', 'base64url').toString()) as { s: string };
  expect(await reader.why(encodeCursor({ offset: 5, requestKey: reader.requestKey, snapshotKey: s }))).toBe(
    'cursor-invalid',
  );
  expect((await reader.read(nextCursor)).items).toEqual([3, 4]);

  reader.change([1, 2, 3, 4]);
  expect(await reader.why(nextCursor)).toBe('cursor-stale');
  expect((await other.read(others)).items).toEqual([8]);
  // A list that nobody keeps: this state has not been asked for from the beginning.
  const now = sha256Hex(`v1|snapshot|${reader.requestKey}|epoch 1`);
  expect(await reader.why(encodeCursor({ offset: 2, requestKey: reader.requestKey, snapshotKey: now }))).toBe(
    'cursor-expired',
  );
  // The next beginning is for the state that is.
  const again = await reader.read(null);
  expect((await reader.read(again.nextCursor)).items).toEqual([3, 4]);
  expect(await reader.why(nextCursor)).toBe('cursor-stale');
});

test('gateway-contract 4.4: a list that is no longer kept is expired, one that cannot be kept is too large, and no part of it comes', async () => {
  const pages = new Pages(new Snapshots({ count: 1, bytes: 100 }));
  const [reader, other] = [new Reader({ pages }), new Reader({ pages, tool: 'other' })];
  reader.list = [1, 2, 3];
  other.list = [6, 7, 8];
  const { nextCursor } = await reader.read(null);
  await other.read(null);
  expect(await reader.why(nextCursor)).toBe('cursor-expired');
  reader.list = Array.from({ length: 100 }, (_, index) => index);
  expect(await reader.why(null)).toBe('snapshot-too-large');
  expect((await reader.read(null, 100)).items).toHaveLength(100);
});

test('what fits on one page costs no look at the workspace, what does not costs one', async () => {
  const reader = new Reader();
  reader.list = [1, 2];
  expect(await reader.read(null)).toEqual({ items: [1, 2], nextCursor: null, total: 2 });
  expect(reader.looks).toBe(0);
  reader.list = [1, 2, 3];
  await reader.read(null);
  expect([reader.looks, reader.computations]).toEqual([1, 2]);
});

test('gateway-contract 3.6.1: a list that changed while it was computed is computed again, and not for ever', async () => {
  const reader = new Reader();
  reader.list = [1, 2, 3];
  reader.meanwhile = () => {
    reader.change([4, 5, 6]);
    reader.meanwhile = () => {};
  };
  const first = await reader.read(null);
  expect(first.items).toEqual([4, 5]);
  expect((await reader.read(first.nextCursor)).items).toEqual([6]);
  expect(reader.computations).toBe(2);

  // Noticed by somebody else before: what is known is a reason to compute anew, too.
  reader.change([7, 8, 9]);
  expect((await reader.read(null)).items).toEqual([7, 8]);
  expect(reader.computations).toBe(4);

  reader.meanwhile = () => {
    reader.change([...reader.list, reader.epoch]);
  };
  expect(await reader.why(null)).toBe('timed-out');
  expect(reader.computations).toBe(7);
});

test('what fails is handed on', async () => {
  const failure = failed('no-server', 'nobody');
  const broken = { known: () => '', look: async () => failure, computed: async () => failure };
  const request = { requestKey: requestKeyOf('tool'), pageSize: 1, state: broken };
  expect(await new Pages().page({ ...request, cursor: null, whole: async () => failure })).toEqual(failure);
  expect(await new Pages().page({ ...request, cursor: undefined, whole: async () => found([1, 2]) })).toEqual(
    failure,
  );
  const cursor = encodeCursor({ offset: 1, requestKey: request.requestKey, snapshotKey: 'a'.repeat(64) });
  expect(await new Pages().page({ ...request, cursor, whole: async () => found([1, 2]) })).toEqual(failure);
});
