import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { fileOfGiven, giveJob } from '../../electron/jobs/hand-over/give.ts';
import { type HandedFile, parseHandedFile, seal } from '../../electron/jobs/hand-over/file-format.ts';
import { takeJob } from '../../electron/jobs/hand-over/take.ts';
import { accessKey, leastToRestore } from '../../electron/jobs/leaving/accesses.ts';
import { startJob } from '../../electron/jobs/start.ts';
import { installBox } from '../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../electron/jobs/steps/car.ts';
import { removeTestAccess, retest, startVerification } from '../../electron/jobs/steps/verify.ts';
import { assignmentId, userId } from '../../shared/ids.ts';
import { notable } from '../operator/seed/notable.ts';
import { BEGIN, known, openJobs } from '../unit/jobs/bench.ts';
import { accesses, decided } from '../unit/jobs/leaving-bench.ts';
import { codeOf, laptop } from './laptop-of-role.ts';

/*
 * An installer writes a hand-over file and takes it at the own laptop: what it claims to have been done elsewhere must not open a way to
 * what an installer may not ask for.
 */

const PASSPHRASE = 'correct horse 7';
const written = z.looseObject({
  version: z.union([z.literal(1), z.literal(2)]),
  job: z.looseObject({ data: z.looseObject({}) }),
  settled: z.array(z.looseObject({ kind: z.string() })),
  todo: z.looseObject({}),
});
type Written = z.infer<typeof written>;
type Laptop = Awaited<ReturnType<typeof laptop>>;

/** A file as an attacker writes it: for this laptop, without a signature. */
async function take({ core, saved }: Laptop, content: object): Promise<unknown> {
  const { signed: _signed, ...unsigned } = written.parse(JSON.parse(JSON.stringify(content)));
  const { environment, baseUrl } = saved.address;
  const file = { ...unsigned, environment, baseUrl, customerId: notable.customerId };
  const sealed = await seal(JSON.stringify(file), PASSPHRASE, file.version);
  return core.call('handover.take', {
    file: sealed.toString('base64'),
    passphrase: PASSPHRASE,
    reason: null,
  });
}

const queued = async ({ core }: Laptop): Promise<readonly string[]> => {
  const { operations } = await core.call('queue.list', { which: 'all', limit: 500 });
  return operations.map(({ kind, state }) => `${kind} ${state === 'done' ? 'done' : 'asked for'}`).toSorted();
};

/** A swap that is through but for its accesses, by the word of its file: two users had accesses without an end. */
async function swapped(): Promise<Written> {
  const { bench, job, uninstall, install, leave } = await decided('swap');
  if (install === undefined) throw new Error('a Box was asked for');
  leave(uninstall);
  bench.isDone(install, 270_001);
  giveJob(bench.parts, job, null);
  return written.parse(fileOfGiven(bench.parts, job));
}

const restorable = z.looseObject({
  id: z.string(),
  restores: z.array(z.looseObject({ key: z.string() })),
  leastToRestore: z.string(),
});

