import { Button } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import type { Role } from '../../../shared/domain/roles.ts';
import type { Instant } from '../../../shared/time.ts';
import { useMutation } from '../../data/call.ts';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { StatusItem } from './StatusItem.tsx';

/** The window has a higher role for a while: its end, and the act that ends it at once, on every page. */
export function RaisedNote({ role, until }: { readonly role: Role; readonly until: Instant }) {
  const text = useText();
  const format = useFormat();
  const ending = useMutation(window.boxwright.roles.endRaise);
  return (
    <>
      <StatusItem icon={<IconUserShield size={16} aria-hidden />}>
        {text('role.raised', { role: text(`role.name.${role}`), time: format.time(until) })}
      </StatusItem>
      <Button variant="subtle" loading={ending.busy} onClick={() => void ending.run({})}>
        {text('role.end')}
      </Button>
      {ending.problem !== null && <ProblemNotice problem={ending.problem} />}
    </>
  );
}
