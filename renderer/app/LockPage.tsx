import { Button, Group, PasswordInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type FormEvent, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { LockState } from '../../shared/domain/settings.ts';
import { type Person, pin } from '../../shared/domain/people.ts';
import { useMutation } from '../data/call.ts';
import { useFocusOnArrival } from '../components/use-focus.ts';
import { ProblemNotice } from '../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../components/EmptyState.tsx';
import { useText } from '../i18n/use-text.ts';
import { textOf, unwrapped } from '../scanning/keyboard/layouts.ts';
import { useRawScans } from '../scanning/receivers.ts';
import { usePeople } from '../data/laptop.ts';
import { Grid, Pairs, Stack, Text } from '../components/layout.tsx';
import classes from './LockPage.module.css';

/**
 * The only visible element while the window is locked. `base.css` hides everything else, which stays mounted with its
 * typed text. After unlocking, the focus returns to its element.
 */
export function LockPage({ look }: { readonly look: LockState['look'] }) {
  const text = useText();
  const people = usePeople();
  const quitting = useMutation(window.boxwright.app.quit);
  const [isLost, setLost] = useState(false);
  useLockedBody();
  useFocusBack();
  const openers = (people.value ?? []).filter(({ hasPin }) => hasPin);
  return createPortal(
    <Grid
      role="dialog"
      aria-modal="true"
      aria-labelledby="lock-title"
      tabIndex={-1}
      className={classes['page']}
      data-lock-page
      {...keepsDialogs}
    >
      <Stack as="main" gap="2" className={classes['content']}>
        <IconLock size={40} stroke={1.8} aria-hidden />
        <h1 id="lock-title">{text('lock.title')}</h1>
        <Text as="p" quiet>
          {text(isLost ? 'lock.lostSays' : 'lock.lead')}
        </Text>
        {people.problem !== null && <ProblemNotice problem={people.problem} onRetry={people.refetch} />}
        {people.value === null && people.problem === null && <RowsSkeleton rows={2} height={56} />}
        {isLost && <LostPin />}
        {!isLost && openers.length > 0 && <OpenForm openers={openers} look={look} />}
        <Group gap={8} className={classes['aside'] ?? ''}>
          <Button variant="default" {...keepsDialogs} onClick={() => setLost(!isLost)}>
            {text(isLost ? 'lock.lostBack' : 'lock.lost')}
          </Button>
          <Button
            variant="default"
            {...keepsDialogs}
            loading={quitting.busy}
            onClick={() => void quitting.run({})}
          >
            {text('shift.quit')}
          </Button>
        </Group>
      </Stack>
    </Grid>,
    document.body,
  );
}

/** One field for both: a scanner types a badge where a person types a PIN. */
function OpenForm({
  openers,
  look,
}: {
  readonly openers: readonly Person[];
  readonly look: LockState['look'];
}) {
  const text = useText();
  const opening = useMutation(window.boxwright.lock.open);
  const field = useFocusOnArrival();
  const [chosen, setChosen] = useState<Person['id'] | null>(null);
  const [typed, setTyped] = useState('');
  const known = openers.find(({ id }) => id === chosen) ?? openers.find(({ name }) => name === look.worker);
  const person = known ?? openers[0];
  const open = (code: string) => {
    setTyped('');
    if (person !== undefined && code !== '') void opening.run({ person: person.id, typed: code });
  };
  // A scan counts as PIN or badge also while the focus is outside of the field.
  useRawScans(true, ({ keys }) => open(unwrapped(textOf(keys, look.scanner.layout), look.scanner)));
  if (person === undefined) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A scanner that types into the field adds its prefix and suffix, so both are removed.
    open(pin.safeParse(typed).success ? typed : unwrapped(typed, look.scanner));
    field.current?.focus();
  };
  return (
    <Stack as="form" gap="3" above="2" onSubmit={submit}>
      {openers.length > 1 && (
        <Pairs role="group" aria-label={text('lock.names')} gap="1" className={classes['names']}>
          {openers.map(({ id, name }) => (
            <Button
              key={id}
              variant={id === person.id ? 'filled' : 'default'}
              size="lg"
              aria-pressed={id === person.id}
              {...keepsDialogs}
              onClick={() => {
                setChosen(id);
                opening.reset();
                field.current?.focus();
              }}
            >
              {name}
            </Button>
          ))}
        </Pairs>
      )}
      <PasswordInput
        ref={field}
        size="lg"
        label={text('lock.typed', { name: person.name })}
        value={typed}
        inputMode="numeric"
        autoComplete="off"
        maxLength={2000}
        visibilityToggleButtonProps={{ 'aria-label': text('common.showSecret'), ...keepsDialogs }}
        {...keepsDialogs}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {opening.problem !== null && <ProblemNotice problem={opening.problem} />}
      <Button type="submit" size="lg" loading={opening.busy} disabled={typed === ''} {...keepsDialogs}>
        {text('lock.open')}
      </Button>
    </Stack>
  );
}

/** Hides the rest of the window (`base.css`) before the lock page is painted, and keeps its dialogs. */
function useLockedBody(): void {
  useLayoutEffect(() => {
    const { body } = document;
    body.setAttribute('data-locked', 'true');
    // Keeps dialogs open at Escape when the focused button was removed and the focus fell back to `body`.
    body.setAttribute(KEEPS_DIALOGS, 'true');
    return () => {
      body.removeAttribute('data-locked');
      body.removeAttribute(KEEPS_DIALOGS);
    };
  }, []);
}

/** Returns the focus on unmount to the element that had it. */
function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}

/** The recovery where every PIN is lost: the password of the operator's login, which grants more than this window. */
function LostPin() {
  const text = useText();
  const opening = useMutation(window.boxwright.lock.openByLogin);
  const field = useFocusOnArrival();
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPassword('');
    void opening.run({ password });
    field.current?.focus();
  };
  return (
    <Stack as="form" gap="3" above="2" onSubmit={submit}>
      <PasswordInput
        size="lg"
        label={text('lock.lostPassword')}
        value={password}
        autoComplete="off"
        maxLength={2000}
        ref={field}
        visibilityToggleButtonProps={{ 'aria-label': text('common.showSecret'), ...keepsDialogs }}
        {...keepsDialogs}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {opening.problem !== null && <ProblemNotice problem={opening.problem} />}
      <Button type="submit" size="lg" loading={opening.busy} disabled={password === ''} {...keepsDialogs}>
        {text('lock.lostOpen')}
      </Button>
    </Stack>
  );
}

/** Mantine's dialogs close at Escape, wherever the focus is, unless the focused element has this attribute. */
const KEEPS_DIALOGS = 'data-mantine-stop-propagation';
/** Attributes for each control of the lock page: at Escape the dialogs behind the page stay open. */
const keepsDialogs = { [KEEPS_DIALOGS]: 'true' };
