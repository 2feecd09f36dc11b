import { Button, Group, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { IconDialpad, IconId, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Person, LONGEST_WORKER_NAME } from '../../../shared/domain/people.ts';
import { useMutation } from '../../data/call.ts';
import { useLock } from '../../data/lock.ts';
import { Card, Section } from '../../components/Section.tsx';
import { Confirmation } from '../../components/Confirmation.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../components/EmptyState.tsx';
import { StateBadge } from '../../components/StateBadge.tsx';
import { useText } from '../../i18n/use-text.ts';
import { usePeople } from '../../data/laptop.ts';
import { May } from '../../components/May.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { Block, Row, Text } from '../../components/layout.tsx';
import classes from './PeopleSettings.module.css';

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
        <Text as="p" quiet below="2">
          {text(lockIsOn ? 'lock.listKept' : 'worker.peopleSays')}
        </Text>
        {people.problem !== null && <ProblemNotice problem={people.problem} onRetry={people.refetch} />}
        {people.value === null && people.problem === null && <RowsSkeleton rows={2} />}
        {people.value?.length === 0 && (
          <Text as="p" quiet below="2">
            {text('worker.none')}
          </Text>
        )}
        <Block as="ul" plain>
          {people.value?.map((person) => (
            <Row
              as="li"
              key={person.id}
              gap="2"
              align="center"
              justify="between"
              ruled
              className={classes['person']}
            >
              <Text weight="strong" breaks narrow>
                {person.name}
              </Text>
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
            </Row>
          ))}
        </Block>
      </Card>
      {(asking.what === 'add' || asking.what === 'edit') && (
        <PersonDialog person={asking.what === 'edit' ? asking.person : null} onClose={close} />
      )}
      {asking.what === 'remove' && (
        <Confirmation
          ofLaptop
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

/** The name, PIN and badge of a person. Empty fields stay unchanged. */
function PersonDialog({
  person,
  onClose,
}: {
  /** Null = a new person. */
  readonly person: Person | null;
  readonly onClose: () => void;
}) {
  const text = useText();
  const keeping = useMutation(window.boxwright.people.keep);
  const [form, setForm] = useState({
    name: person?.name ?? '',
    oldPin: '',
    pin: '',
    pinAway: false,
    badge: '',
    badgeAway: false,
  });
  const change = (changes: Partial<typeof form>) => setForm({ ...form, ...changes });
  const changesPin = form.pinAway || form.pin !== '';
  const save = async () => {
    const answer = await keeping.run({
      id: person?.id ?? null,
      name: form.name,
      ...(changesPin ? { pin: form.pinAway ? null : form.pin, oldPin: form.oldPin } : {}),
      ...(form.badgeAway ? { badge: null } : form.badge.trim() === '' ? {} : { badge: form.badge }),
    });
    if (answer.ok) onClose();
  };
  return (
    <FormDialog
      ofLaptop
      title={person === null ? text('worker.addTitle') : text('worker.edit', { name: person.name })}
      act={text('worker.saveChange')}
      calling={keeping}
      ready={form.name.trim() !== ''}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={text('worker.name')}
        value={form.name}
        maxLength={LONGEST_WORKER_NAME}
        data-autofocus
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <PasswordInput
        label={text('worker.pin')}
        description={text(person?.hasPin === true ? 'worker.pinKeep' : 'worker.pinNone')}
        value={form.pin}
        disabled={form.pinAway}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        onChange={(event) => change({ pin: event.currentTarget.value })}
      />
      {person?.hasPin === true && (
        <>
          <Checkbox
            label={text('worker.pinAway')}
            checked={form.pinAway}
            onChange={(event) => change({ pinAway: event.currentTarget.checked, pin: '' })}
          />
          {changesPin && (
            <PasswordInput
              label={text('worker.oldPin')}
              value={form.oldPin}
              inputMode="numeric"
              autoComplete="off"
              maxLength={8}
              onChange={(event) => change({ oldPin: event.currentTarget.value })}
            />
          )}
        </>
      )}
      <PasswordInput
        label={text('worker.badge')}
        description={text(person?.hasBadge === true ? 'worker.badgeKeep' : 'worker.badgeScan')}
        value={form.badge}
        disabled={form.badgeAway}
        data-takes-scans="serial vin text"
        autoComplete="off"
        onChange={(event) => change({ badge: event.currentTarget.value })}
      />
      {person?.hasBadge === true && (
        <Checkbox
          label={text('worker.badgeAway')}
          checked={form.badgeAway}
          onChange={(event) => change({ badgeAway: event.currentTarget.checked, badge: '' })}
        />
      )}
    </FormDialog>
  );
}
