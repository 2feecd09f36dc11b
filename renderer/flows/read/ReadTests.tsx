import type { ViewOf } from '../../../shared/domain/job.ts';
import { OperatorEvents } from '../steps/verify/OperatorEvents.tsx';
import { Timeline } from '../steps/verify/Timeline.tsx';
import { Unproven } from '../steps/verify/Unproven.tsx';

/** The results of the tests of the car, each with its dated steps. */
export function ReadTests({ job }: { readonly job: ViewOf<'installation' | 'swap'> }) {
  const { verification } = job;
  return (
    <>
      <Unproven job={job} />
      <OperatorEvents verification={verification} />
      {verification.events.length > 0 && <Timeline verification={verification} />}
    </>
  );
}
