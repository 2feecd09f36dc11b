import { type Clock, HOUR, MINUTE } from '../../shared/time.ts';
import type { LogEntryId } from '../../shared/ids.ts';
import { createFileWorker } from '../db/file-worker.ts';
import type { Supervising } from '../supervision/open-supervising.ts';
import type { RemovalInbox } from '../relay/pull-changes.ts';
import { createRemovalService, type RemovalService, type RemovalParts } from './service.ts';
import { matcherWithin } from './matcher.ts';

/** The removal service of an open profile, with the supervisor's side beside it. */
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

/** Checks every hour whether an order is due; the returned function ends it. */
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

/** Passes the relay's removals on request to the removal service, once that exists. */
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
