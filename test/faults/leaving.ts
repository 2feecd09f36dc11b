import { loadJob, ofKind } from '../../electron/jobs/change.ts';
import { chooseLeavingBox, readLosses, takeOut } from '../../electron/jobs/leaving/take-out.ts';
import { accessKey, restoreAccesses } from '../../electron/jobs/leaving/accesses.ts';
import { startJob } from '../../electron/jobs/start.ts';
import type { OpenProfile } from '../../electron/session/open-profile.ts';
import { type JobId, productId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Random } from '../operator/random.ts';
import { carWithBox, freeBoxes, installedBox } from './fleet.ts';
import type { Item, Order } from './plan.ts';

/** The steps of a job that takes a Box out, or exchanges it, which no installation has. */
export type LeavingOrder =
  | { readonly ask: 'start-leaving'; readonly job: number; readonly kind: 'removal' | 'swap' }
  | { readonly ask: 'job-old-box'; readonly job: number; readonly product: number }
  | { readonly ask: 'job-losses'; readonly job: number }
  | { readonly ask: 'job-take-out'; readonly job: number }
  | { readonly ask: 'job-restore'; readonly job: number };

/** The list of what leaves with a Box is waited for so long. */
const LIST_SECONDS = 4;

/** A removal or a swap of the one Box that the fleet has in a car. */
export function leavingOrders(random: Random, job: number, from: number): readonly Item[] {
  const kind = random.pick(['removal', 'swap', 'swap'] as const);
  const orders: readonly Order[] = [
    { ask: 'start-leaving', job, kind },
    { ask: 'job-car', job, car: carWithBox },
    { ask: 'job-old-box', job, product: installedBox },
    { ask: 'job-losses', job },
    ...(kind === 'swap' ? [{ ask: 'job-box', job, product: random.pick(freeBoxes) } as const] : []),
    { ask: 'job-take-out', job },
    ...(kind === 'swap' && random.chance(0.8) ? [{ ask: 'job-restore', job } as const] : []),
    { ask: 'job-finish', job },
  ];
  const pace = random.pick([1, 10, 60]);
  let at = from;
  return orders.map((order) => {
    at += random.integer(0, pace) + (order.ask === 'job-take-out' ? LIST_SECONDS : 0);
    return { at, order };
  });
}

/** Asks the app for one of them; `job` is null for the start, which answers the job. */
export function carryOutLeaving(open: OpenProfile, job: JobId | null, order: LeavingOrder): JobId | null {
  if (order.ask === 'start-leaving') return startJob(open.jobs, order.kind);
  // Its start was not taken, so there is nothing to go on with.
  if (job === null) return null;
  switch (order.ask) {
    case 'job-old-box':
      chooseLeavingBox(open.jobs, job, { productId: productId.parse(order.product) });
      return job;
    case 'job-losses':
      void readLosses({ ...open.jobs, client: open.client, directory: open.directory }, job).catch(
        (cause: unknown) => {
          // The person sees that there is no list yet.
          if (!(cause instanceof ProblemError)) throw cause;
        },
      );
      return job;
    case 'job-take-out':
      takeOut(open.jobs, job, { code: 'defective', text: '' }, lossesOf(open, job).readAt);
      return job;
    case 'job-restore':
      restoreAccesses(open.jobs, job, lossesOf(open, job).accesses.map(accessKey));
      return job;
    default:
      return neverReached(order);
  }
}

/** The list that the person sees. */
function lossesOf(open: OpenProfile, job: JobId) {
  const { losses } = ofKind(loadJob(open.database.sqlite, job).data, ['removal', 'swap']);
  if (losses === null) throw new ProblemError(makeProblem('step-not-ready', { step: 'losses' }));
  return losses;
}
