import { IconCar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { JobView } from '../../../shared/domain/job.ts';
import { Section } from '../../components/Section.tsx';
import { useText } from '../../i18n/use-text.ts';
import { JobHistory } from './JobHistory.tsx';
import { KnownCarKeys } from './KnownCarKeys.tsx';
import { KnownCar } from './KnownCar.tsx';
import { KnownOfficePlan } from './KnownOfficePlan.tsx';
import { LiveOperations } from './LiveOperations.tsx';
import { NotYet } from './NotYet.tsx';

/** The known facts of any job: the car, the plan of the office, the subject of this kind, running operations, history. */
export function KnownFrame({
  job,
  first,
  children,
}: {
  readonly job: JobView;
  /** Before everything else. */
  readonly first?: ReactNode;
  readonly children: ReactNode;
}) {
  const text = useText();
  return (
    <div aria-label={text('flow.known.label')} role="group">
      {first}
      <Section title={text('flow.known.car')}>
        {job.car === null ? (
          <NotYet icon={IconCar} says={text('flow.known.noCar')} />
        ) : (
          <KnownCar car={job.car} />
        )}
      </Section>
      <KnownOfficePlan job={job} />
      <KnownCarKeys job={job} />
      {children}
      <LiveOperations operations={job.operations} />
      <JobHistory history={job.history} />
    </div>
  );
}
