import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { noteDeviceKey } from '../../electron/db/tables/queue/device-keys.ts';
import { logFrom } from '../../electron/db/tables/queue/log-entries.ts';
import { parseHandedFile } from '../../electron/jobs/hand-over/file-format.ts';
import { fileOfGiven, giveJob } from '../../electron/jobs/hand-over/give.ts';
import { takeJob } from '../../electron/jobs/hand-over/take.ts';
import { startJob, skipStep } from '../../electron/jobs/start.ts';
import { installBox } from '../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../electron/jobs/steps/car.ts';
import { finishJob } from '../../electron/jobs/finish.ts';
import { listJobs } from '../../electron/jobs/view.ts';
import { entryOf } from '../../electron/log/append.ts';
import { renderReport } from '../../electron/reports/reports.ts';
import { viewLines } from '../../electron/operations/queue/views.ts';
import { assembleFacts } from '../../electron/supervision/projection/assemble-facts.ts';
import { rowOf, isConfirmed, stateOf } from '../../electron/supervision/projection/row.ts';
import { ownChecksNotGreen } from '../../electron/supervision/reviewing/reviewing.ts';
import { makeKeyPair, createSigner, type Signer } from '../../electron/trust/signatures.ts';
import type { JobId } from '../../shared/ids.ts';
import { stateOf as stepState } from '../../shared/domain/job.ts';
import type { ConnectionState } from '../../shared/domain/status.ts';
import { deviceKey } from '../../shared/relay/access.ts';
import { logChainId } from '../../shared/relay/log.ts';
import { codeOfRejection, problemCodeOf } from '../integration/db/problem-code.ts';
import { uuid } from '../integration/relay/log-chain.ts';
import { type JobBench, known, openJobs } from '../unit/jobs/bench.ts';
import { exampleProfile } from '../unit/report/example-job.ts';
import { contextIn, readable } from '../unit/report/rendered.ts';
import { receipt } from '../../renderer/flows/steps/finish/receipt.ts';

/* An insider writes a hand-over file as they like: of a Box that the operator never had, "confirmed by the operator's result". */

/** The insider's laptop, and that of the colleague who takes the job over. */
let insider: JobBench;
let colleague: JobBench;
let key: Signer;
let made = 0;
beforeEach(() => {
  insider = openJobs();
  key = createSigner(makeKeyPair());
  insider = { ...insider, parts: { ...insider.parts, sign: key.sign } };
  colleague = openJobs();
});

/** The colleague's laptop has read the key from the relay. */
function knows(signer: Signer, device: string, laptop = 'Bay 3'): void {
  const reported = { sequence: (made += 1), device, laptop, role: 'installer', key: signer.key };
  colleague.database.write((context) => {
    noteDeviceKey(context, deviceKey.parse({ ...reported, storage: 'secret-store', registeredAt: 1 }), 1);
  });
}

/** A file whose job has a Box that no operator ever confirmed: the insider's own database says so. */
function forgedFile(): string {
  const job = startJob(insider.parts);
  chooseCar(insider.parts, job, known.car);
  installBox(insider.parts, job, known.box);
  const [install] = insider.operations(job);
  if (install === undefined) throw new Error('a Box was asked for');
  insider.isDone(install.id, 270_001);
  insider.database.sqlite.exec("UPDATE operation SET confirmed_by = 'result'");
  giveJob(insider.parts, job, null);
  return JSON.stringify(fileOfGiven(insider.parts, job));
}

const unsigned = (text: string): string => text.replace(/,"signed":\{.*\}\}\}$/, '}');

function finished(job: JobId): void {
  for (const step of ['keyfob', 'before', 'fitting', 'group'] as const)
    skipStep(colleague.parts, job, step, { typed: 'For the test' });
  finishJob(colleague.parts, job);
}

const untried: ConnectionState = { state: 'untried' };
const offline = { connection: () => untried };

