import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useMutation } from '../data/call.ts';
import { useFocusOnArrival } from '../components/picking/use-focus-on-arrival.ts';
import { ProblemNotice } from '../components/ProblemNotice.tsx';
import { useText } from '../i18n/use-text.ts';
import { keepsDialogs } from '../navigation/keeps-dialogs.ts';
import classes from './LockPage.module.css';

/** The way out where every PIN is lost: the password of the operator's login, which opens more than this window. */
export function LostPin() {
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
    <form className={classes['form']} onSubmit={submit}>
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
    </form>
  );
}
