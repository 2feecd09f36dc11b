import type { LogEntryId } from '../../shared/ids.ts';
import type { RemovalInbox } from '../relay/pull-changes.ts';
import type { RemovalService } from './service.ts';

/** Hands what the relay says was removed on request to the removal service, once there is one. */
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