describe('a Box that the operator never had', () => {
  it.each<[string, (text: string) => string, () => void, string, string]>([
    ['without a signature', unsigned, () => undefined, 'unsigned', ''],
    ['signed by a laptop that is known', String, () => knows(key, 'bay'), 'verified', 'Bay 3'],
    ['signed by a laptop that is not known', String, () => undefined, 'unknown-key', ''],
    [
      'signed with another key than its laptop used before',
      String,
      () => {
        knows(createSigner(makeKeyPair()), 'bay');
        knows(key, 'made-up');
      },
      'changed-key',
      '',
    ],
  ])(
    'in a file %s is according to its laptop everywhere',
    async (_name, change, learn, signature, laptop) => {
      learn();
      const job = await takeJob(colleague.parts, parseHandedFile(change(forgedFile())), {
        mayRestore: () => true,
      });
      finished(job);
      const by = laptop === '' ? 'According to another laptop' : `According to ${laptop}`;
      const view = colleague.view(job);

      expect(view.reported).toEqual({ laptop, signature });
      expect(stepState(view, 'box')).toBe('reported');
      expect(receipt(view).find(({ subject }) => subject === 'box')).toEqual({
        subject: 'box',
        how: 'reported',
      });
      expect(view.operations.map(({ confirmedBy, reportedBy }) => [confirmedBy, reportedBy])).toEqual([
        [null, laptop],
      ]);
      expect(viewLines(colleague.database.sqlite, [1])).toMatchObject([
        { confirmedBy: null, reportedBy: laptop },
      ]);
      const [home] = listJobs({ ...colleague.parts, ...offline });
      expect(home?.says.key).toBe(laptop === '' ? 'jobs.done-reported-unknown' : 'jobs.done-reported');
      expect(ownChecksNotGreen(view)).toContain('confirmed');

      const paper = readable(renderReport(view, exampleProfile(), contextIn('en')));
      expect(paper).toContain(by);
      expect(paper).toContain('Finished, partly according to another laptop');
      expect(paper).toContain('Nothing yet.');
      expect(paper).not.toMatch(/By the operator’s (?:answer|result)|By asking the operator/);

      // The supervisor reads the colleague's log, and its table, CSV and paper are made of it.
      const chain = logChainId.parse(uuid('c', 1));
      const entries = logFrom(colleague.database.sqlite, 1, 1000).flatMap((row) =>
        row.job_id === job ? [{ ...entryOf(row), chain }] : [],
      );
      const { facts } = assembleFacts(entries);
      expect([isConfirmed(facts), stateOf(facts)]).toEqual([false, 'unconfirmed']);
      const review = { state: 'none', revision: 0, reviewer: null, at: null } as const;
      const row = rowOf(job, facts, { laptop: 'Bay 4', review, risk: [], logFault: false });
      expect(row).toMatchObject({ serial: null, fitted: false, green: false });
      expect(entries.find(({ type }) => type === 'job-taken-over')?.data).toContain(
        `"laptop":"${laptop}","reason":null,"reported":1,"signature":"${signature}"`,
      );
    },
  );

  it('stays the laptop’s own report when the job is handed over again', async () => {
    knows(key, 'bay');
    const job = await takeJob(colleague.parts, parseHandedFile(forgedFile()), { mayRestore: () => true });
    giveJob(colleague.parts, job, null);
    const third = openJobs();
    await takeJob(third.parts, parseHandedFile(JSON.stringify(fileOfGiven(colleague.parts, job))), {
      mayRestore: () => true,
    });
    expect(
      third.view(job).operations.map(({ confirmedBy, reportedBy }) => [confirmedBy, reportedBy]),
    ).toEqual([[null, '']]);
  });

  it('is confirmed at the laptop that asked for it, also after the job came back', async () => {
    knows(key, 'bay');
    const job = await takeJob(colleague.parts, parseHandedFile(forgedFile()), { mayRestore: () => true });
    giveJob(colleague.parts, job, null);
    await takeJob(insider.parts, parseHandedFile(JSON.stringify(fileOfGiven(colleague.parts, job))), {
      mayRestore: () => true,
    });
    expect(insider.view(job).reported).toBeNull();
    expect(insider.view(job).operations[0]).toMatchObject({ confirmedBy: 'result', reportedBy: null });
  });
});

describe('a signed file that was changed', () => {
  const changes: readonly (readonly [string, (text: string) => string])[] = [
    ['in the serial of its Box', (text) => text.replaceAll(known.box, known.otherBox)],
    ['in the person who gave it', (text) => text.replace('"by":"Bay 3 Tester"', '"by":"Kim"')],
    [
      'in how its operation was confirmed',
      (text) => text.replace('"confirmed_by":"result"', '"confirmed_by":"person"'),
    ],
    [
      'by a fact that this version does not know',
      (text) => text.replace('{"version":1', '{"version":1,"more":1'),
    ],
    ['in its turn', (text) => text.replace('"turn":1', '"turn":2')],
    [
      'in the entry of the log that it names',
      (text) => text.replace(/"hash":"[0-9a-f]{64}"/, `"hash":"${'0'.repeat(64)}"`),
    ],
  ];

  it.each(changes)('%s is refused as forged, and nothing is taken', async (_name, change) => {
    const text = forgedFile();
    const changed = change(text);
    expect(changed).not.toBe(text);
    for (const learn of [() => undefined, () => knows(key, 'bay')]) {
      learn();
      expect(
        await codeOfRejection(takeJob(colleague.parts, parseHandedFile(changed), { mayRestore: () => true })),
      ).toBe('hand-over-forged');
    }
    expect(listJobs({ ...colleague.parts, ...offline })).toEqual([]);
  });

  it('and names the key of another laptop is refused as forged', async () => {
    const other = createSigner(makeKeyPair());
    knows(other, 'hall', 'Bay 4');
    const mixed = forgedFile().replace(key.key, other.key);
    expect(
      await codeOfRejection(takeJob(colleague.parts, parseHandedFile(mixed), { mayRestore: () => true })),
    ).toBe('hand-over-forged');
  });
});

