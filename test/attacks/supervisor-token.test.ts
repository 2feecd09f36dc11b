import { describe, expect, it } from 'vitest';
import { logChainId, logPage } from '../../shared/relay/log.ts';
import { batchOf, chainOf, forkOf, uuid } from '../integration/relay/log-chain.ts';
import { attackedRelay } from './attacked-relay.ts';

/* A stolen supervisor token reads what its customers’ laptops bring. It must not change it. */

const CAST = { thief: 'supervisor', victim: 'installer', office: 'supervisor' } as const;

describe('a stolen supervisor token', () => {
  it('appends to no laptop’s log, and forks none', async () => {
    const relay = await attackedRelay(CAST);
    const [thief, victim, office] = [relay.actor('thief'), relay.actor('victim'), relay.actor('office')];
    const entries = chainOf(6);
    expect((await victim.post('/v1/log-entries', batchOf(entries))).status).toBe(200);
    expect((await thief.post('/v1/log-entries', batchOf(chainOf(8).slice(6)))).status).toBe(403);
    const { continues, entries: forged } = forkOf(entries, 4, 2);
    const fork = batchOf(forged, { chain: logChainId.parse(uuid('c', 2)), continues });
    expect((await thief.post('/v1/log-entries', fork)).status).toBe(403);
    const page = logPage.parse(await (await office.get('/v1/log-entries')).json());
    expect(page.entries).toHaveLength(6);
    expect(page.forks).toEqual([]);
  });

  it('reads nothing of another customer', async () => {
    const relay = await attackedRelay(CAST);
    const thief = relay.actor('thief');
    for (const path of ['/v1/log-entries', '/v1/reviews', '/v1/removals', '/v1/results']) {
      expect((await thief.get(path, { customerId: '4712' })).status).toBe(403);
    }
  });
});
