import { Button } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import type { Instant } from '../../../shared/time.ts';
import { useMutation } from '../../data/call.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { StatusItem } from './StatusItem.tsx';

/** The window is an administrator's for a while: until when, and the way to end it, wherever one is. */
export function RaisedNote({ until }: { readonly until: Instant }) {
  const text = useText();
  const format = useFormat();
  const ending = useMutation(window.boxwright.roles.endRaise);
  return (
    <>
      <StatusItem icon={<IconUserShield size={16} aria-hidden />}>
        {text('role.raised', { time: format.time(until) })}
      </StatusItem>
      <Button variant="subtle" loading={ending.busy} onClick={() => void ending.run({})}>
        {text('role.end')}
      </Button>
      {ending.problem !== null && <ProblemNotice problem={ending.problem} />}
    </>
  );
}
