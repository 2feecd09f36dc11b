import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import type { Access } from '../../../shared/domain/people.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Result } from '../../../shared/result.ts';
import { useMutation } from '../../data/call.ts';
import { Card, Section } from '../../components/Section.tsx';
import { May } from '../../components/May.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useFormat } from '../../format/use-format.ts';
import { useText } from '../../i18n/use-text.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { SettingRow } from './SettingRow.tsx';

/** The role of this laptop's window, and the administrator PIN that raises the role for a while. */
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

/**
 * The acts with the PIN: raise the role, set or change the PIN, remove it, or remove a lost one with the password of
 * the operator's login.
 */
type PinAct = 'raise' | 'change' | 'remove' | 'lost';

const words = {
  raise: { title: 'role.pin.raise', says: 'role.pin.raiseSays', yes: 'role.pin.raise' },
  change: { title: 'role.pin.label', says: 'role.pin.setSays', yes: 'role.pin.save' },
  remove: { title: 'role.pin.removeTitle', says: 'role.pin.removeSays', yes: 'role.pin.remove' },
  lost: { title: 'role.pin.lostTitle', says: 'role.pin.lostSays', yes: 'role.pin.remove' },
} as const;

/** Asks for the input that an act with the administrator PIN needs. */
function PinDialog({
  act,
  isSet,
  onClose,
}: {
  readonly act: PinAct;
  readonly isSet: boolean;
  readonly onClose: () => void;
}) {
  const text = useText();
  const raising = useMutation(window.boxwright.roles.raise);
  const changing = useMutation(window.boxwright.roles.changePin);
  const losing = useMutation(window.boxwright.roles.removePinByLogin);
  const [proof, setProof] = useState('');
  const [fresh, setFresh] = useState('');
  const needsProof = act !== 'change' || isSet;
  const problem = raising.problem ?? changing.problem ?? losing.problem;
  const busy = raising.busy || changing.busy || losing.busy;
  const run = (): Promise<Result<unknown, Problem>> => {
    switch (act) {
      case 'raise':
        return raising.run({ pin: proof });
      case 'change':
        return changing.run({ pin: fresh, oldPin: isSet ? proof : null });
      case 'remove':
        return changing.run({ pin: null, oldPin: proof });
      case 'lost':
        return losing.run({ password: proof });
    }
  };
  const submit = async () => {
    setProof('');
    const answer = await run();
    if (answer.ok) onClose();
  };
  const proofLabel =
    act === 'lost' ? text('lock.lostPassword') : text(act === 'change' ? 'role.pin.old' : 'role.pin.typed');
  return (
    <FormDialog
      ofLaptop
      title={text(words[act].title)}
      says={text(words[act].says)}
      act={text(words[act].yes)}
      calling={{ busy, problem }}
      ready={(!needsProof || proof !== '') && (act !== 'change' || fresh !== '')}
      onSubmit={submit}
      onClose={onClose}
    >
      {needsProof && (
        <PasswordInput
          label={proofLabel}
          value={proof}
          data-autofocus
          inputMode={act === 'lost' ? 'text' : 'numeric'}
          autoComplete="off"
          maxLength={act === 'lost' ? 2000 : 8}
          onChange={(event) => setProof(event.currentTarget.value)}
        />
      )}
      {act === 'change' && (
        <PasswordInput
          label={text('role.pin.new')}
          value={fresh}
          data-autofocus={!needsProof || undefined}
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          onChange={(event) => setFresh(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
