import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { z } from 'zod';
import { typedPlace } from '../../../../shared/domain/place.ts';
import { type CarId, userId } from '../../../../shared/ids.ts';
import { MINUTE } from '../../../../shared/time.ts';
import { ChoiceTile, ChoiceTiles } from '../../../components/ChoiceTiles.tsx';
import { useNow } from '../../../format/use-now.ts';
import { useText } from '../../../i18n/use-text.ts';
import { MomentFields } from '../access/MomentFields.tsx';
import { instantOf, typedMoment, typedMomentSchema } from '../access/typed-moment.ts';
import { type Chosen, chosenSchema } from '../picking/chosen.ts';
import { ChooseUser } from '../picking/ChooseOne.tsx';
import { createFormDrafts } from '../writes/form-drafts.ts';
import { useWrite } from '../writes/use-writes.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';

const eventForm = z.object({
  type: z.enum(['CarOpened', 'CarClosed']),
  user: chosenSchema(userId),
  when: typedMomentSchema,
  place: z.string(),
});
const useEventDraft = createFormDrafts('record-event', eventForm);
const words = { CarOpened: 'directory.event.opened', CarClosed: 'directory.event.closed' } as const;

/** Records that a car was opened or closed. It stays for good, and says so. */
export function RecordEventDialog({
  car,
  onClose,
}: {
  readonly car: Chosen<CarId>;
  readonly onClose: () => void;
}) {
  const text = useText();
  const now = useNow();
  const name = useId();
  const [opened] = useState(now);
  const { form, change, forget } = useEventDraft(String(car.id), {
    type: 'CarOpened',
    user: null,
    when: typedMoment(opened),
    place: '',
  });
  const { user } = form;
  const record = useWrite(window.boxwright.edits.recordEvent, [`car:${car.id}`]);
  const when = instantOf(form.when);
  const place = typedPlace(form.place);
  const future = when.ok && when.at > now + MINUTE;
  const send = async () => {
    if (!when.ok || user === null || place === undefined) return false;
    const answer = await record.run({
      carId: car.id,
      userId: user.id,
      type: form.type,
      at: when.at,
      ...(place === null ? {} : { place }),
    });
    if (answer.ok) forget();
    return answer.ok;
  };
  return (
    <WriteDialog
      title={text('directory.event.title', { car: car.label })}
      says={text('directory.event.forGood')}
      act={text('directory.event.act')}
      busy={record.busy}
      problem={record.problem}
      ready={when.ok && !future && user !== null && place !== undefined}
      onSubmit={send}
      onCancel={forget}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <ChoiceTiles label={text('directory.event.what')}>
            {(['CarOpened', 'CarClosed'] as const).map((type) => (
              <ChoiceTile
                key={type}
                name={name}
                checked={form.type === type}
                onChoose={() => change({ type })}
              >
                {text(words[type])}
              </ChoiceTile>
            ))}
          </ChoiceTiles>
          <ChooseUser
            label={text('directory.event.who')}
            value={user}
            autoFocus
            onChange={(next) => change({ user: next })}
            error={tried && user === null ? text('directory.check.chooseUser') : null}
          />
          <MomentFields
            label={text('directory.event.when')}
            value={form.when}
            faults={tried && !when.ok ? when : null}
            onChange={(next) => change({ when: next })}
          />
          {future && <p role="status">{text('directory.event.future')}</p>}
          <TextInput
            label={text('directory.event.placeLabel')}
            description={text('directory.event.placeSays')}
            value={form.place}
            maxLength={60}
            error={tried && place === undefined ? text('directory.event.placeFault') : null}
            onChange={(event) => change({ place: event.currentTarget.value })}
          />
        </>
      )}
    </WriteDialog>
  );
}
