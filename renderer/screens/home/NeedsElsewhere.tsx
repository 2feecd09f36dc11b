import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { NeedsOfCustomer } from '../../../shared/ipc/calls/connect.ts';
import type { Instant } from '../../../shared/time.ts';
import { NeedsOfAll } from '../../components/customers.tsx';
import { Section } from '../../components/Section.tsx';
import { askForCustomer, useNeedsElsewhere } from '../../data/customers.ts';
import { useText } from '../../i18n/use-text.ts';
import { HomeNotice } from './HomeNotice.tsx';
import { JobCard } from './JobCard.tsx';

/** The jobs of all customers that need a person. An act at another customer shows that one first. */
export function NeedsElsewhere({
  own,
  now,
}: {
  readonly own: { readonly name: string; readonly count: number; readonly content: ReactNode };
  readonly now: Instant;
}) {
  const text = useText();
  return (
    <NeedsOfAll
      own={own}
      elsewhere={useNeedsElsewhere()}
      countOf={({ jobCount, besidesJobs }) => jobCount + besidesJobs}
    >
      {(needs: NeedsOfCustomer) => (
        <Section
          key={needs.id}
          title={text('customers.needsYouAt', { customer: needs.name })}
          count={needs.jobCount + needs.besidesJobs}
        >
          {needs.jobs.map((job) => (
            <JobCard
              key={job.id}
              job={job}
              now={now}
              customer={needs.name}
              onOpen={() => askForCustomer({ id: needs.id, place: { screen: 'job', jobId: job.id } })}
            />
          ))}
          {needs.besidesJobs > 0 && (
            <HomeNotice says={text('home.besidesJobs', { count: needs.besidesJobs })}>
              <Button
                onClick={() => askForCustomer({ id: needs.id, place: { screen: 'queue', operation: null } })}
              >
                {text('customers.openQueueOf', { customer: needs.name })}
              </Button>
            </HomeNotice>
          )}
        </Section>
      )}
    </NeedsOfAll>
  );
}
