import { Button, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { looksLikeAddress } from '../../../../shared/domain/typed-text.ts';
import { navigate } from '../../../navigation/route.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import { useWrite } from '../writes/use-writes.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';

/**
 * Removes a user whom only the e-mail address names. A user of the list is opened instead: the accesses at stake are
 * shown there before anything is sent.
 */
export function RemoveByAddressDialog({
  typed,
  onClose,
}: {
  /** The text of the list's search, taken over where it is an address. */
  readonly typed: string;
  readonly onClose: () => void;
}) {
  const text = useText();
  const [address, setAddress] = useState(looksLikeAddress(typed.trim()) ? typed.trim() : '');
  const remove = useWrite(window.boxwright.edits.removeUserByAddress, ['users']);
  const wanted = address.trim();
  const alike = useQuery(
    window.boxwright.directory.searchUsers,
    useMemo(() => ({ text: wanted.slice(0, 200), limit: 50 }), [wanted]),
  );
  const isMalformed = !looksLikeAddress(wanted);
  const listed =
    alike.value?.rows.find(
      ({ emailAddress }) => emailAddress?.trim().toLowerCase() === wanted.toLowerCase(),
    ) ?? null;
  return (
    <WriteDialog
      title={text('directory.user.byAddressTitle')}
      says={text('directory.user.byAddressSays')}
      act={text('directory.user.byAddressYes')}
      danger
      busy={remove.busy}
      problem={remove.problem}
      ready={!isMalformed && listed === null}
      onSubmit={async () => (await remove.run({ emailAddress: wanted })).ok}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <TextInput
            data-autofocus
            type="email"
            label={text('directory.user.address')}
            value={address}
            error={
              listed !== null
                ? text('directory.user.byAddressListed', { user: listed.name })
                : tried && isMalformed
                  ? text('directory.user.byAddressMissing')
                  : null
            }
            onChange={(event) => setAddress(event.currentTarget.value)}
            autoComplete="off"
          />
          {listed !== null && (
            <Button
              variant="default"
              onClick={() => {
                navigate({ screen: 'directory', section: 'users', id: String(listed.id) });
                onClose();
              }}
            >
              {text('directory.user.byAddressOpen', { user: listed.name })}
            </Button>
          )}
        </>
      )}
    </WriteDialog>
  );
}
