import type { ExportedProof } from '../../../shared/domain/supervision-job.ts';
import { type ProvenThing, provenThing } from '../../../shared/domain/proof.ts';
import type { JobFacts } from './job-facts.ts';
import { isFitted, isTakenOut } from './status.ts';

/** The current proofs of a job, in the order of the work. Replaced, refused and failed tries leave none. */
export function proofsOf(job: JobFacts): readonly ExportedProof[] {
  return provenThing.options.flatMap((what) => {
    const found = job.proven.get(what) ?? job.access.proven.get(what);
    return found !== undefined && holds(job, what) ? [{ what, ...found }] : [];
  });
}

function holds(job: JobFacts, what: ProvenThing): boolean {
  const { car, key, box, oldBox, group, access } = job;
  const { phase } = access;
  const given = phase !== 'not-started' && phase !== 'requested' && phase !== 'failed';
  const holding: Readonly<Record<ProvenThing, boolean>> = {
    car: car?.confirmed === true,
    key: key !== null,
    'box-fitted': isFitted(job) && box?.confirmed === true,
    'box-taken-out': isTakenOut(job) && oldBox?.confirmed === true,
    group: group?.confirmed === true,
    'access-given': given,
    opened: access.opened === true,
    closed: access.closed === true,
    'access-removed': phase === 'removed',
  };
  return holding[what];
}
