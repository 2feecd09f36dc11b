import { MINUTE } from '../../../shared/time.ts';
import { familyOf } from './families.ts';
import { numberOf, placeOf, type ReadEntry, textOf } from './entry.ts';
import type { JobFacts, OperationFacts } from './job-facts.ts';

type Rule = (job: JobFacts, read: ReadEntry) => void;

/** What became of what was asked of the operator, by the entry's type. */
export const operationRules: Readonly<Record<string, Rule>> = {
  'operation-accepted': (job, read) => {
    note(job, read, 'open');
    const { phase } = job.access;
    if (isTest(job, read) && phase === 'requested') {
      job.access.phase = 'accepted';
      learnEnd(job, read);
    }
    if (kindOf(read) === 'delete-assignment' && phase === 'removal-requested') {
      job.access.phase = 'removal-accepted';
    }
  },
  'operation-done': (job, read) => {
    note(job, read, 'ended');
    const by = textOf(read.facts, 'confirmedBy');
    if (by === 'query') job.byQuery.push(placeOf(read));
    if (by === 'person') job.byPerson.push(placeOf(read));
    switch (kindOf(read)) {
      case 'install':
        if (job.box !== null) job.box.confirmed = true;
        return;
      case 'uninstall':
        if (job.oldBox !== null) job.oldBox.confirmed = true;
        return;
      case 'create-car':
        if (job.car === null) return;
        job.car.confirmed = true;
        job.car.id = numberOf(read.facts, 'bound') ?? job.car.id;
        return;
      case 'add-car-to-group':
        if (job.group !== null) job.group.confirmed = true;
        return;
      case 'create-assignment':
        if (!isTest(job, read)) return;
        if (job.access.phase === 'requested' || job.access.phase === 'accepted')
          job.access.phase = 'confirmed';
        learnEnd(job, read);
        return;
      case 'delete-assignment':
        job.access.phase = 'removed';
        return;
      default:
    }
  },
  'operation-unknown': (job, read) => {
    note(job, read, 'open');
    job.retries.push(placeOf(read));
  },
  'operation-blocked': (job, read) => {
    note(job, read, 'trouble');
    job.failures.add(familyOf(textOf(read.facts, 'problem')));
  },
  'operation-failed': (job, read) => {
    note(job, read, 'failed');
    job.failures.add(familyOf(textOf(read.facts, 'problem')));
    job.retries.push(placeOf(read));
    if (isTest(job, read)) job.access.phase = 'failed';
    if (kindOf(read) === 'delete-assignment') job.access.phase = 'removal-failed';
  },
  'operation-cancelled': (job, read) => {
    note(job, read, 'ended');
    // A test access that had not left is given up instead of being removed.
    const given = job.access.phase === 'requested' || job.access.phase === 'removal-requested';
    if (isTest(job, read) && given) job.access.phase = 'not-started';
  },
  'operation-decided': (job, read) => note(job, read, 'open'),
  'operation-retried': (job, read) => {
    note(job, read, 'open');
    job.retries.push(placeOf(read));
  },
  'operation-released': (job, read) => note(job, read, 'open'),
  'operation-moved': (job, read) => note(job, read, 'open'),
  'operation-corrected': (job, read) => {
    note(job, read, 'open');
    const serial = textOf(read.facts, 'serialNumber after');
    if (serial !== null && job.box !== null) {
      job.box = { ...job.box, serial, sentAs: serial, variant: null, sap: null };
      job.mismatches.push(placeOf(read));
    }
    if (job.car === null) return;
    job.car.plate = textOf(read.facts, 'licensePlate after') ?? job.car.plate;
    job.car.vin = textOf(read.facts, 'vin after') ?? job.car.vin;
    job.car.brand = textOf(read.facts, 'brand after') ?? job.car.brand;
    job.car.model = textOf(read.facts, 'model after') ?? job.car.model;
  },
  'operation-seen': (job, read) => note(job, read, 'ended'),
  'result-contradicts': (job, read) => {
    note(job, read, 'trouble', 'uncertain');
    job.contradictions.push(placeOf(read));
    job.failures.add('uncertain');
  },
  'access-given-twice': (job, read) => {
    note(job, read, 'trouble', 'access');
    job.contradictions.push(placeOf(read));
    job.failures.add('access');
  },
  'access-stayed': (job) => {
    job.failures.add('access');
  },
};

const kindOf = ({ facts }: ReadEntry): string => textOf(facts, 'kind') ?? '';

/** Is it the test access, not one that went with a Box and is made again? */
function isTest(job: JobFacts, read: ReadEntry): boolean {
  const operation = textOf(read.facts, 'operation');
  return kindOf(read) === 'create-assignment' && !(operation !== null && job.restores.has(operation));
}

/** When the test access runs out: as an entry tells, else estimated from the first moment it was there. */
function learnEnd(job: JobFacts, read: ReadEntry): void {
  const { access } = job;
  const told = numberOf(read.facts, 'until');
  if (told !== null) {
    access.until = told;
    access.untilEstimated = false;
    return;
  }
  if (access.until !== null || access.minutes === null) return;
  access.until = read.at + access.minutes * MINUTE;
  access.untilEstimated = true;
}

function note(
  job: JobFacts,
  read: ReadEntry,
  last: OperationFacts['last'],
  family = familyOf(textOf(read.facts, 'problem')),
): void {
  const operation = textOf(read.facts, 'operation');
  if (operation === null) return;
  const kind = textOf(read.facts, 'kind') ?? job.operations.get(operation)?.kind ?? '';
  job.operations.set(operation, { kind, last, family, place: placeOf(read) });
}
