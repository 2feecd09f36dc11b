import { makeProblem, type Problem } from '../../../shared/problem.ts';
import type { Instant } from '../../../shared/time.ts';
import type { OpenHere } from '../headless-run/open-here.ts';
import { watchChanges } from '../headless-run/watch-changes.ts';

/** How reading the relay ended. */
export type RelayReading =
  | { readonly state: 'read'; readonly at: Instant }
  /** The token or the relay's address is at fault: waiting does not help. */
  | { readonly state: 'refused'; readonly problem: Problem }
  /** The run was over before the end of the logs was reached. */
  | { readonly state: 'unfinished'; readonly problem: Problem | null };

/** Reads the logs of all laptops, and the reviews, to their end. */
export async function readRelay({ open, onChange }: OpenHere, over: AbortSignal): Promise<RelayReading> {
  const { copies } = open.supervision;
  const changes = watchChanges({ onChange, over });
  try {
    copies.start();
    // A person may have stopped the reading of this folder.
    copies.resume();
    for (;;) {
      changes.noted();
      const relay = open.relayState();
      if (relay.state === 'refused') return { state: 'refused', problem: relay.problem };
      const { role, reading, source } = copies.status();
      if (role === 'installer') return { state: 'refused', problem: makeProblem('role-supervisor-needed') };
      if (over.aborted) return { state: 'unfinished', problem: problemOf(open) };
      const isRead = open.feedReadAt() !== null && source === 'relay' && role !== null;
      if (isRead && reading.state === 'up-to-date' && reading.readAt !== null) {
        // Reviews that have just come concern jobs that were put together already.
        if ((await copies.settled()) && copies.status().reading.state === 'up-to-date') {
          return { state: 'read', at: reading.readAt };
        }
        continue;
      }
      await changes.next();
    }
  } finally {
    changes.stop();
  }
}

/** The obstacle, where it is known. */
function problemOf({ supervision, relayState }: OpenHere['open']): Problem | null {
  const { reading } = supervision.copies.status();
  if (reading.state === 'failing') return reading.problem;
  const relay = relayState();
  return relay.state === 'unreachable' ? relay.problem : null;
}
