import { Button, Group } from '@mantine/core';
import { IconDialpad, IconId, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Person } from '../../../shared/domain/people.ts';
import { useMutation } from '../../data/call.ts';
import { useLock } from '../../data/lock.ts';
import { Card, Section } from '../../components/Section.tsx';
import { Confirmation } from '../../components/Confirmation.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { StateBadge } from '../../components/StateBadge.tsx';
import { useText } from '../../i18n/use-text.ts';
import { usePeople } from '../../data/people.ts';
import classes from './PeopleSettings.module.css';
import { PersonDialog } from './PersonDialog.tsx';
import { May } from '../../components/May.tsx';

type Asking =
  | { readonly what: 'nothing' }
  | { readonly what: 'add' }
  | { readonly what: 'edit' | 'remove'; readonly person: Person };

const nothing: Asking = { what: 'nothing' };

/** The people of this laptop, with their ways to sign in. */
export function PeopleSettings() {
  const text = useText();
  const people = usePeople();
  const lockIsOn = (useLock()?.minutes ?? null) !== null;
  const removing = useMutation(window.boxwright.people.remove);
  const [asking, setAsking] = useState(nothing);
  const close = () => setAsking(nothing);
  return (
    <Section
      title={text('worker.people')}
      aside={
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={2} aria-hidden />}
          onClick={() => setAsking({ what: 'add' })}
        >
          {text('worker.add')}
        </Button>
      }
    >
      <Card>
        <p className={classes['says']}>{text(lockIsOn ? 'lock.listKept' : 'worker.peopleSays')}</p>
        {people.problem !== null && <ProblemNotice problem={people.problem} onAgain={people.refetch} />}
        {people.value === null && people.problem === null && <RowsSkeleton rows={2} />}
        {people.value?.length === 0 && <p className={classes['says']}>{text('worker.none')}</p>}
        <ul className={classes['people']}>
          {people.value?.map((person) => (
            <li key={person.id} className={classes['person']}>
              <span className={classes['name']}>{person.name}</span>
              <Group gap={8}>
                {person.hasPin && (
                  <StateBadge tone="neutral" icon={IconDialpad}>
                    {text('worker.hasPin')}
                  </StateBadge>
                )}
                {person.hasBadge && (
                  <StateBadge tone="neutral" icon={IconId}>
                    {text('worker.hasBadge')}
                  </StateBadge>
                )}
                <Button
                  variant="default"
                  aria-label={text('worker.edit', { name: person.name })}
                  onClick={() => setAsking({ what: 'edit', person })}
                >
                  {text('common.change')}
                </Button>
                <May ask="people.remove">
                  <Button
                    variant="default"
                    aria-label={text('worker.remove', { name: person.name })}
                    onClick={() => setAsking({ what: 'remove', person })}
                  >
                    {text('worker.removeShort')}
                  </Button>
                </May>
              </Group>
            </li>
          ))}
        </ul>
      </Card>
      {(asking.what === 'add' || asking.what === 'edit') && (
        <PersonDialog person={asking.what === 'edit' ? asking.person : null} onClose={close} />
      )}
      {asking.what === 'remove' && (
        <Confirmation
          open
          title={text('worker.removeTitle', { name: asking.person.name })}
          says={[text('worker.removeSays', { name: asking.person.name })]}
          yes={text('worker.removeYes')}
          no={text('common.cancel')}
          danger
          calling={removing}
          onYes={() => removing.run({ id: asking.person.id })}
          onClose={close}
        />
      )}
    </Section>
  );
}
