import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteDeviceKey } from '../../electron/db/tables/queue/device-keys.ts';
import { createChecklists } from '../../electron/jobs/checklists.ts';
import { loadJobIndex } from '../../electron/supervision/job-index/job-index.ts';
import { keyChanges, signedEntries } from '../../electron/supervision/laptop-logs.ts';
import { exportedJobs } from '../../electron/supervision/copies-reader.ts';
import { jobPage } from '../../electron/supervision/job-page.ts';
import type { Signer } from '../../electron/trust/signatures.ts';
import { logStatus, unsignedEntries } from '../../shared/domain/supervision-job.ts';
import { newestFirst, supervisionFilter } from '../../shared/domain/supervision.ts';
import { deviceKey, type DeviceKey } from '../../shared/relay/access.ts';
import { logChainId, type LogEntry, type LogSignature } from '../../shared/relay/log.ts';
import { batchOf, CHAIN, chainOf, JOB, uuid } from '../integration/relay/log-chain.ts';
import { makeSigner, signedBatch } from '../integration/relay/signed-batch.ts';
import { redacted } from '../unit/log/redacted-chain.ts';
import { type Copies, NOW, openCopies, OWNER } from '../integration/supervision/copies.ts';

/* A relay, or a stolen token, brings entries to a supervisor that the laptop they are said to come from has not signed. */

const entries = chainOf(6);

let copies: Copies;
let bay: Signer;
let made = 0;
beforeEach(() => {
  copies = openCopies();
  bay = registered('Bay 3');
});
afterEach(() => copies.close());

function registered(laptop: string, device = 'bay', role: DeviceKey['role'] = 'installer'): Signer {
  const signer = makeSigner();
  const reported = { sequence: (made += 1), device, laptop, role, key: signer.key, storage: 'secret-store' };
  copies.queue.write((context) => {
    noteDeviceKey(context, deviceKey.parse({ ...reported, registeredAt: 70 + made }), 1);
  });
  return signer;
}

/** The signature of some of the entries, as the relay hands it out. */
function signature(
  signer: Signer,
  from: number,
  upTo: number,
  of: readonly LogEntry[] = entries,
): LogSignature {
  const part = of.slice(from, upTo);
  const { signed } = signedBatch(signer, batchOf(part, { customerId: OWNER.customerId }));
  const last = part.at(-1);
  if (signed === undefined || last === undefined) throw new Error('nothing is signed');
  return { chain: CHAIN, first: from + 1, last: last.number, hash: last.hash, ...signed };
}

async function signedAfter(...signatures: readonly LogSignature[]) {
  copies.take(CHAIN, 'Bay 3', entries);
  copies.sign(signatures);
  await copies.settle();
  return copies.chains()[0]?.signed;
}

describe('the log of a laptop', () => {
  it('is signed as far as its own key vouches, also for entries before the first signature', async () => {
    expect(await signedAfter(signature(bay, 3, 6))).toEqual({ upTo: 6, rest: null });
  });

  it('of which the newest entries are not signed says from where on', async () => {
    expect(await signedAfter(signature(bay, 0, 2), signature(bay, 2, 4))).toEqual({
      upTo: 4,
      rest: 'unsigned',
    });
  });

  it('of an older laptop is not signed', async () => {
    expect(await signedAfter()).toEqual({ upTo: 0, rest: 'unsigned' });
  });

  it('whose entries the relay exchanged after they were signed is signed up to there only', async () => {
    const others = chainOf(6, (n) => (n > 4 ? { worker: 'Somebody' } : {}));
    const exchanged = { ...signature(bay, 4, 6, others), hash: entries[5]?.hash ?? '' };
    expect(await signedAfter(signature(bay, 0, 4), exchanged)).toEqual({ upTo: 4, rest: 'wrong' });
    expect(await signedAfter(signature(bay, 4, 6, others))).toEqual({ upTo: 4, rest: 'wrong' });
  });

  it('that is signed with an unregistered key is not vouched for', async () => {
    expect(await signedAfter(signature(makeSigner(), 0, 6))).toEqual({ upTo: 0, rest: 'unknown-key' });
  });

  it('that is signed with the key of a colleague’s laptop is not vouched for', async () => {
    const colleague = registered('Bay 4', 'hall');
    expect(await signedAfter(signature(colleague, 0, 6))).toEqual({ upTo: 0, rest: 'unknown-key' });
  });

  it('that goes on with a key that was registered under its stolen token is vouched for up to there', async () => {
    const thief = registered('Bay 3');
    expect(await signedAfter(signature(bay, 0, 4), signature(thief, 4, 6))).toEqual({
      upTo: 4,
      rest: 'changed-key',
    });
    expect(keyChanges(copies.queue.sqlite)).toEqual([
      { key: thief.key, laptop: 'Bay 3', role: 'installer', at: 70 + made },
    ]);
  });
});

