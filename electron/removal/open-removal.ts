import { type Clock, HOUR, MINUTE } from '../../shared/time.ts';
import type { LogEntryId } from '../../shared/ids.ts';
import { createFileWorker } from '../db/file-worker.ts';
import type { Supervising } from '../supervision/open-supervising.ts';
import type { RemovalInbox } from '../relay/pull-changes.ts';
import { createRemovalService, type RemovalService, type RemovalParts } from './service.ts';
import { matcherWithin } from './matcher.ts';

/** Creates the removal service of an open profile; it also removes from the supervisor's copies and saved views. */
export function openRemoval({
  supervising,
  ...parts
}: Omit<RemovalParts, 'removeFromCopies' | 'worker'> & {
  readonly supervising: Supervising;
}): RemovalService {
  return createRemovalService({
    ...parts,
    worker: createFileWorker,
    removeFromCopies: (says) => {
      supervising.views.removeContaining(matcherWithin(says));
      return supervising.copies.applyRemoval();
    },
  });
}

/** Carries out due orders once an hour, the first time after a minute. Returns a function that stops the timer. */
export function carryOutInTime(
  removal: Pick<RemovalService, 'carryOutDue'>,
  clock: Pick<Clock, 'setTimer'>,
  report: (cause: unknown) => void,
): () => void {
  let cancel: () => void = () => undefined;
  const schedule = () => {
    removal.carryOutDue().catch(report);
    cancel = clock.setTimer(schedule, HOUR);
  };
  cancel = clock.setTimer(schedule, MINUTE);
  return () => cancel();
}

/** Passes removals from the relay to the removal service. Drops them until `serve`; the relay then sends them again. */
export function createRemovalInbox(
  report: (cause: unknown) => void,
): RemovalInbox & { readonly serve: (service: Pick<RemovalService, 'take'>) => void } {
  let newest: LogEntryId | null = null;
  let service: Pick<RemovalService, 'take'> | null = null;
  return {
    newest: () => newest,
    take: (removals) => {
      if (service === null) return;
      newest = removals.at(-1)?.id ?? null;
      service.take(removals).catch(report);
    },
    serve: (opened) => {
      service = opened;
    },
  };
}
