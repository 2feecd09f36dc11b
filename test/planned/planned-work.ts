import {
  newPlannedJob,
  newPlannedJobClaim,
  plannedWork,
  type NewPlannedJob,
  type NewPlannedJobClaim,
  type PlannedWork,
} from '../../shared/relay/jobs.ts';
import { uuid } from '../integration/relay/uuid.ts';

export const PLAN_DAY = '2026-03-31';

/** An installation as the office plans it; `changes` are its facts that differ. */
export const plannedInstallation = (changes: object = {}): PlannedWork =>
  plannedWork.parse({
    kind: 'installation',
    car: { id: null, licensePlate: 'M-AB 123', vin: '', name: '', brand: 'Volkswagen', model: 'Transporter' },
    day: PLAN_DAY,
    from: '07:30',
    until: null,
    place: 1,
    site: '',
    laptop: '',
    crew: 'Kim',
    keyPlace: 'Office, board 3',
    note: 'Gate B',
    group: 'Vans',
    key: '',
    checklist: '',
    expected: null,
    testUser: null,
    ...changes,
  });

/** The first revision of a planned job; `work` are facts of its work that differ. */
export const firstRevision = (work: object = {}, changes: object = {}): NewPlannedJob =>
  newPlannedJob.parse({
    environment: 'uat',
    customerId: 4711,
    id: uuid('e', 1),
    work: plannedInstallation(work),
    withdrawn: null,
    basedOn: 0,
    worker: 'Office person',
    ...changes,
  });

/** A claim of the first planned job. */
export const claimOf = (changes: object = {}): NewPlannedJobClaim =>
  newPlannedJobClaim.parse({
    environment: 'uat',
    customerId: 4711,
    plannedJob: uuid('e', 1),
    id: uuid('f', 1),
    code: '0000-0000',
    act: 'accepted',
    reason: '',
    jobId: null,
    revision: 1,
    worker: 'Kim',
    at: 100,
    ...changes,
  });