describe('an entry that the relay changed and calls redacted', () => {
  const forged = entries.map((entry) => (entry.number === 3 ? { ...entry, data: '{"answer":99}' } : entry));
  const blank = redacted(forged, [{ number: 3, fields: ['worker'] }]);
  const signedOf = async (...signatures: readonly LogSignature[]) => {
    copies.take(CHAIN, 'Bay 3', blank);
    copies.sign([signature(bay, 0, 6, blank), ...signatures]);
    await copies.settle();
    expect(copies.chains()[0]).toMatchObject({ verifiedTo: 7, fault: null });
    return copies.chains()[0]?.signed;
  };

  it('is not covered by the signature where the redaction is not', async () => {
    expect(await signedOf()).toEqual({ upTo: 2, rest: 'unsigned' });
    const isSigned = signedEntries({
      sqlite: copies.database.sqlite,
      queue: copies.queue.sqlite,
      owner: OWNER,
    });
    expect([2, 3, 4].map((number) => isSigned({ chain: CHAIN, number }))).toEqual([true, false, false]);
  });

  it('is covered where the laptop has signed the redaction', async () => {
    expect(await signedOf(signature(bay, 6, 7, blank))).toEqual({ upTo: 7, rest: null });
  });

  it('is not covered where another key has signed the redaction', async () => {
    const thief = registered('Bay 3');
    expect(await signedOf(signature(thief, 6, 7, blank))).toEqual({ upTo: 2, rest: 'changed-key' });
  });
});

describe('a log that the relay calls the continuation of another one', () => {
  const altered = entries.map((entry) => (entry.number === 2 ? { ...entry, worker: 'Forger' } : entry));
  const head = { number: 3, hash: entries[2]?.hash ?? '' };
  const claim = () => copies.fork({ by: CHAIN, chain: logChainId.parse(uuid('c', 2)), head, beyond: 0 });
  const take = (from: number, upTo: number) => copies.take(CHAIN, 'Bay 3', altered.slice(from, upTo));

  it.each<[string, () => Promise<void> | void]>([
    [
      'after its entries',
      () => {
        take(0, 6);
        claim();
      },
    ],
    [
      'before its entries',
      () => {
        claim();
        take(0, 6);
      },
    ],
    [
      'and whose first entries come late',
      async () => {
        take(3, 6);
        claim();
        await copies.settle();
        take(0, 3);
      },
    ],
  ])('%s is verified from its first entry', async (_, arrive) => {
    copies.take(CHAIN, 'Bay 3', []);
    copies.sign([signature(bay, 0, 6)]);
    await arrive();
    await copies.settle();
    expect(copies.chains()[0]).toMatchObject({
      verifiedTo: 1,
      fault: { kind: 'changed', number: 2 },
      signed: { upTo: 0 },
      continues: null,
    });
  });
});

describe('the page of a job, and its row in an export,', () => {
  const own = chainOf(6, (n) => (n === 1 ? { type: 'job-started', data: '{"kind":"installation"}' } : {}));
  const signedOf = async (...signatures: readonly LogSignature[]) => {
    copies.take(CHAIN, 'Bay 3', own);
    copies.sign(signatures);
    await copies.settle();
    const { sqlite } = copies.database;
    const checklists = createChecklists({ folder: null, remembered: () => [] });
    const parts = { sqlite, jobIndex: loadJobIndex(sqlite), queue: copies.queue.sqlite, owner: OWNER };
    const found = copies.lookUp().all(supervisionFilter.parse({}), newestFirst);
    const { row, timeline } = jobPage({ ...parts, checklists, now: NOW }, JOB);
    return {
      marks: timeline.map(({ signed }) => signed),
      ...unsignedEntries(timeline),
      log: logStatus(row.logFault, timeline),
      exported: Array.from(exportedJobs({ ...parts, checklists }, found).rows, ({ log }) => log),
    };
  };

  it('marks the entries beyond the signed part of the log', async () => {
    expect(await signedOf(signature(bay, 0, 4, own))).toEqual({
      marks: [true, true, true, true, false, false],
      count: 2,
      each: true,
      log: 'partly-signed',
      exported: ['partly-signed'],
    });
  });

  it('marks none where the laptop vouches for all', async () => {
    expect(await signedOf(signature(bay, 0, 6, own))).toMatchObject({
      count: 0,
      log: 'checked',
      exported: ['checked'],
    });
  });

  it('says once that nothing is signed', async () => {
    expect(await signedOf()).toMatchObject({
      count: 6,
      each: false,
      log: 'unsigned',
      exported: ['unsigned'],
    });
  });

  it('takes the key of another laptop for no signature', async () => {
    const colleague = registered('Bay 4', 'hall');
    expect(await signedOf(signature(colleague, 0, 6, own))).toMatchObject({
      count: 6,
      exported: ['unsigned'],
    });
  });
});
