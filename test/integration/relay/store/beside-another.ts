import { Client } from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { openPostgresStore } from '../../../../relay/store/postgres/postgres-store.ts';
import type { RelayStore } from '../../../../relay/store/store.ts';
import type { RelayRole } from '../../../../shared/relay/access.ts';
import { logEntryId } from '../../../../shared/ids.ts';
import { attachmentDigest } from '../../../../shared/relay/attachments.ts';
import { logChainId, type LogEntry } from '../../../../shared/relay/log.ts';
import { REMOVAL, removedNames, type RemovedThings } from '../../../../shared/relay/removals.ts';
import { reviewId, WHOLE_JOB } from '../../../../shared/relay/reviews.ts';
import { batchOf, chainOf, JOB, uuid } from '../log-chain.ts';
import { CUSTOMER } from './arriving.ts';

export const FEED = { environment: 'uat', customerId: CUSTOMER } as const;
export const digest = (n: number) => attachmentDigest.parse(String(n).repeat(64));

export const tokenOf = (store: RelayStore, n: number, role: RelayRole = 'installer'): Promise<number> =>
  store.addToken({
    hash: Buffer.alloc(32, n),
    name: `Bay ${n}`,
    role,
    customers: [CUSTOMER],
    environments: null,
    createdAt: 0,
    expiresAt: null,
  });

/** A store, and a transaction of another connection that holds what the test locks until it commits. */
export async function besideAnother(url: string) {
  const store = await openPostgresStore(url);
  const other = await transactionAt(url);
  onTestFinished(() => store.close());
  return { store, other };
}

/** A transaction on a connection of its own. It ends, at the latest, before a store that was opened earlier closes. */
export async function transactionAt(url: string): Promise<Client> {
  const other = new Client({ connectionString: url });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('BEGIN');
  return other;
}

/** The first piece of a file of ten bytes. */
export const begunFile = (store: RelayStore, tokenId: number, n: number) =>
  store.addPiece({
    ...FEED,
    sha256: digest(n),
    start: 0,
    total: 10,
    mediaType: 'image/jpeg',
    bytes: new Uint8Array(5),
    tokenId,
    receivedAt: n,
  });

/** The n-th log, as its token sends it. */
export const append = (
  store: RelayStore,
  tokenId: number,
  n: number,
  entries: readonly LogEntry[] = chainOf(2),
) =>
  store.appendLog({
    ...batchOf(entries, { chain: logChainId.parse(uuid('c', n)) }),
    tokenId,
    receivedAt: 0,
  });

/** An order that removes the things. */
export const removes = (store: RelayStore, tokenId: number, things: Partial<RemovedThings>) =>
  append(
    store,
    tokenId,
    9,
    chainOf(1, () => ({
      id: logEntryId.parse(uuid('e', 99)),
      jobId: null,
      type: REMOVAL,
      data: JSON.stringify({
        reason: 'asked',
        request: '',
        ...removedNames({ jobs: [], reviews: [], photos: [], plans: [], ...things }),
      }),
    })),
  );

/** A first review of the usual job. */
export const review = (store: RelayStore, tokenId: number, n = 1, basedOn = 0) =>
  store.keepReview({
    ...FEED,
    id: reviewId.parse(uuid('d', n)),
    jobId: JOB,
    verdict: 'approved',
    comment: '',
    basedOn,
    pin: WHOLE_JOB,
    reason: null,
    worker: 'Kim',
    reviewer: 'Office',
    tokenId,
    receivedAt: 0,
  });

/** Until so many requests of the server wait for a lock. */
export async function untilWaiting(other: Client, count = 1): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await other.query('SELECT pid FROM pg_locks WHERE NOT granted');
    expect(rows).toHaveLength(count);
  });
}

/** The token's count of a day: what it writes stands still there until the other transaction ends. */
export const lockDay = (other: Client, tokenId: number, day = 0) =>
  other.query('INSERT INTO token_days (token_id, day) VALUES ($1, $2)', [tokenId, day]);
