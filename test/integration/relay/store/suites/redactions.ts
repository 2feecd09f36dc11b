import { describe, expect, it } from 'vitest';
import { firstBadEntry } from '../../../../../relay/log-entries.ts';
import type { LogAppend } from '../../../../../relay/store/logs-store.ts';
import type { RelayStore } from '../../../../../relay/store/store.ts';
import { logChainId, type KeptLogEntry, type LogBatch } from '../../../../../shared/relay/log.ts';
import { redactionsIn } from '../../../../../shared/relay/removals.ts';
import { withHash } from '../../../../unit/log/made-up-chain.ts';
import { verifyLog } from '../../../../../electron/log/verify.ts';
import { redacted } from '../../../../unit/log/redacted-chain.ts';
import { batchOf, chainOf, forkOf, uuid } from '../../log-chain.ts';
import { CUSTOMER } from '../arriving.ts';
import type { StoreKind } from '../store-kinds.ts';

async function withLog(kind: StoreKind): Promise<{
  readonly append: (batch: LogBatch) => ReturnType<RelayStore['appendLog']>;
  readonly read: () => Promise<readonly KeptLogEntry[]>;
}> {
  const store = await (await kind.place()).open();
  const tokenId = await store.addToken({
    hash: Buffer.alloc(32, 1),
    name: 'Bay 3',
    role: 'installer',
    customers: [CUSTOMER],
    environments: null,
    createdAt: 0,
    expiresAt: null,
  });
  const appending = (batch: LogBatch): LogAppend => ({ ...batch, tokenId, receivedAt: 77 });
  const nothing = { jobId: null, worker: null, type: null, from: null, until: null };
  return {
    append: (batch) => store.appendLog(appending(batch)),
    read: async () =>
      (
        await store.readLog({
          environment: 'uat',
          customerId: CUSTOMER,
          after: 0,
          limit: 100,
          ofToken: null,
          ...nothing,
        })
      ).rows,
  };
}

const BOTH = ['worker', 'data.answer'] as const;
/** Of six entries, the second and the fifth say nothing any more. */
const left = redacted(chainOf(6), [
  { number: 2, fields: ['worker'] },
  { number: 5, fields: [...BOTH] },
]);

/** Personal data that is removed on request. */
export function describeRedactions(kind: StoreKind): void {
  describe('a redaction', () => {
    it('blanks what it names as it arrives, and the log stays sound', async () => {
      const { append, read } = await withLog(kind);
      await append(batchOf(chainOf(6)));
      expect(await append(batchOf(left.slice(6)))).toMatchObject({ kind: 'kept', added: 1 });
      const kept = await read();
      expect(kept).toMatchObject(left);
      expect(kept.filter((entry) => entry.redacted === true).map(({ number }) => number)).toEqual([2, 5]);
      expect(await verifyLog(kept)).toMatchObject({ kind: 'sound', redacted: 2 });
    });

    it('may come after what was blanked before it was sent, in the same batch or a later one', async () => {
      for (const cut of [0, 5, 7]) {
        const { append, read } = await withLog(kind);
        for (const part of [left.slice(0, cut), left.slice(cut)].filter(({ length }) => length > 0)) {
          expect(firstBadEntry(part)).toBeNull();
          expect(await append(batchOf(part))).toMatchObject({ kind: 'kept', added: part.length });
        }
        expect(await verifyLog(await read())).toMatchObject({ kind: 'sound', redacted: 2 });
        expect(await append(batchOf(left))).toMatchObject({ kind: 'kept', added: 0 });
      }
    });

    it('reaches the entries of the chain that its own goes on from', async () => {
      const { append, read } = await withLog(kind);
      const entries = chainOf(4);
      await append(batchOf(chainOf(6)));
      const fork = forkOf(entries, 4, 2);
      const all = redacted(
        [...entries, ...fork.entries],
        [
          { number: 3, fields: ['worker'] },
          { number: 6, fields: ['worker'] },
        ],
      );
      const chain = logChainId.parse(uuid('c', 2));
      const batch = batchOf([...fork.entries, ...all.slice(6)], { chain, continues: fork.continues });
      expect(await append(batch)).toMatchObject({ kind: 'kept', added: 3 });
      const blank = (await read()).filter((entry) => entry.redacted === true);
      expect(blank.map((entry) => [entry.chain === chain, entry.number])).toEqual([
        [false, 3],
        [true, 6],
      ]);
    });

    it('touches no entry of another chain, and none but those it vouches for', async () => {
      const { append, read } = await withLog(kind);
      const other = logChainId.parse(uuid('c', 2));
      await append(batchOf(chainOf(6)));
      await append(batchOf(chainOf(6), { chain: other }));
      const follows = redacted(chainOf(6), [
        { number: 1, fields: ['worker'] },
        { number: 2, fields: ['worker'] },
      ]).slice(6);
      const spoilt = follows.map((entry) =>
        withHash({ ...entry, data: entry.data.replace(/ 2:.{64}/, ` 2:${'f'.repeat(64)}`) }),
      );
      expect(spoilt.flatMap(redactionsIn).map(({ number }) => number)).toEqual([1, 2]);
      // The second names an entry that does not exist; a check of the log would find it, were it blanked.
      expect(await append(batchOf(spoilt))).toMatchObject({ kind: 'kept', added: 1 });
      const blank = (await read()).filter((entry) => entry.redacted === true);
      expect(blank.map(({ chain, number }) => [chain === other, number])).toEqual([[false, 1]]);
    });

    it('with entries around it that do not link is refused whole', async () => {
      const { append, read } = await withLog(kind);
      await append(batchOf(chainOf(6)));
      const other = redacted(
        chainOf(6, () => ({ worker: 'X' })),
        [{ number: 2, fields: ['worker'] }],
      );
      expect(await append(batchOf(other.slice(6)))).toMatchObject({ kind: 'broken', reason: 'link' });
      expect((await read()).every((entry) => entry.redacted === undefined)).toBe(true);
    });
  });
}
