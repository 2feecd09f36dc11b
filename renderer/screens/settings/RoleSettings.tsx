import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Access } from '../../../shared/domain/access.ts';
import { useMutation } from '../../data/call.ts';
import { Card, Section } from '../../components/Section.tsx';
import { May } from '../../components/May.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { type PinAct, PinDialog } from './PinDialog.tsx';
import { SettingRow } from './SettingRow.tsx';

/** The role of this laptop's window, and the administrator PIN that raises it for a while. */
export function RoleSettings({ access }: { readonly access: Access }) {
  const text = useText();
  const format = useFormat();
  const ending = useMutation(window.boxwright.roles.endRaise);
  const [asking, setAsking] = useState<PinAct | null>(null);
  const { role, pin, raisedUntil } = access;
  const button = (act: PinAct, label: string) => (
    <Button variant="default" onClick={() => setAsking(act)}>
      {label}
    </Button>
  );
  return (
    <Section title={text('role.title')}>
      <Card padded={false}>
        <SettingRow label={text('role.label')} says={text(`role.says.${role}`)}>
          <strong>
            {raisedUntil === null
              ? text(`role.name.${role}`)
              : text('role.raised', { role: text(`role.name.${role}`), time: format.time(raisedUntil) })}
          </strong>
          {raisedUntil !== null && (
            <Button loading={ending.busy} onClick={() => void ending.run({})}>
              {text('role.end')}
            </Button>
          )}
        </SettingRow>
        {(pin !== 'none' || role === 'administrator') && (
          <SettingRow
            label={text('role.pin.label')}
            says={text(
              pin !== 'none' ? 'role.pin.set' : access.startsAtBoard ? 'role.pin.noneOther' : 'role.pin.none',
            )}
          >
            {pin === 'set' && (
              <>
                {button('raise', text('role.pin.raise'))}
                {button('lost', text('role.pin.lost'))}
              </>
            )}
            <May ask="roles.changePin">
              {button('change', text(pin === 'none' ? 'role.pin.setIt' : 'role.pin.change'))}
              {pin !== 'none' && button('remove', text('role.pin.remove'))}
            </May>
          </SettingRow>
        )}
      </Card>
      {ending.problem !== null && <ProblemNotice problem={ending.problem} />}
      {asking !== null && <PinDialog act={asking} isSet={pin !== 'none'} onClose={() => setAsking(null)} />}
    </Section>
  );
}
