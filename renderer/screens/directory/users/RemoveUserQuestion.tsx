import type { DirectoryAssignment, DirectoryUser } from '../../../../shared/domain/directory.ts';
import { Confirmation } from '../../../components/Confirmation.tsx';
import { useNow } from '../../../format/use-now.ts';
import { useText } from '../../../i18n/use-text.ts';
import { standingOf } from '../access/access-times.ts';
import { PeriodLines } from '../access/PeriodLines.tsx';
import type { Live } from '../frame/live.ts';
import { useFocusBack } from '../frame/use-focus-back.ts';
import { useWrite } from '../writes/use-writes.ts';

/** Asks before a user is taken from the customer, and names the accesses that are at stake. */
export function RemoveUserQuestion({
  user,
  accesses,
  onClose,
}: {
  readonly user: DirectoryUser;
  readonly accesses: Live<DirectoryAssignment>;
  readonly onClose: () => void;
}) {
  const text = useText();
  useFocusBack();
  const now = useNow();
  const remove = useWrite(window.boxwright.edits.removeUserFromCustomer, [`user:${user.id}`]);
  const known = accesses.state === 'read' ? accesses.rows : null;
  const atStake = known?.filter((access) => standingOf(access, now) !== 'over') ?? null;
  const count = atStake?.length ?? 0;
  const heading = text('directory.user.removeAccesses', { count });
  return (
    <Confirmation
      open
      title={text('directory.user.removeTitle', { user: user.name })}
      says={[text('directory.user.removeSays')]}
      yes={text('directory.user.removeYes')}
      no={text('directory.user.removeNo')}
      danger
      calling={{ busy: remove.busy || accesses.state === 'reading', problem: remove.problem }}
      onYes={() => remove.run({ userId: user.id })}
      onClose={onClose}
    >
      {atStake === null && <p>{text('directory.user.removeUnknown')}</p>}
      {atStake !== null && count === 0 && <p>{text('directory.user.removeNone')}</p>}
      {atStake !== null && count > 0 && (
        <>
          <p>{heading}</p>
          <PeriodLines label={heading} accesses={atStake} names="car" />
          <p>{text('directory.user.removeAccessesAfter')}</p>
        </>
      )}
    </Confirmation>
  );
}
