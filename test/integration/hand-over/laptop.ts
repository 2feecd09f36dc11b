import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { createChecklists } from '../../../electron/jobs/checklists.ts';
import { createIds } from '../../../electron/base/ids.ts';
import type { Clock } from '../../../shared/time.ts';
import { type CrewKeeper, noCrewKey } from '../../../electron/jobs/rescue/crew-key.ts';
import { type DeviceKey, temporaryDeviceKey } from '../../../electron/trust/device-key.ts';
import { rescueCalls, handOverCalls } from '../../../electron/handlers/hand-over.ts';
import { cutRelay } from './cut-relay.ts';
import { parseHandedFile, seal, unseal } from '../../../electron/jobs/hand-over/file-format.ts';
import { fileOfGiven, giveJob } from '../../../electron/jobs/hand-over/give.ts';
import { createOpenedFiles } from '../../../electron/jobs/hand-over/opened-file.ts';
import { takeJob } from '../../../electron/jobs/hand-over/take.ts';
import { logOfJob } from '../../../electron/db/tables/queue/log-entries.ts';
import { relayError } from '../../../electron/relay/relay-error.ts';
import type { MirrorReportAnswer } from '../../../shared/relay/rescue.ts';
import { err, ok } from '../../../shared/result.ts';
import { readJson } from '../../../shared/parsing.ts';
import { viewJob } from '../../../electron/jobs/view.ts';
import { openProfile } from '../../../electron/session/open-profile.ts';
import { realOutside } from '../../../electron/session/outside.ts';
import type { Profile } from '../../../electron/profiles/profile.ts';
import { defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import type { ViewOf } from '../../../shared/domain/job.ts';
import { customerId, type JobId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { RunningOperator } from '../../operator/start.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { connection } from '../profiles/core.ts';
import { cutTransport } from '../profiles/cut-transport.ts';
import { tempFolder } from '../relay/temp-folder.ts';

const WORDS = 'correct horse 7';
const caller = { sender: { windowId: 1, url: '', isMainFrame: true, page: 'page-1' } };

type LaptopAtRelay = NonNullable<Profile['relay']>;

/** A laptop with its own profile, queue and connection to the operator; opened again over the same folder as after a crash. */
export function openLaptop(
  operator: RunningOperator,
  worker: string,
  dataDir = tempFolder(),
  relay: LaptopAtRelay | null = null,
  {
    crew = noCrewKey,
    clock = machineClock,
    deviceKey = temporaryDeviceKey(),
    customer = notable.customerId,
  }: { crew?: CrewKeeper; clock?: Clock; deviceKey?: DeviceKey; customer?: number } = {},
) {
  let isCut = false;
  let isRelayCut = false;
  let losesPlans = false;
  const lost = () => err(relayError('unreachable', 'the answer is lost'));
  /** Jobs of which the relay has a mirror of this laptop. */
  const kept = new Set<JobId>();
  let sentMirrors = 0;
  let reports = 0;
  let asking = 0;
  /** The answer of each report is on its way until it is released. */
  let slowWay: ((release: () => void) => void) | null = null;
  /** The jobs that other laptops continue, by earlier answers; later answers repeat them. */
  let continued: MirrorReportAnswer['continued'] = [];
  let repeats = false;
  const counted = async <Answer>(ask: Promise<Answer>): Promise<Answer> => {
    asking += 1;
    return ask.finally(() => {
      asking -= 1;
    });
  };
  const open = openProfile({
    profile: {
      ...connection(operator),
      customer: { id: customerId.parse(customer), name: operator.state.customers.get(customer)?.name ?? '' },
      relay,
      keeping: 'memory-only',
    },
    dataDir,
    clock,
    crew,
    deviceKey,
    random: () => 0.01,
    ids: createIds(),
    policy: { ...defaultPolicy, quarantineMs: 200, resultDeadlineMs: 50 },
    checklists: createChecklists({ folder: null, remembered: () => [] }),
    worker: () => worker,
    userAgent: 'Boxwright/test',
    log: () => undefined,
    publish: () => undefined,
    pid: process.pid,
    processAlive: () => false,
    outside: {
      ...realOutside,
      openTransport: cutTransport(() => isCut),
      openRelay: (options) => {
        const client = cutRelay(realOutside.openRelay(options), () => isRelayCut);
        return {
          ...client,
          claimPlannedJob: async (...asked) => {
            const answer = await client.claimPlannedJob(...asked);
            return losesPlans ? lost() : answer;
          },
          plannedJobs: async (...asked) => {
            const answer = await client.plannedJobs(...asked);
            return losesPlans ? lost() : answer;
          },
          keepMirror: async (...asked) => {
            const answer = await counted(client.keepMirror(...asked));
            sentMirrors += 1;
            if (answer.ok && answer.value === 'kept') kept.add(asked[0].jobId);
            return answer;
          },
          reportMirrors: async (...asked) => {
            const answer = await counted(client.reportMirrors(...asked));
            if (slowWay !== null) await new Promise<void>(slowWay);
            reports += 1;
            if (answer.ok && answer.value !== null) {
              const there = new Set(answer.value.mirrors.map(({ jobId }) => jobId));
              for (const job of kept) if (!there.has(job)) kept.delete(job);
              if (repeats) return ok({ ...answer.value, continued });
              continued = [...continued, ...answer.value.continued];
            }
            return answer;
          },
        };
      },
    },
  });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await open.close();
    isOpen = false;
  };
  onTestFinished(close);
  const parts = { ...open.jobs, client: open.client, directory: open.directory };
  /** Half a minute is waited for a result before the operator is asked; here it is not waited for. */
  const lookNow = () => {
    open.database.write(({ sqlite }) =>
      sqlite.exec('UPDATE revoked_assignment SET ask_at = 1 WHERE ask_at > 1'),
    );
    open.engine.wake();
  };
  const calls = handOverCalls({
    current: () => open,
    saveDialog: {
      choose: () => Promise.resolve(join(dataDir, 'given.boxwright-job')),
    },
    translate: ({ key }) => key,
    opened: createOpenedFiles(() => undefined),
    mayRestore: () => true,
  });
  const rescue = rescueCalls({ current: () => open, mayRestore: () => true, publish: () => undefined });
  /** Waits until one more report is answered after this act. */
  const answeredAfter = async (act: () => void) => {
    const before = reports;
    act();
    await vi.waitFor(() => {
      if (reports === before) throw new Error('not reported');
    });
  };
  const reported = () => answeredAfter(open.rescue.wake);
  const viewAny = (job: JobId) => viewJob({ ...parts, connection: open.engine.connection }, job);
  return {
    open,
    parts,
    dataDir,
    sqlite: open.database.sqlite,
    directory: open.directory,
    close,
    cut: (cut: boolean) => {
      isCut = cut;
      if (!cut) open.wake();
    },
    viewAny,
    /** Cuts the relay alone; the operator stays reachable. */
    cutRelay: (cut: boolean) => {
      isRelayCut = cut;
      if (!cut) open.wake();
    },
    /** The relay receives claims of planned jobs, and its answers about planned jobs are lost. */
    losePlans: (loses: boolean) => {
      losesPlans = loses;
    },
    /** Waits until the relay has mirrors of exactly these jobs, as they are now. */
    mirrored: async (...jobs: readonly JobId[]) => {
      // Mirrors are sent after a report: once the next one is answered, those of the state before it are there.
      await reported();
      await reported();
      await vi.waitFor(() => {
        if (kept.size !== jobs.length || !jobs.every((job) => kept.has(job))) throw new Error('not mirrored');
      });
    },
    /** Whether no other laptop may continue jobs of this one, as far as it knows. */
    holdsTurns: () => open.rescue.areHeld(),
    /** Waits until no mirror and no report is in flight. */
    unheard: () =>
      vi.waitFor(() => {
        if (asking > 0) throw new Error('the relay is still asked');
      }),
    sentMirrors: () => sentMirrors,
    /** The number of answered reports. */
    reports: () => reports,
    /** Waits until the relay has a report; its answer is on its way until the result is called. Those of later reports stay there. */
    slowReport: async () => {
      const waiting: (() => void)[] = [];
      const arrived = Promise.withResolvers<() => void>();
      slowWay = (release) => {
        waiting.push(release);
        arrived.resolve(release);
      };
      onTestFinished(() => {
        slowWay = null;
        for (const release of waiting) release();
      });
      open.rescue.wake();
      const release = await arrived.promise;
      return () => answeredAfter(release);
    },
    /** Reports once more, and waits for the answer. */
    reported,
    /** From now on the relay answers each report with the continued jobs of its earlier answers. */
    repeatContinued: () => {
      repeats = true;
    },
    /** The entries of a job in the log. */
    logged: (job: JobId) =>
      logOfJob(open.database.sqlite, job).map(({ type, data }) => ({ type, data: readJson(data) })),
    rescued: {
      status: () => rescue['rescue.status']({}, caller),
      list: () => rescue['rescue.list']({}, caller),
      take: (jobId: JobId, turn = 1) => rescue['rescue.take']({ jobId, turn }, caller),
      leave: () => rescue['rescue.leaveCrew']({}, caller),
    },
    /** A removal or a swap. */
    view: (job: JobId): ViewOf<'removal' | 'swap'> => {
      const view = viewAny(job);
      if (view.kind === 'installation') throw new Error('an installation');
      return view;
    },
    /** "kind state" of every operation of a job. */
    queued: (job: JobId) => viewAny(job).operations.map(({ kind, state }) => `${kind} ${state}`),
    /** Waits until nothing of the job is on its way, not even an access that goes with its Box. */
    settled: (job: JobId) =>
      vi.waitFor(
        () => {
          const view = viewAny(job);
          const leaving =
            view.kind !== 'installation' && view.removal.accesses.some(({ fate }) => fate === 'leaving');
          const says = view.operations
            .map(({ kind, state, problem }) => `${kind} ${state} ${problem?.code ?? ''}`)
            .join();
          if (leaving) lookNow();
          if (view.unfinished > 0 || leaving) throw new Error(`${says}; leaving: ${leaving}`);
        },
        { interval: 40 },
      ),
    give: (job: JobId) => giveJob(open.jobs, job, null),
    /** The locked file of a job that was given away. */
    file: async (job: JobId) => {
      const content = fileOfGiven(open.jobs, job);
      return seal(JSON.stringify(content), WORDS, content.version);
    },
    /** As a person does it in the dialog; base64 of the file that was written. */
    handOver: async (job: JobId, receiver: string | null = null) => {
      const { path } = await calls['handover.give']({ jobId: job, passphrase: WORDS, receiver }, caller);
      if (path === null) throw new Error('a file was written');
      return readFile(path, 'base64');
    },
    takeOver: async (file: string, reason: string | null = null) =>
      calls['handover.take']({ file, passphrase: WORDS, reason }, caller),
    claimHandOver: open.claimHandOver,
    code: async () => (await calls['handover.laptop']({}, caller)).code,
    take: async (file: Uint8Array) =>
      takeJob(open.jobs, parseHandedFile(await unseal(file, WORDS)), { mayRestore: () => true }),
  };
}
export type Laptop = ReturnType<typeof openLaptop>;
