import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import type { Problem } from '../../../shared/problem.ts';
import type { Result } from '../../../shared/result.ts';
import { useMutation } from '../../data/call.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { useText } from '../../i18n/use-text.ts';

/** Raise by it, set or exchange it, remove it, or remove a lost one by the password of the operator's login. */
export type PinAct = 'raise' | 'change' | 'remove' | 'lost';

const words = {
  raise: { title: 'role.pin.raise', says: 'role.pin.raiseSays', yes: 'role.pin.raise' },
  change: { title: 'role.pin.label', says: 'role.pin.setSays', yes: 'role.pin.save' },
  remove: { title: 'role.pin.removeTitle', says: 'role.pin.removeSays', yes: 'role.pin.remove' },
  lost: { title: 'role.pin.lostTitle', says: 'role.pin.lostSays', yes: 'role.pin.remove' },
} as const;

/** Asks for what an act with the administrator PIN needs. */
export function PinDialog({
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
    const answer = await run();
    setProof('');
    if (answer.ok) onClose();
  };
  const proofLabel =
    act === 'lost' ? text('lock.lostPassword') : text(act === 'change' ? 'role.pin.old' : 'role.pin.typed');
  return (
    <FormDialog
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
