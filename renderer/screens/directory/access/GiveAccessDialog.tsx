import { useState } from 'react';
import { carId, type CarId, userId, type UserId } from '../../../../shared/ids.ts';
import { useNow } from '../../../format/use-now.ts';
import { useText } from '../../../i18n/use-text.ts';
import { type Chosen, chosenSchema } from '../picking/chosen.ts';
import { ChooseCar, ChooseUser } from '../picking/ChooseOne.tsx';
import { createFormDrafts } from '../writes/form-drafts.ts';
import { useWrite } from '../writes/use-writes.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';
import { offlineForm, readOffline } from './offline-form.ts';
import { OfflineFields } from './OfflineFields.tsx';
import { periodFormSchema, readPeriod, usualPeriod } from './period-form.ts';
import { PeriodFields } from './PeriodFields.tsx';

const giveForm = periodFormSchema.unwrap().extend({
  car: chosenSchema(carId),
  user: chosenSchema(userId),
  ...offlineForm.shape,
});
const useGiveDraft = createFormDrafts('give-access', giveForm);

/** Gives a user access to a car; one of them is known from where one came. */
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