describe('accesses that a file says went with a Box', () => {
  const keysOf = (view: unknown) => restorable.parse(view).restores.map(({ key }) => key);

  it('are recreated by a supervisor alone', async () => {
    const content = await swapped();
    const installer = await laptop('installer');
    const view = await take(installer, content);
    const keys = keysOf(view);
    expect(keys).toHaveLength(2);
    expect(restorable.parse(view).leastToRestore).toBe('supervisor');
    const restore = (one: Laptop) =>
      codeOf(one.core.call('jobs.restore', { jobId: restorable.parse(view).id, keys }));
    expect(await restore(installer)).toBe('role-supervisor-needed');
    expect(await queued(installer)).toEqual(['install done', 'uninstall done']);
    const supervisor = await laptop('supervisor');
    await take(supervisor, content);
    expect(await restore(supervisor)).toBe('answered');
    expect(await queued(supervisor)).toContain('create-assignment asked for');
  });

  it('are not asked for by taking the file either', async () => {
    const content = await swapped();
    const keys = keysOf(await take(await laptop('supervisor'), content));
    const asking = { ...content, todo: { ...content.todo, restores: keys } };
    const [installer, supervisor] = [await laptop('installer'), await laptop('supervisor')];
    await take(installer, asking);
    expect(await queued(installer)).toEqual(['install done', 'uninstall done']);
    await take(supervisor, asking);
    expect(await queued(supervisor)).toContain('create-assignment asked for');
  });

  describe('of a removal that this laptop sends', () => {
    /** Takes a file of an undone swap while the operator answers nothing, until `answers`. */
    async function takenByInstaller() {
      const { bench, job } = await decided('swap');
      giveJob(bench.parts, job, null);
      const installer = await laptop('installer');
      const held = installer.operator.faults.add({ count: 'all', effect: { kind: 'hold' } });
      const view = restorable.parse(await take(installer, fileOfGiven(bench.parts, job)));
      const restore = () =>
        codeOf(installer.core.call('jobs.restore', { jobId: view.id, keys: keysOf(view) }));
      return { installer, restore, answers: () => installer.operator.faults.clear(held) };
    }

    it('are not recreated from the file’s list while the removal has not read its own', async () => {
      const { restore } = await takenByInstaller();
      expect(await restore()).toBe('role-supervisor-needed');
    });

    it('are not recreated from it once the operator has answered that the Box was already out', async () => {
      const { installer, restore, answers } = await takenByInstaller();
      answers();
      await vi.waitFor(async () => expect(await queued(installer)).toContain('uninstall done'), 20_000);
      expect(await restore()).toBe('role-supervisor-needed');
      expect((await queued(installer)).filter((row) => row.startsWith('create-assignment'))).toEqual([]);
    });

    it('are not recreated beside its own list as accesses that were chosen before', async () => {
      const { bench, job } = await decided('swap');
      giveJob(bench.parts, job, null);
      const taker = openJobs();
      await takeJob(taker.parts, withRefusedAccess(fileOfGiven(bench.parts, job)), {
        mayRestore: () => false,
      });
      const removal = taker.operations(job).find(({ kind }) => kind === 'uninstall');
      if (removal === undefined) throw new Error('a removal was asked for');
      const readsBeforeSending = (list: readonly object[]) =>
        taker.database.write(({ sqlite }) =>
          sqlite
            .prepare<[string, string]>('UPDATE operation SET context = ? WHERE id = ?')
            .run(JSON.stringify({ assignments: list }), removal.id),
        );
      readsBeforeSending(accesses);
      taker.isDone(removal.id, 1);
      expect(leastToRestore(taker.database.sqlite, job)).toBe('supervisor');
      // Where the operator has it, its removal is that of this laptop's own list.
      readsBeforeSending([...accesses, STRANGERS]);
      expect(leastToRestore(taker.database.sqlite, job)).toBe('installer');
    });
  });
});

/** An access that no laptop has read at the operator. */
const STRANGERS = {
  id: assignmentId.parse(599),
  userId: userId.parse(9666),
  start: BEGIN,
  end: null,
  lifetime: null,
  renewableAfter: null,
};

/** The file of a swap whose list has one more access, which a person is said to have asked for again in vain. */
function withRefusedAccess(content: ReturnType<typeof fileOfGiven>): HandedFile {
  const { signed: _signed, ...unsigned } = content;
  const { job } = unsigned;
  if (unsigned.version !== 2 || job.data.kind !== 'swap') throw new Error('a swap was given');
  const { data } = job;
  if (data.losses === null || data.car?.id === undefined) throw new Error('its accesses were read');
  const { car, ...about } = { car: data.car.id, carLabel: 'M BX 1077', userName: 'A friend' };
  const [operation, local] = ['0190a000-0000-7000-8000-0000000000ab', '0190a000-0000-7000-8000-0000000000ac'];
  const { userId: user, start, end } = STRANGERS;
  const asked = {
    id: operation,
    kind: 'create-assignment',
    payload: JSON.stringify({ ...about, local, car, userId: user, period: { from: 'fixed', start, end } }),
    payload_version: 1,
    payload_digest: '',
    lane: `car:${String(car)}`,
    confirmed_by: null,
    attempt: 1,
    created_at: start,
    updated_at: start,
    finished_at: start,
    bindings: {},
    state: 'failed',
    context: null,
    problem: null,
  };
  const losses = {
    ...data.losses,
    accesses: [...data.losses.accesses, { ...STRANGERS, userName: 'A friend' }],
  };
  const restores = [{ key: accessKey(STRANGERS), operation, local }];
  const forged = {
    ...unsigned,
    job: { ...job, data: { ...data, losses, restores } },
    settled: [...unsigned.settled, asked],
  };
  return parseHandedFile(JSON.stringify(forged));
}

