import { useState } from 'react';
import { carId, type CarId, userId, type UserId } from '../../../../shared/ids.ts';
import type { DirectoryAssignment } from '../../../../shared/domain/directory.ts';
import { useNow } from '../../../format/use-now.ts';
import { useText } from '../../../i18n/use-text.ts';
import { type Chosen, chosenSchema } from '../labels.ts';
import { ChooseCar, ChooseUser } from '../ChooseOne.tsx';
import { createFormDrafts } from '../../../data/form-drafts.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';
import { useWrite, type Subject } from '../writes/writes.ts';
import {
  offlineForm,
  readOffline,
  changeOfOffline,
  offlineOf,
  periodFormSchema,
  readPeriod,
  usualPeriod,
  periodForm,
  changeOf,
} from './access-form.ts';
import { OfflineFields, PeriodFields } from './PeriodFields.tsx';
import { accessStatusOf } from './access.ts';

/* Dialogs that give a user access to a car, or change that access. */

const giveForm = periodFormSchema.unwrap().extend({
  car: chosenSchema(carId),
  user: chosenSchema(userId),
  ...offlineForm.shape,
});
const useGiveDraft = createFormDrafts('give-access', giveForm);

/** Gives a user access to a car. The page that opens the dialog sets one of the two. */
export function GiveAccessDialog({
  car,
  user,
  onClose,
}: {
  readonly car?: Chosen<CarId>;
  readonly user?: Chosen<UserId>;
  readonly onClose: () => void;
}) {
  const text = useText();
  const now = useNow();
  const [opened] = useState(now);
  const about = car === undefined ? `user:${user?.id ?? ''}` : `car:${car.id}`;
  const { form, change, forget } = useGiveDraft(about, {
    ...usualPeriod(opened),
    car: null,
    user: null,
    lifetime: '',
    renewable: '',
  });
  const chosenCar = car ?? form.car;
  const chosenUser = user ?? form.user;
  const give = useWrite(window.boxwright.edits.createAssignment, [
    ...(chosenCar === null ? [] : [`car:${chosenCar.id}`]),
    ...(chosenUser === null ? [] : [`user:${chosenUser.id}`]),
  ]);
  const read = readPeriod(form, now);
  const { lifetime, renewableAfter, isFine } = readOffline(form);

  const send = async () => {
    if (!read.ok || chosenCar === null || chosenUser === null) return false;
    if (lifetime === undefined || renewableAfter === undefined) return false;
    const answer = await give.run({
      carId: chosenCar.id,
      userId: chosenUser.id,
      ...read.period,
      lifetime,
      renewableAfter,
    });
    if (answer.ok) forget();
    return answer.ok;
  };
  return (
    <WriteDialog
      title={
        car !== undefined
          ? text('directory.access.giveToCar', { car: car.label })
          : text('directory.access.giveToUser', { user: user?.label ?? '' })
      }
      says={text('directory.access.giveSays')}
      act={text('directory.access.giveAct')}
      busy={give.busy}
      problem={give.problem}
      ready={read.ok && chosenCar !== null && chosenUser !== null && isFine}
      onSubmit={send}
      onCancel={forget}
      onClose={onClose}
    >
      {(tried) => (
        <>
          {user === undefined && (
            <ChooseUser
              value={form.user}
              autoFocus
              onChange={(next) => change({ user: next })}
              error={tried && form.user === null ? text('directory.check.chooseUser') : null}
            />
          )}
          {car === undefined && (
            <ChooseCar
              value={form.car}
              autoFocus
              onChange={(next) => change({ car: next })}
              error={tried && form.car === null ? text('directory.check.chooseCar') : null}
            />
          )}
          <PeriodFields form={form} onChange={change} now={now} tried={tried} />
          <OfflineFields form={form} onChange={change} says={text('directory.period.advancedSays')} />
        </>
      )}
    </WriteDialog>
  );
}

const changeForm = periodFormSchema.unwrap().extend(offlineForm.shape);
const useChangeDraft = createFormDrafts('change-access', changeForm);

/** Changes the end of an access, its validity without a connection, and its beginning while that is in the future. */
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
  /** The user and the car of the access in words. */
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
            starts={accessStatusOf(access, now) === 'upcoming' ? ['at'] : []}
            ends={['at', 'open']}
          />
          <OfflineFields form={form} onChange={change} says={text('directory.period.changeSays')} />
          {tried && nothing && <p role="status">{text('directory.period.nothingChanged')}</p>}
        </>
      )}
    </WriteDialog>
  );
}
