import { beforeEach, describe, expect, it } from 'vitest';
import { noteDeviceKey } from '../../electron/db/tables/queue/device-keys.ts';
import { createReviewInbox } from '../../electron/log/review-inbox.ts';
import { reviewOfJob } from '../../electron/jobs/finish.ts';
import { reviewsOf } from '../../electron/db/tables/queue/reviews.ts';
import { keyChanges, acceptKey } from '../../electron/supervision/laptop-logs.ts';
import { judgeLaptop, type Signer } from '../../electron/trust/signatures.ts';
import { customerId, type JobId } from '../../shared/ids.ts';
import type { ProblemCode } from '../../shared/problem.ts';
import { type RelayRole, deviceKey, type DeviceKey } from '../../shared/relay/access.ts';
import { review } from '../../shared/relay/reviews.ts';
import { canonicalReview } from '../../shared/relay/signing.ts';
import { problemCodeOf } from '../integration/db/problem-code.ts';
import { uuid } from '../integration/relay/log-chain.ts';
import { makeSigner } from '../integration/relay/signed-batch.ts';
import { type JobBench, openJobs } from '../unit/jobs/bench.ts';
import { finishedJob } from '../unit/reviewing/reviewing-bench.ts';

/* A relay, or its thief, tells of keys as it likes: it names devices, laptops and roles. */

const owner = { environment: 'uat', customerId: customerId.parse(4711) } as const;

let bench: JobBench;
let job: JobId;
let made = 0;
beforeEach(() => {
  bench = openJobs();
  job = finishedJob(bench);
});

/** The relay tells of a key; the same signer again is the same registration under another name. */
function reported(laptop: string, device: string, more: { signer?: Signer; role?: RelayRole } = {}): Signer {
  const { signer = makeSigner(), role = 'supervisor' } = more;
  const registration: DeviceKey = deviceKey.parse({
    sequence: (made += 1),
    device,
    laptop,
    role,
    key: signer.key,
    storage: 'secret-store',
    registeredAt: 50,
  });
  bench.database.write((context) => {
    noteDeviceKey(context, registration, 50);
  });
  return signer;
}

const stateOf = (signer: Signer) => {
  const { state, by } = judgeLaptop(bench.database.sqlite, 'text', signer.sign('text'));
  return `${state} ${by?.laptop ?? ''}`;
};

/** A rework request arrives, signed or not, said to be by a reviewer. */
function arrives(signer: Signer | null, reviewer: string): void {
  const said = review.parse({
    ...owner,
    id: uuid('b', (made += 1)),
    jobId: job,
    verdict: 'rework',
    comment: 'Blurred.',
    reason: 'photo-unreadable',
    basedOn: 0,
    worker: 'Kim',
    revision: 1,
    sequence: made,
    reviewer,
    receivedAt: 100,
  });
  const signed = signer?.sign(canonicalReview({ ...said, basedOn: 0 }));
  const { database, parts } = bench;
  createReviewInbox({ database, clock: parts.clock, log: parts.log }).take([{ ...said, signed }], {
    sequence: said.sequence,
    id: said.id,
    run: null,
  });
}

describe('a key of a new device under the name of a known laptop', () => {
  it.each(['Office', ' office', 'OFFICE', 'Ｏffice'])('“%s” is shown as changed and not trusted', (name) => {
    const office = reported('Office', 'office');
    const rogue = reported(name, 'made-up');
    expect([stateOf(office), stateOf(rogue)]).toEqual(['verified Office', `changed-key ${name}`]);
    expect(keyChanges(bench.database.sqlite)).toEqual([
      { key: rogue.key, laptop: name, role: 'supervisor', at: 50 },
    ]);
    arrives(rogue, 'Office');
    expect(reviewOfJob(bench.database.sqlite, job)).toBeNull();
  });

  it('is not trusted either where the relay gives the known laptop another name first', () => {
    const office = reported('Office', 'office');
    reported('Office 2', 'office', { signer: office });
    expect(stateOf(office)).toBe('verified Office 2');
    expect(stateOf(reported('Office', 'made-up'))).toBe('changed-key Office');
  });

  it('is not trusted either where its device had an own name first', () => {
    reported('Office', 'office');
    const rogue = reported('Hall', 'hall', { role: 'installer' });
    reported('Office', 'hall', { signer: rogue });
    expect(stateOf(rogue)).toBe('verified Hall');
  });

  it('of which a supervisor is robbed by another name still misses the signature of its reviews', () => {
    const office = reported('Office', 'office');
    reported('Office 2', 'office', { signer: office });
    arrives(null, 'Office');
    expect(reviewOfJob(bench.database.sqlite, job)).toBeNull();
    expect(reviewsOf(bench.database.sqlite, job)).toMatchObject([{ signature: 'missing' }]);
  });

  it('does not lend its name to a review: the key names the reviewer', () => {
    reported('Office', 'office');
    arrives(reported('Hall', 'hall'), 'Office');
    expect(reviewOfJob(bench.database.sqlite, job)).toMatchObject({
      reviewer: 'Hall',
      signature: 'verified',
    });
  });

  it('keeps the role with which it was seen first', () => {
    const bay = reported('Bay 3', 'bay', { role: 'installer' });
    reported('Bay 3', 'bay', { signer: bay, role: 'supervisor' });
    arrives(bay, 'Bay 3');
    expect(reviewOfJob(bench.database.sqlite, job)).toBeNull();
  });
});

describe('a person', () => {
  const accept = (key: Signer, role: RelayRole | null, reason = 'New laptop, asked Kim by phone') =>
    acceptKey({ database: bench.database, log: bench.parts.log, role }, key.key, reason);

  it('of a supervisor’s laptop trusts a changed key with a reason, which stays in the log', () => {
    const office = reported('Office', 'office');
    const next = reported('Office', 'new-office');
    accept(next, 'supervisor');
    expect([stateOf(office), stateOf(next)]).toEqual(['verified Office', 'verified Office']);
    expect(keyChanges(bench.database.sqlite)).toEqual([]);
    const entry = bench.database.sqlite
      .prepare<[], string>("SELECT data FROM log_entry WHERE type = 'device-key-accepted'")
      .pluck()
      .get();
    expect(JSON.parse(entry ?? '')).toEqual({
      key: next.key,
      device: 'new-office',
      laptop: 'Office',
      reason: 'New laptop, asked Kim by phone',
    });
    expect(stateOf(reported('Office', 'third'))).toBe('changed-key Office');
  });

  it.each<[string, () => void, ProblemCode]>([
    [
      'of an installer’s laptop',
      () => accept(reported('Office', 'new-office'), 'installer'),
      'key-supervisor-only',
    ],
    [
      'of a laptop whose role is not known',
      () => accept(reported('Office', 'new-office'), null),
      'key-supervisor-only',
    ],
    ['without a reason', () => accept(reported('Office', 'new-office'), 'admin', '  '), 'reason-missing'],
    ['of a key that no laptop has', () => accept(makeSigner(), 'supervisor'), 'not-found'],
  ])('%s trusts none', (_who, act, code) => {
    reported('Office', 'office');
    expect(problemCodeOf(act)).toBe(code);
    expect(bench.database.sqlite.prepare('SELECT 1 FROM device_key WHERE pinned = 1').all()).toHaveLength(1);
    expect(
      bench.database.sqlite.prepare("SELECT 1 FROM log_entry WHERE type = 'device-key-accepted'").all(),
    ).toEqual([]);
  });
});
