import { Button, Group, PasswordInput, TextInput, Modal } from '@mantine/core';
import { IconDialpad, IconId } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type Person, type SignIn, LONGEST_WORKER_NAME } from '../../shared/domain/people.ts';
import { useMutation } from '../data/call.ts';
import { stay } from './dialog-call.ts';
import { useFocusOnArrival } from './use-focus.ts';
import { ProblemNotice } from './ProblemNotice.tsx';
import { RowsSkeleton } from './EmptyState.tsx';
import { useText } from '../i18n/use-text.ts';
import { usePeople } from '../data/laptop.ts';
import { Pairs, Stack, Text } from './layout.tsx';
import classes from './Dialog.module.css';

/** The form that is open: a tap on a name, the PIN of a name, or a typed name. */
type Asking =
  { readonly what: 'choose' } | { readonly what: 'name' } | { readonly what: 'pin'; readonly person: Person };

/** Signs a worker in. The form stays open while the call is under way, so that its refusal is shown. */
export const useSigning = () => useMutation(window.boxwright.people.signIn);

/** Asks who is working; the answer is a tap, a PIN, or a new name. */
export function WorkerForm({
  worker,
  signing,
  onClose,
}: {
  readonly worker: string;
  readonly signing: ReturnType<typeof useSigning>;
  readonly onClose: () => void;
}) {
  const people = usePeople();
  const [chosen, setAsking] = useState<Asking | null>(null);
  const problem = signing.problem ?? people.problem;
  const sign = async (proof: SignIn) => {
    const answer = await signing.run(proof);
    if (!answer.ok) return;
    // The form may stay mounted while it closes, so it is reset for the next opening.
    setAsking(null);
    onClose();
  };
  if (people.value === null && people.problem === null) return <RowsSkeleton rows={2} height={56} />;
  const known = people.value ?? [];
  const asking: Asking = chosen ?? { what: known.length === 0 ? 'name' : 'choose' };
  const back = known.length === 0 ? onClose : () => setAsking({ what: 'choose' });
  const notice = problem === null ? null : <ProblemNotice problem={problem} />;
  return (
    <Stack gap="3">
      {asking.what === 'choose' && (
        <Names
          people={known}
          worker={worker}
          onOther={() => setAsking({ what: 'name' })}
          onChoose={(person) =>
            person.hasPin ? setAsking({ what: 'pin', person }) : void sign({ by: 'name', name: person.name })
          }
        />
      )}
      {asking.what === 'name' && (
        <NameField
          worker={known.length === 0 ? worker : ''}
          busy={signing.busy}
          onSign={(name) => void sign({ by: 'name', name })}
          onBack={back}
        >
          {notice}
        </NameField>
      )}
      {asking.what === 'pin' && (
        <PinField
          person={asking.person}
          busy={signing.busy}
          onSign={(pin) => void sign({ by: 'pin', person: asking.person.id, pin })}
          onBack={back}
        >
          {notice}
        </PinField>
      )}
      {asking.what === 'choose' && notice}
    </Stack>
  );
}

function Names({
  people,
  worker,
  onChoose,
  onOther,
}: {
  readonly people: readonly Person[];
  readonly worker: string;
  readonly onChoose: (person: Person) => void;
  readonly onOther: () => void;
}) {
  const text = useText();
  return (
    <>
      <Text as="p" quiet>
        {text('worker.choose')}
        {people.some(({ hasBadge }) => hasBadge) && ` ${text('worker.badgeHint')}`}
      </Text>
      <Pairs gap="1" className={classes['names']}>
        {people.map((person, index) => (
          <Button
            key={person.id}
            variant="default"
            size="lg"
            {...(index === 0 ? { 'data-autofocus': true } : {})}
            aria-current={person.name === worker || undefined}
            rightSection={
              person.hasPin ? (
                <IconDialpad size={18} aria-label={text('worker.hasPin')} />
              ) : person.hasBadge ? (
                <IconId size={18} aria-label={text('worker.hasBadge')} />
              ) : null
            }
            onClick={() => onChoose(person)}
          >
            {person.name}
          </Button>
        ))}
      </Pairs>
      <Group justify="flex-end">
        <Button variant="default" onClick={onOther}>
          {text('worker.other')}
        </Button>
      </Group>
    </>
  );
}

function NameField({
  worker,
  busy,
  onSign,
  onBack,
  children,
}: {
  readonly worker: string;
  readonly busy: boolean;
  readonly onSign: (name: string) => void;
  readonly onBack: () => void;
  /** The reason why the last answer was refused. */
  readonly children: ReactNode;
}) {
  const text = useText();
  // The form takes the focus also when it opens by itself, so that a typed name does not trigger the shortcuts of Home.
  const focus = useFocusOnArrival();
  const [name, setName] = useState(worker);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSign(name);
  };
  return (
    <Stack as="form" gap="3" onSubmit={submit}>
      <Text as="p" quiet>
        {text('worker.explain')}
      </Text>
      <TextInput
        ref={focus}
        label={text('worker.label')}
        value={name}
        maxLength={LONGEST_WORKER_NAME}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {children}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" disabled={busy} onClick={onBack}>
          {text('common.cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={name.trim() === ''}>
          {text('worker.save')}
        </Button>
      </Group>
    </Stack>
  );
}

function PinField({
  person,
  busy,
  onSign,
  onBack,
  children,
}: {
  readonly person: Person;
  readonly busy: boolean;
  readonly onSign: (pin: string) => void;
  readonly onBack: () => void;
  /** The reason why the last answer was refused. */
  readonly children: ReactNode;
}) {
  const text = useText();
  const focus = useFocusOnArrival();
  const [pin, setPin] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPin('');
    onSign(pin);
  };
  return (
    <Stack as="form" gap="3" onSubmit={submit}>
      <PasswordInput
        ref={focus}
        label={text('worker.pinOf', { name: person.name })}
        value={pin}
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        onChange={(event) => setPin(event.currentTarget.value)}
      />
      {children}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" disabled={busy} onClick={onBack}>
          {text('common.back')}
        </Button>
        <Button type="submit" loading={busy} disabled={pin === ''}>
          {text('worker.save')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Asks who is working, so that the next colleague does not work under the first one's name. */
export function WorkerDialog({
  worker,
  open,
  onClose,
}: {
  readonly worker: string;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const text = useText();
  const signing = useSigning();
  return (
    <Modal opened={open} onClose={signing.busy ? stay : onClose} title={text('worker.title')} size={480}>
      <WorkerForm worker={worker} signing={signing} onClose={onClose} />
    </Modal>
  );
}
