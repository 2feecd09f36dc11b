import type { Clock } from '../../../shared/clock.ts';
import type { HealthFinding, HealthPart, HealthState } from '../../../shared/domain/health.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { Instant } from '../../../shared/time.ts';
import { broken } from './finding.ts';

/** The check of one part. An exception is reported for that part alone. */
export interface PartLook {
  readonly part: HealthPart;
  readonly look: (signal: AbortSignal) => HealthFinding | Promise<HealthFinding>;
}

/** Looks at every part, one look at a time. */
export interface HealthDesk {
  readonly state: () => HealthState;
  /** Answers when it is through or was stopped; one under way is joined. Never rejects. */
  readonly look: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** `parts` lists them again for each check: the open databases may have changed. */
export function createHealthDesk(options: {
  readonly parts: () => readonly PartLook[];
  readonly clock: Pick<Clock, 'now'>;
  readonly onChange: () => void;
}): HealthDesk {
  let findings: readonly HealthFinding[] = [];
  let looking: HealthState['looking'] = null;
  let lookedAt: Instant | null = null;
  let stopped = false;
  let running: Promise<void> | null = null;
  let stopping = new AbortController();

  const lookAtAll = async () => {
    const parts = options.parts();
    const stop = stopping.signal;
    const given = new Promise<null>((resolve) => stop.addEventListener('abort', () => resolve(null)));
    looking = { done: 0, total: parts.length };
    options.onChange();
    // Side by side: one that waits for the network keeps none of the others waiting.
    await Promise.all(
      parts.map(async ({ part, look }) => {
        const finding = await Promise.race([lookAt(part, look, stop), given]);
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
    look: () => {
      if (running === null) {
        stopping = new AbortController();
        running = lookAtAll();
      }
      return running;
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function lookAt(part: HealthPart, look: PartLook['look'], signal: AbortSignal): Promise<HealthFinding> {
  try {
    return await look(signal);
  } catch (cause) {
    if (cause instanceof ProblemError) return broken(part, cause.problem);
    return broken(part, makeProblem('unexpected', {}, cause instanceof Error ? cause.message : null));
  }
}

const inOrder = (
  findings: readonly HealthFinding[],
  parts: readonly PartLook[],
): readonly HealthFinding[] => {
  const place = new Map(parts.map(({ part }, index) => [part, index]));
  return findings.toSorted((one, other) => (place.get(one.part) ?? 0) - (place.get(other.part) ?? 0));
};
