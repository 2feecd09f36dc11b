import type { LogEntryId } from '../../shared/ids.ts';
import type { RemovalInbox } from '../relay/pull-removals.ts';
import type { RemovalDesk } from './desk.ts';

/** Hands what the relay says was removed on request to the desk, once there is one. */
export function createRemovalInbox(
  report: (cause: unknown) => void,
): RemovalInbox & { readonly serve: (desk: Pick<RemovalDesk, 'take'>) => void } {
  let newest: LogEntryId | null = null;
  let desk: Pick<RemovalDesk, 'take'> | null = null;
  return {
    newest: () => newest,
    take: (removals) => {
      if (desk === null) return;
      newest = removals.at(-1)?.id ?? null;
      desk.take(removals).catch(report);
    },
    serve: (opened) => {
      desk = opened;
    },
  };
}
