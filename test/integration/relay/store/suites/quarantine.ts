import { describe, expect, it } from 'vitest';
import { QUARANTINE_KEPT, quarantineReason } from '../../../../../relay/store/results-store.ts';
import type { StoreKind } from '../store-kinds.ts';

const webhook = (n: number) =>
  ({
    environment: 'uat',
    event: 'somethingNew',
    reason: 'unknown-event',
    body: Buffer.from([0, 255, n % 256]),
    receivedAt: 1000 + n,
  }) as const;

/** Webhooks that are no results. */
export function describeQuarantine(kind: StoreKind): void {
  describe('a quarantine', () => {
    it('keeps what came byte for byte, drops what is too old, and never more than it may', async () => {
      const store = await (await kind.place()).open();
      await store.quarantine(webhook(1));
      await store.quarantine(webhook(2));
      expect(await store.readQuarantine()).toMatchObject([webhook(1), webhook(2)]);
      expect(await store.dropQuarantinedBefore(1002)).toBe(1);
      for (let n = 3; n <= QUARANTINE_KEPT + 5; n += 1) await store.quarantine(webhook(n));
      const kept = await store.readQuarantine();
      expect(kept.length).toBe(QUARANTINE_KEPT);
      expect(kept.at(-1)).toMatchObject(webhook(QUARANTINE_KEPT + 5));
    });

    it.each(quarantineReason.options)('takes what is set aside for the reason %s', async (reason) => {
      const store = await (await kind.place()).open();
      await store.quarantine({ ...webhook(1), reason });
      expect(await store.readQuarantine()).toMatchObject([{ reason }]);
    });
  });
}
