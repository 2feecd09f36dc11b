import { describe, expect, it } from 'vitest';
import { logChainId, logPage, type LogEntry } from '../../shared/relay/log.ts';
import { blanked, REDACTION, redactionText } from '../../shared/relay/redaction.ts';
import { logEntryHash } from '../../relay/log/chain.ts';
import { batchOf, chainOf, forkOf, uuid } from '../integration/relay/log-chain.ts';
import { attackedRelay } from './attacked-relay.ts';

/*
 * A stolen installer token: whoever has it speaks to the relay as that laptop. The victim is a colleague of the same customer.
 */

const CAST = { thief: 'installer', victim: 'installer', office: 'supervisor' } as const;
const OTHER_NAME = logChainId.parse(uuid('c', 2));

/** A relay with the log of a colleague, of which the thief knows every entry. */
async function withVictim() {
  const relay = await attackedRelay(CAST);
  const entries = chainOf(6);
  const [thief, victim, office] = [relay.actor('thief'), relay.actor('victim'), relay.actor('office')];
  expect((await victim.post('/v1/log-entries', batchOf(entries))).status).toBe(200);
  const logAtOffice = async () => logPage.parse(await (await office.get('/v1/log-entries')).json());
  return { relay, entries, thief, victim, logAtOffice };
}

/** An entry that takes the words out of another one. */
function redactionOf(target: LogEntry, before: LogEntry): LogEntry {
  const fields = ['worker' as const];
  const redaction = {
    number: target.number,
    hash: target.hash,
    rest: logEntryHash(blanked(target, fields)),
    fields,
  };
  const [entry] = chainOf(1, () => ({
    number: before.number + 1,
    previousHash: before.hash,
    type: REDACTION,
    jobId: null,
    data: JSON.stringify({ reason: 'asked', entries: redactionText([redaction]) }),
  }));
  if (entry === undefined) throw new Error('no entry');
  return entry;
}

describe('a stolen installer token and a colleague’s log', () => {
  it('appends nothing to it', async () => {
    const { entries, thief, logAtOffice } = await withVictim();
    const forged = chainOf(7, (n) => (n === 7 ? { type: 'job-finished' } : {}));
    const answer = await thief.post('/v1/log-entries', batchOf(forged.slice(6)));
    expect(answer.status).toBe(403);
    expect((await logAtOffice()).entries.map(({ hash }) => hash)).toEqual(entries.map(({ hash }) => hash));
  });

  it('takes no word out of it', async () => {
    const { entries, thief, logAtOffice } = await withVictim();
    const [target] = entries;
    const last = entries.at(-1);
    if (target === undefined || last === undefined) throw new Error('no entries');
    expect((await thief.post('/v1/log-entries', batchOf([redactionOf(target, last)]))).status).toBe(403);
    expect((await logAtOffice()).entries[0]).toMatchObject({ worker: 'Jo Größe' });
  });

  it('takes no word out of it by way of a log that says it continues it', async () => {
    const { entries, thief, logAtOffice } = await withVictim();
    const [target] = entries;
    const fifth = entries[4];
    if (target === undefined || fifth === undefined) throw new Error('no entries');
    const { continues } = forkOf(entries, 5, 1);
    const batch = batchOf([redactionOf(target, fifth)], { chain: OTHER_NAME, continues });
    expect((await thief.post('/v1/log-entries', batch)).status).toBe(403);
    expect((await logAtOffice()).entries[0]).toMatchObject({ worker: 'Jo Größe' });
  });

  it('begins no fork of it', async () => {
    const { entries, thief, logAtOffice } = await withVictim();
    for (const common of [0, 3, 6]) {
      const { continues, entries: forged } = forkOf(entries, common, 2);
      const batch = batchOf(forged, { chain: OTHER_NAME, continues });
      expect((await thief.post('/v1/log-entries', batch)).status).toBe(403);
    }
    expect((await logAtOffice()).forks).toEqual([]);
  });

  it('is not told how far it has come', async () => {
    const { entries, thief } = await withVictim();
    const answer = await thief.post('/v1/log-entries', batchOf(entries.slice(5)));
    expect(answer.status).toBe(403);
    expect(await answer.json()).not.toHaveProperty('head');
  });

  it('leaves the colleague free to go on', async () => {
    const { entries, thief, victim } = await withVictim();
    await thief.post('/v1/log-entries', batchOf(chainOf(8).slice(6)));
    const answer = await victim.post('/v1/log-entries', batchOf(chainOf(9).slice(entries.length)));
    expect(await answer.json()).toMatchObject({ head: { number: 9 }, added: 3 });
  });
});

describe('a log that goes round in a circle', () => {
  it('continues neither itself nor a log that continues it, and is read to its end', async () => {
    const { thief, logAtOffice } = await withVictim();
    const entries = chainOf(2);
    const start = { number: 0, hash: '0'.repeat(64) };
    const [one, other] = [logChainId.parse(uuid('c', 3)), logChainId.parse(uuid('c', 4))];
    for (const [chain, before] of [
      [OTHER_NAME, OTHER_NAME],
      [one, other],
      [other, one],
    ] as const) {
      const batch = batchOf(entries, { chain, continues: { chain: before, head: start } });
      expect((await thief.post('/v1/log-entries', batch)).status).toBe(200);
    }
    expect((await logAtOffice()).forks).toMatchObject([{ by: other, chain: one }]);
  });
});
