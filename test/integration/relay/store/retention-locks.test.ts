import { expect, it } from 'vitest';
import { newMirror, SILENT_FOR_MS } from '../../../../shared/relay/rescue.ts';
import { DAY } from '../../../../shared/time.ts';
import { JOB } from '../log-chain.ts';
import { besideAnother, FEED, tokenOf } from './beside-another.ts';
import { onPostgres } from './store-kinds.ts';

/*
 * Retention deletes by age beside laptops that use the same rows. Another connection plays one of both, with a lock that it takes between
 * two of the store's.
 */

const LONG_AFTER = 400 * DAY;

onPostgres('retention beside laptops', (server) => {
  it('keeps the mirror of a laptop that has just reported', async () => {
    const { store, other } = await besideAnother(await server().database());
    const tokenId = await tokenOf(store, 1);
    const sealed = Buffer.alloc(60, 7).toString('base64');
    const mirror = newMirror.parse({
      ...FEED,
      jobId: JOB,
      turn: 1,
      code: '0000-0000',
      version: 'a'.repeat(64),
      label: sealed,
      content: sealed,
    });
    await store.keepMirror({ ...mirror, tokenId, receivedAt: 10 });
    await other.query('UPDATE mirrors SET seen_at = $1', [LONG_AFTER]);
    expect(await store.deleteMirrorsBefore(LONG_AFTER - DAY, 10)).toBe(0);
    await other.query('COMMIT');
    expect(await store.deleteMirrorsBefore(LONG_AFTER - DAY, 10)).toBe(0);
    const asked = { ...FEED, tokenId, code: '1000-0001', limit: 10 } as const;
    const silentSince = LONG_AFTER + SILENT_FOR_MS;
    expect(await store.readMirrors({ ...asked, silentSince })).toMatchObject([{ jobId: JOB }]);
  });
});