describe('a test access that a file says was given', () => {
  /** A day in minutes, the longest test access. */
  const DAY_LONG = 1440;
  /** The access of a colleague, under the number that the forged operation claims to have made. */
  const COLLEAGUES = 777;

  /** A file of a tested car: the access was given and removed, as each file says that an app writes. */
  function tested(): Written {
    const bench = openJobs();
    const job = startJob(bench.parts);
    chooseCar(bench.parts, job, known.car);
    installBox(bench.parts, job, known.box);
    const done = (kind: string, id: number) => {
      const operation = bench.operations(job).find((one) => one.kind === kind);
      if (operation === undefined) throw new Error(`no ${kind}`);
      bench.isDone(operation.id, id);
    };
    done('install', 270_001);
    startVerification(bench.parts, job, userId.parse(9001), 15);
    done('create-assignment', COLLEAGUES);
    removeTestAccess(bench.parts, job);
    done('delete-assignment', COLLEAGUES);
    giveJob(bench.parts, job, null);
    return written.parse(fileOfGiven(bench.parts, job));
  }
  const withTest = (content: Written, change: (test: object) => object): Written => {
    const { data } = content.job;
    const { verification } = z.looseObject({ verification: z.looseObject({}) }).parse(data);
    return {
      ...content,
      job: { ...content.job, data: { ...data, verification: null, ...change(verification) } },
    };
  };
  const withoutRemoval = (content: Written, change: (test: object) => object): Written => ({
    ...withTest(content, change),
    settled: content.settled.filter(({ kind }) => kind !== 'delete-assignment'),
  });

  it('and removed is taken', async () => {
    const installer = await laptop('installer');
    expect(await codeOf(take(installer, tested()))).toBe('answered');
  });

  it('for years is given again for a day at most', async () => {
    const { signed: _signed, ...content } = withTest(tested(), (test) => ({
      verification: { ...test, minutes: 5_000_000 },
    }));
    const { parts, operations, view } = openJobs();
    const file = parseHandedFile(JSON.stringify(content));
    const job = await takeJob(parts, file, { mayRestore: () => false });
    retest(parts, job);
    const [again] = operations(job).filter(({ state }) => state !== 'done');
    expect(again?.kind).toBe('create-assignment');
    expect(JSON.parse(again?.payload ?? '')).toMatchObject({
      period: { from: 'sending', minutes: DAY_LONG },
    });
    expect(view(job).verification.minutes).toBe(DAY_LONG);
  });

  const elsewhere = '0190a000-0000-7000-8000-0000000000aa';
  it.each<[string, (test: object) => object]>([
    ['and not removed', (test) => ({ verification: { ...test, remove: null } })],
    ['and not removed, in an earlier test', (test) => ({ earlierTests: [{ ...test, remove: null }] })],
    [
      'and removed by an operation that is not in it',
      (test) => ({ verification: { ...test, remove: elsewhere } }),
    ],
  ])('%s is no way to end an access of a colleague', async (_what, change) => {
    const installer = await laptop('installer');
    expect(await codeOf(take(installer, withoutRemoval(tested(), change)))).toBe('hand-over-unreadable');
    expect(await queued(installer)).toEqual([]);
  });
});
