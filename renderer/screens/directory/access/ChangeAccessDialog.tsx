import { useState } from 'react';
import type { DirectoryAssignment } from '../../../../shared/domain/directory.ts';
import type { CarId } from '../../../../shared/ids.ts';
import { useNow } from '../../../format/use-now.ts';
import { useText } from '../../../i18n/use-text.ts';
import { createFormDrafts } from '../writes/form-drafts.ts';
import { useWrite } from '../writes/use-writes.ts';
import type { Subject } from '../writes/writes.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';
import { standingOf } from './access-times.ts';
import { changeOf } from './change-of.ts';
import { changeOfOffline, offlineForm, offlineOf, readOffline } from './offline-form.ts';
import { OfflineFields } from './OfflineFields.tsx';
import { periodForm, periodFormSchema, readPeriod } from './period-form.ts';
import { PeriodFields } from './PeriodFields.tsx';

const changeForm = periodFormSchema.unwrap().extend(offlineForm.shape);
const useChangeDraft = createFormDrafts('change-access', changeForm);

/** Changes the end of an access, how long it is valid without a connection, and its beginning while that is still to come. */
export function ChangeAccessDialog({
  access,
  carId,
  about,
  says,
  onClose,
}: {
  readonly access: DirectoryAssignment;
  readonly carId: CarId;
  readonly about: readonly Subject[];
  /** Whose access to what. */
  readonly says: string;
  readonly onClose: () => void;
}) {
  const text = useText();
  const now = useNow();
  const [initial] = useState(() => ({ ...periodForm(access, now), ...offlineOf(access) }));
  const { form, change, forget } = useChangeDraft(String(access.id), initial);
  const save = useWrite(window.boxwright.edits.changeAssignment, about);
  const read = readPeriod(form, now);
  const changed = read.ok
    ? { ...changeOf(initial, form, read.period), ...changeOfOffline(initial, form) }
    : {};
  const nothing = read.ok && Object.keys(changed).length === 0;

  const send = async () => {
    const answer = await save.run({ assignmentId: access.id, carId, userId: access.userId, ...changed });
    if (answer.ok) forget();
    return answer.ok;
  };
  return (
    <WriteDialog
      title={text('directory.access.changeTitle')}
      says={says}
      act={text('directory.access.changeAct')}
      busy={save.busy}
      problem={save.problem}
      ready={read.ok && !nothing && readOffline(form).isFine}
      onSubmit={send}
      onCancel={forget}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <PeriodFields
            form={form}
            onChange={change}
            now={now}
            tried={tried}
            starts={standingOf(access, now) === 'upcoming' ? ['at'] : []}
            ends={['at', 'open']}
          />
          <OfflineFields form={form} onChange={change} says={text('directory.period.changeSays')} />
          {tried && nothing && <p role="status">{text('directory.period.nothingChanged')}</p>}
        </>
      )}
    </WriteDialog>
  );
}
