import type { Clock, Instant } from '../../../shared/time.ts';
import type { HealthFinding, HealthPart, HealthState } from '../../../shared/domain/diagnostics.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { broken } from './finding.ts';

/** The check of one part. An exception is reported for that part alone. */
export interface PartCheck {
  readonly part: HealthPart;
  readonly check: (signal: AbortSignal) => HealthFinding | Promise<HealthFinding>;
}

/** Looks at every part, one look at a time. */
export interface HealthService {
  readonly state: () => HealthState;
  /** Answers when it is through or was stopped; one under way is joined. Never rejects. */
  readonly check: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** `parts` lists them again for each check: the open databases may have changed. */
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
    // Side by side: one that waits for the network keeps none of the others waiting.
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
