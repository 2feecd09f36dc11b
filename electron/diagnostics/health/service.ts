import { dirname } from 'node:path';
import type { Clock, Instant } from '../../../shared/time.ts';
import type { HealthFinding, HealthPart, HealthState } from '../../../shared/domain/diagnostics.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { Checklists } from '../../jobs/checklists.ts';
import type { OpenProfile } from '../../session/open-profile.ts';
import type { Outside } from '../../session/outside.ts';
import type { CorePorts } from '../../base/ports.ts';
import type { StopRecords } from '../records.ts';
import { readOtherWork } from '../profile-databases.ts';
import {
  broken,
  checkClock,
  checkOperator,
  checkRelay,
  checkUpload,
  checkBackup,
  checkDirectory,
  checkPictures,
  checkQueue,
  checkRestoration,
  checkResults,
  checkChecklists,
  checkDisk,
  checkLogFile,
  checkOtherProfiles,
  checkSecrets,
  checkStops,
} from './checks.ts';

/** The check of one part. An exception is reported for that part alone. */
export interface PartCheck {
  readonly part: HealthPart;
  readonly check: (signal: AbortSignal) => HealthFinding | Promise<HealthFinding>;
}

/** Checks every part; one check runs at a time. */
interface HealthService {
  readonly state: () => HealthState;
  /** Resolves when the check has finished or was stopped. Concurrent calls share one run. Never rejects. */
  readonly check: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** `parts` is called for each check, because the open databases may have changed. */
export function createHealthService(options: {
  readonly parts: () => readonly PartCheck[];
  readonly clock: Pick<Clock, 'now'>;
  readonly onChange: () => void;
}): HealthService {
  let findings: readonly HealthFinding[] = [];
  let looking: HealthState['looking'] = null;
  let lookedAt: Instant | null = null;
  let stopped = false;
  let running: Promise<void> | null = null;
  let stopping = new AbortController();

  const checkAll = async () => {
    const parts = options.parts();
    const stop = stopping.signal;
    const given = new Promise<null>((resolve) => stop.addEventListener('abort', () => resolve(null)));
    looking = { done: 0, total: parts.length };
    options.onChange();
    // Parts run in parallel, so that one that waits for the network does not delay the others.
    await Promise.all(
      parts.map(async ({ part, check }) => {
        const finding = await Promise.race([checkPart(part, check, stop), given]);
        if (finding === null || looking === null || stop.aborted) return;
        findings = inOrder([...findings.filter((one) => one.part !== part), finding], parts);
        looking = { ...looking, done: looking.done + 1 };
        options.onChange();
      }),
    );
    looking = null;
    stopped = stop.aborted;
    lookedAt = options.clock.now();
    running = null;
    options.onChange();
  };
  return {
    state: () => ({ looking, lookedAt, stopped, findings: [...findings] }),
    check: () => {
      if (running === null) {
        stopping = new AbortController();
        running = checkAll();
      }
      return running;
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function checkPart(
  part: HealthPart,
  check: PartCheck['check'],
  signal: AbortSignal,
): Promise<HealthFinding> {
  try {
    return await check(signal);
  } catch (cause) {
    if (cause instanceof ProblemError) return broken(part, cause.problem);
    return broken(part, makeProblem('unexpected', {}, cause instanceof Error ? cause.message : null));
  }
}

const inOrder = (
  findings: readonly HealthFinding[],
  parts: readonly PartCheck[],
): readonly HealthFinding[] => {
  const place = new Map(parts.map(({ part }, index) => [part, index]));
  return findings.toSorted((one, other) => (place.get(one.part) ?? 0) - (place.get(other.part) ?? 0));
};

/** The checks of every part of a laptop, in display order. */
export function healthParts(parts: {
  readonly deps: Pick<CorePorts, 'dataDir' | 'clock' | 'secrets'> & { readonly stops: StopRecords };
  readonly open: OpenProfile | null;
  readonly checklists: Pick<Checklists, 'faults' | 'offered'>;
  readonly openRelay: Outside['openRelay'];
}): readonly PartCheck[] {
  const { open, checklists } = parts;
  const { dataDir, clock, secrets, stops } = parts.deps;
  const now = () => clock.now();
  const operator = checkOperatorOnce(open);
  return [
    { part: 'operator', check: operator },
    { part: 'relay', check: (signal) => checkRelay(open, { clock, openRelay: parts.openRelay }, signal) },
    { part: 'results', check: () => checkResults(open) },
    { part: 'upload', check: () => checkUpload(open) },
    {
      part: 'clock',
      check: async () => {
        // Waits for the operator's answer, whose date gives the offset.
        await operator();
        return checkClock(open);
      },
    },
    {
      part: 'secrets',
      check: async () => checkSecrets(open?.profile.keeping ?? (await secrets.keeping())),
    },
    { part: 'queue', check: () => checkQueue(open) },
    { part: 'backup', check: () => checkBackup(open, now()) },
    { part: 'restoration', check: () => checkRestoration(open, now()) },
    { part: 'directory', check: () => checkDirectory(open, now()) },
    { part: 'pictures', check: () => checkPictures(open) },
    { part: 'disk', check: () => checkDisk(dataDir) },
    { part: 'log-file', check: () => checkLogFile(dataDir) },
    {
      part: 'checklists',
      check: () =>
        checkChecklists(
          checklists.faults().map(({ file, says }) => `${file}: ${says.key}`),
          checklists.offered().length,
        ),
    },
    { part: 'stops', check: () => checkStops(stops.list(), now()) },
    {
      part: 'other-profiles',
      check: async () =>
        checkOtherProfiles(await readOtherWork(dataDir, open === null ? null : dirname(open.database.file))),
    },
  ];
}

/** Shares one request between the two parts that need the operator's answer. */
function checkOperatorOnce(open: OpenProfile | null) {
  let asked: ReturnType<typeof checkOperator> | null = null;
  return () => (asked ??= checkOperator(open));
}
