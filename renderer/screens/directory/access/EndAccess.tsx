import type { DirectoryAssignment } from '../../../../shared/domain/directory.ts';
import type { CarId } from '../../../../shared/ids.ts';
import { Confirmation } from '../../../components/Confirmation.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useFocusBack } from '../frame/use-focus-back.ts';
import { useWrite } from '../writes/use-writes.ts';
import type { Subject } from '../writes/writes.ts';
import type { Standing } from './access-times.ts';

/** Asks before an access is ended, and names whose it is. */
export function EndAccess({
  access,
  carId,
  standing,
  about,
  says,
  onClose,
}: {
  readonly access: DirectoryAssignment;
  readonly carId: CarId;
  readonly standing: Standing;
  readonly about: readonly Subject[];
  /** Whose access to what, and when. */
  readonly says: string;
  readonly onClose: () => void;
}) {
  const text = useText();
  useFocusBack();
  const end = useWrite(window.boxwright.edits.endAssignment, about);
  return (
    <Confirmation
      open
      title={text('directory.access.endTitle')}
      about={says}
      says={[text(standing === 'upcoming' ? 'directory.access.endSaysUpcoming' : 'directory.access.endSays')]}
      yes={text('directory.access.endYes')}
      no={text('directory.access.endNo')}
      danger
      calling={end}
      onYes={() => end.run({ assignmentId: access.id, carId, userId: access.userId })}
      onClose={onClose}
    />
  );
}