describe('a file of many things', () => {
  const withSettled = (many: string) => `{"version":1,"settled":[${many}{}]}`;
  /** CPU time of the refusal, in milliseconds. */
  const cost = (text: string): number => {
    const before = process.threadCpuUsage();
    expect(problemCodeOf(() => parseHandedFile(text))).toBe('hand-over-unreadable');
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };

  it.each([
    ['elements', '{},', 20_001],
    ['elements in elements', '[{}],', 10_001],
  ])('is refused for its %s before any of them is looked at', (_what, piece, count) => {
    const looked = cost(withSettled('{},'.repeat(2000)));
    expect(cost(withSettled(piece.repeat(count)))).toBeLessThan(looked);
  });

  const taken = async (text: string) =>
    takeJob(colleague.parts, parseHandedFile(text), { mayRestore: () => true });
  const answerToText = (text: string): Promise<string> => codeOfRejection(taken(text));
  const answerTo = (file: object): Promise<string> => answerToText(JSON.stringify(file));
  /** Without a signature, which other content would break. */
  const content = (): object => z.looseObject({}).parse(JSON.parse(unsigned(forgedFile())));

  it.each([
    ['objects', (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)],
    ['lists', (levels: number) => '['.repeat(levels) + ']'.repeat(levels)],
  ])('is refused for the depth of its %s', async (_what, nested) => {
    const file = unsigned(forgedFile());
    const answerAt = (levels: number) =>
      answerToText(file.replace('{"version":1', `{"version":1,"more":${nested(levels)}`));
    // A recursive reader, which JSON.stringify is, overflows at the first.
    const answers: string[] = [];
    for (const levels of [15_000, 64, 63]) answers.push(await answerAt(levels));
    expect(answers).toEqual(['hand-over-unreadable', 'hand-over-unreadable', 'none']);
  });

  const MOST_TEXT = 8_000_000;
  it.each([
    ['in one text', (file: object) => ({ ...file, more: 'x'.repeat(MOST_TEXT) })],
    [
      'in many texts',
      (file: object) => ({ ...file, more: Array.from({ length: 1000 }, () => 'x'.repeat(MOST_TEXT / 1000)) }),
    ],
    ['in the name of a member', (file: object) => ({ ...file, ['x'.repeat(MOST_TEXT)]: 1 })],
  ])('is refused for eight million characters %s; half as many are taken', async (_where, grown) => {
    const file = content();
    expect(await answerTo(grown(file))).toBe('hand-over-unreadable');
    const half = JSON.stringify(grown({})).replaceAll('xx', 'x');
    expect(await answerTo({ ...file, ...z.looseObject({}).parse(JSON.parse(half)) })).toBe('none');
  });

  it('may hold more characters in its pictures', async () => {
    const bytes = Buffer.alloc(MOST_TEXT, 7);
    const digest = createHash('sha256').update(bytes).digest('hex');
    const picture = { digest, mediaType: 'image/jpeg', bytes: bytes.toString('base64') };
    expect(await answerTo({ ...content(), pictures: [picture] })).toBe('none');
  });

  it.each([
    ['the person who gave it', (file: object, name: string) => ({ ...file, by: name })],
    [
      'the person who began its job',
      (file: object, name: string) => ({
        ...file,
        job: { ...z.looseObject({ job: z.looseObject({}) }).parse(file).job, worker: name },
      }),
    ],
  ])(
    'is refused for the name of %s, which each list of jobs shows, above 200 characters',
    async (_who, named) => {
      const file = content();
      expect(await answerTo(named(file, 'x'.repeat(201)))).toBe('hand-over-unreadable');
      expect(await answerTo(named(file, 'x'.repeat(200)))).toBe('none');
    },
  );
});
