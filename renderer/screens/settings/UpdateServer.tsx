import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useMutation } from '../../data/call.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { usePolicy } from '../../data/policy.ts';
import { SettingRow } from './SettingRow.tsx';
import classes from './UpdateSettings.module.css';

/** The server that is asked for newer versions. */
export function UpdateServer({ feed }: { readonly feed: string | null }) {
  const text = useText();
  const [typed, setTyped] = useState(feed ?? '');
  const change = useMutation(window.boxwright.updates.changeFeed);
  const locked = usePolicy().updates !== undefined;
  const wanted = typed.trim();
  const save = () => change.run({ feed: wanted === '' ? null : wanted });
  return (
    <>
      <SettingRow
        label={text('updates.feed')}
        says={text(locked ? 'common.setByAdministrator' : 'updates.feedSays')}
      >
        <form
          className={classes['feed']}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <TextInput
            aria-label={text('updates.feed')}
            value={locked ? (feed ?? '') : typed}
            readOnly={locked}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            spellCheck={false}
            maxLength={500}
          />
          <Button
            type="submit"
            variant="default"
            loading={change.busy}
            disabled={locked || wanted === (feed ?? '')}
          >
            {text('updates.feedSave')}
          </Button>
        </form>
      </SettingRow>
      {change.problem !== null && <ProblemNotice problem={change.problem} />}
    </>
  );
}
