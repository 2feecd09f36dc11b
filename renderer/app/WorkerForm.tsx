import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Problem } from '../../shared/problem.ts';
import { ProblemNotice } from '../components/ProblemNotice.tsx';
import { useText } from '../i18n/use-text.ts';
import { changePreferences } from '../stores/preferences.ts';
import classes from './WorkerForm.module.css';

/** The question who is working, and its answer. */
export function WorkerForm({ worker, onClose }: { readonly worker: string; readonly onClose: () => void }) {
  const text = useText();
  const [name, setName] = useState(worker);
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await changePreferences({ worker: name.trim() });
    if (answer.ok) onClose();
    else setProblem(answer.error);
  };
  return (
    <form className={classes['form']} onSubmit={(event) => void save(event)}>
      <p className={classes['explain']}>{text('worker.explain')}</p>
      <TextInput
        label={text('worker.label')}
        value={name}
        maxLength={80}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {problem !== null && <ProblemNotice problem={problem} />}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose}>
          {text('common.cancel')}
        </Button>
        <Button type="submit" disabled={name.trim() === ''}>
          {text('worker.save')}
        </Button>
      </Group>
    </form>
  );
}
