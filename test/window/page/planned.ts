import { localDay, plannedJobView, type PlannedJobView } from '../../../shared/domain/planned-work.ts';
import { uuid } from '../../integration/relay/uuid.ts';
import { plannedInstallation } from '../../planned/planned-work.ts';

/** The so-manyth planned job of today, free. `changes` replaces parts. */
export const plannedView = (
  n: number,
  plate: string,
  changes: Readonly<Record<string, unknown>> = {},
): PlannedJobView =>
  plannedJobView.parse({
    id: uuid('e', n),
    revision: 1,
    work: plannedInstallation({
      day: localDay(Date.now()),
      place: n,
      car: { id: null, licensePlate: plate, vin: '', name: '', brand: 'Volkswagen', model: '' },
    }),
    state: 'planned',
    withdrawn: null,
    signature: 'verified',
    counts: true,
    planner: 'Office',
    holder: null,
    alsoBegun: [],
    job: null,
    changed: [],
    before: null,
    onItsWay: false,
    problem: null,
    ...changes,
  });
