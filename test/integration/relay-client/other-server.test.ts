import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createRelayClient, type RelayClient } from '../../../electron/relay/client.ts';
import { createUploader } from '../../../electron/relay/uploader.ts';
import { temporaryDeviceKey } from '../../../electron/trust/device-key.ts';
import { laptopCode, newDeviceKey } from '../../../shared/relay/access.ts';
import { customerId, jobId } from '../../../shared/ids.ts';
import type { UploadState } from '../../../shared/domain/status.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import { handOverClaim, newPlannedJob, newPlannedJobClaim } from '../../../shared/relay/jobs.ts';
import { LOG_CHAIN_START, logBatch, logChainId, logEntry } from '../../../shared/relay/log.ts';
import { newMirror, rescueClaim } from '../../../shared/relay/rescue.ts';
import { newReview } from '../../../shared/relay/reviews.ts';
import { ok } from '../../../shared/result.ts';
import { firstVersion } from '../../instructions/written-instruction.ts';
import { signedPublication } from '../../publications/written-publication.ts';
import { makeSigner } from '../relay/signed-batch.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { answeringServer, json } from './answering-server.ts';

/*
 * A proxy that inspects TLS, or a captive portal, answers in the relay's place. Its page decides nothing: the call ends as
 * `unreadable` and is repeated later.
 */

const owner = { environment: 'uat', customerId: customerId.parse(4711) } as const;
const chain = logChainId.parse(randomUUID());
const job = jobId.parse(randomUUID());
const code = laptopCode.parse('0000-0000');
const sealed = Buffer.alloc(40).toString('base64');
const hash = '0'.repeat(64);
const key = Buffer.alloc(32).toString('base64url');
const entry = logEntry.parse({
  number: 1,
  id: randomUUID(),
  at: 0,
  clockOffsetMs: null,
  worker: 'Jo',
  jobId: null,
  type: 'job-started',
  data: '{}',
  previousHash: LOG_CHAIN_START,
  hash: createHash('sha256').update('1').digest('hex'),
});
const car = { id: null, licensePlate: 'B-XW 1', vin: '', name: '', brand: '', model: '' };
const facts = { car, day: '2026-11-02', from: null, until: null, place: 0, site: '', laptop: '', crew: '' };
const work = { kind: 'removal', leaves: 'nothing', keyPlace: '', note: '', ...facts };
const piece = { ...owner, sha256: attachmentDigest.parse(hash), mediaType: 'image/png', total: 4 } as const;
const claim = { ...owner, plannedJob: randomUUID(), id: randomUUID(), code, act: 'accepted', reason: '' };

const calls: Readonly<Record<string, (client: RelayClient) => Promise<unknown>>> = {
  me: ({ me }) => me(),
  results: ({ results }) => results({ ...owner, after: null, limit: 1, waitSeconds: 0 }),
  result: ({ result }) => result({ ...owner, sequence: 1 }),
  appendLog: ({ appendLog }) => appendLog(logBatch.parse({ ...owner, chain, entries: [entry] })),
  claimHandOver: ({ claimHandOver }) =>
    claimHandOver(handOverClaim.parse({ ...owner, jobId: job, turn: 1, code })),
  putPiece: ({ putPiece }) => putPiece({ ...piece, piece: null }),
  sharedNotes: ({ sharedNotes }) => sharedNotes({ ...owner, type: 'box-mounted', after: 0 }),
  logEntries: ({ logEntries }) => logEntries({ ...owner, after: 0 }),
  attachment: ({ attachment }) => attachment(piece),
  reviews: ({ reviews }) => reviews({ ...owner, after: null }),
  removals: ({ removals }) => removals({ ...owner, after: 0 }),
  sendReview: ({ sendReview }) =>
    sendReview(
      newReview.parse({
        ...owner,
        id: randomUUID(),
        jobId: job,
        verdict: 'approved',
        comment: '',
        worker: 'Kim',
        basedOn: 0,
      }),
    ),
  plannedJobs: ({ plannedJobs }) => plannedJobs({ ...owner, after: 0, from: '2026-11-02' }),
  sendPlannedJob: ({ sendPlannedJob }) =>
    sendPlannedJob(
      newPlannedJob.parse({ ...owner, id: randomUUID(), work, withdrawn: null, basedOn: 0, worker: 'Kim' }),
    ),
  claimPlannedJob: ({ claimPlannedJob }) =>
    claimPlannedJob(newPlannedJobClaim.parse({ ...claim, jobId: null, revision: 1, worker: 'Kim', at: 0 })),
  instructions: ({ instructions }) => instructions({ ...owner, after: 0 }),
  sendInstruction: ({ sendInstruction }) => sendInstruction(firstVersion()),
  attachedFile: ({ attachedFile }) => attachedFile(piece),
  publications: ({ publications }) => publications({ ...owner, after: 0 }),
  sendPublication: ({ sendPublication }) => sendPublication(signedPublication(makeSigner())),
  putDeviceKey: ({ putDeviceKey }) =>
    putDeviceKey(
      newDeviceKey.parse({ key, storage: 'memory', proof: Buffer.alloc(64).toString('base64url') }),
    ),
  deviceKeys: ({ deviceKeys }) => deviceKeys({ ...owner, after: 0 }),
  keepMirror: ({ keepMirror }) =>
    keepMirror(
      newMirror.parse({
        ...owner,
        jobId: job,
        turn: 1,
        code,
        label: sealed,
        version: hash,
        content: sealed,
      }),
    ),
  reportMirrors: ({ reportMirrors }) => reportMirrors({ ...owner, code, jobs: [] }),
  mirrors: ({ mirrors }) => mirrors({ ...owner, code }),
  mirror: ({ mirror }) => mirror({ ...owner, code, jobId: job, turn: 1 }),
  claimRescue: ({ claimRescue }) =>
    claimRescue(rescueClaim.parse({ ...owner, jobId: job, turn: 1, code, proof: sealed })),
};

const page = '<!doctype html><title>Blocked by the company</title>';
const statuses = [200, 302, 400, 401, 403, 404, 405, 409, 410, 413, 415, 422] as const;

describe('the page of another server in place of the relay’s answer', () => {
  test('receives every call of the client', () => {
    const client = createRelayClient({ url: 'http://127.0.0.1:9', token: 't', clock: machineClock });
    onTestFinished(client.close);
    expect(Object.keys(calls).toSorted()).toEqual(
      Object.keys(client)
        .filter((name) => name !== 'close')
        .toSorted(),
    );
  });

  test.each(Object.entries(calls))('decides nothing about %s', async (_name, call) => {
    let status = 0;
    let isJson = false;
    const { url } = await answeringServer((_, response) => {
      if (isJson) json(response, status, { page });
      else response.writeHead(status, { 'content-type': 'text/html' }).end(page);
    });
    const client = createRelayClient({ url, token: 'bxr_token', clock: machineClock });
    onTestFinished(client.close);
    const found: unknown[] = [];
    for (status of statuses) {
      for (isJson of [false, true]) found.push({ status, isJson, answer: await call(client) });
    }
    const wanted = { ok: false, error: { code: 'unreadable' } };
    expect(found).toMatchObject(
      statuses.flatMap((each) => [
        { status: each, isJson: false, answer: wanted },
        { status: each, isJson: true, answer: wanted },
      ]),
    );
  });
});

test('the log is brought after a proxy answered its first request with 400', async () => {
  const { url, requests } = await answeringServer((_, response) => {
    if (requests.length === 1) response.writeHead(400, { 'content-type': 'text/html' }).end(page);
    else
      json(response, 200, { head: { number: 1, hash: entry.hash }, added: 1, run: '0'.repeat(16), forks: 0 });
  });
  const client = createRelayClient({ url, token: 'bxr_token', clock: machineClock });
  onTestFinished(client.close);
  let confirmed = 0;
  const states: UploadState['state'][] = [];
  const uploader = createUploader({
    client,
    source: {
      part: () => ({ chain, continues: null, last: null }),
      confirmed: () => confirmed,
      newest: () => 1,
      entries: (from) => (from === 1 ? [entry] : []),
      confirm: (number) => {
        confirmed = number;
      },
      setBack: () => undefined,
      continueApart: () => undefined,
      forks: () => 0,
      noteForks: () => undefined,
      files: () => 0,
      nextFile: () => null,
      piece: () => null,
      confirmFile: () => undefined,
      refuseFile: () => undefined,
    },
    ...owner,
    keys: {
      sign: temporaryDeviceKey().signer.sign,
      register: () => Promise.resolve(ok(undefined)),
      doubt: () => undefined,
    },
    clock: machineClock,
    random: () => 0,
    onState: () => states.push(uploader.state().state),
    onFault: () => undefined,
    onRelayAhead: () => undefined,
  });
  onTestFinished(uploader.stop);
  uploader.start();
  await vi.waitFor(() => expect(uploader.state()).toEqual({ state: 'up-to-date' }));
  expect(states).not.toContain('stopped');
});
