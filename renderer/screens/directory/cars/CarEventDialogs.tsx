import { Modal, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { z } from 'zod';
import type { DirectoryEvent, DirectoryEventDetails } from '../../../../shared/domain/directory.ts';
import { type CarId, userId } from '../../../../shared/ids.ts';
import { typedPlace } from '../../../../shared/domain/typed-text.ts';
import { MINUTE } from '../../../../shared/time.ts';
import { useText } from '../../../i18n/use-text.ts';
import { ChoiceTile, ChoiceTiles } from '../../../components/ChoiceTiles.tsx';
import { useNow } from '../../../format/use-now.ts';
import { useMoment } from '../access/PeriodLines.tsx';
import { Facts } from '../frame/Facts.tsx';
import { useLiveOne } from '../frame/live.ts';
import { LiveSection } from '../frame/LiveSection.tsx';
import { useFocusBack } from '../../../components/use-focus.ts';
import { eventWord, type Chosen, chosenSchema } from '../labels.ts';
import { MomentFields } from '../access/PeriodFields.tsx';
import { instantOf, typedMoment, typedMomentSchema } from '../../../components/day/typed-moment.ts';
import { ChooseUser } from '../ChooseOne.tsx';
import { createFormDrafts } from '../../../data/form-drafts.ts';
import { WriteDialog } from '../writes/WriteDialog.tsx';
import { useWrite } from '../writes/writes.ts';

/* Dialogs for the events of a car: read one, record one. */

/** One event of a car, read from the operator; until the answer arrives, the data of the list is shown. */
export function EventDialog({
  car,
  event,
  onClose,
}: {
  readonly car: CarId;
  readonly event: DirectoryEvent;
  readonly onClose: () => void;
}) {
  const text = useText();
  useFocusBack();
  const now = useLiveOne(window.boxwright.directory.eventNow, { carId: car, eventId: event.id }, 0);
  return (
    <Modal opened onClose={onClose} title={eventWord(text, event.type)} size={600}>
      <LiveSection
        title={text('directory.event.details')}
        live={now}
        counted={false}
        empty=""
        meanwhile={<EventFacts event={event} />}
      >
        {(rows) => rows.map((read) => <EventFacts key={read.id} event={read} more={read} />)}
      </LiveSection>
    </Modal>
  );
}

function EventFacts({
  event,
  more,
}: {
  readonly event: DirectoryEvent;
  readonly more?: DirectoryEventDetails;
}) {
  const text = useText();
  const moment = useMoment();
  const place =
    more === undefined || more.latitude === null || more.longitude === null
      ? null
      : `${more.latitude}, ${more.longitude}`;
  return (
    <Facts
      facts={[
        {
          label: text('directory.event.at'),
          value: event.at === null ? text('directory.event.unknownTime') : moment(event.at),
        },
        { label: text('directory.event.by'), value: event.userName },
        { label: text('directory.detail.id'), value: String(event.id), mono: true },
        ...(more === undefined
          ? []
          : [
              { label: text('directory.event.car'), value: more.carLabel },
              { label: text('directory.event.place'), value: place },
              { label: text('directory.event.userAgent'), value: more.userAgent },
              ...Object.entries(more.otherFields).map(([label, value]) => ({ label, value })),
            ]),
      ]}
    />
  );
}

const eventForm = z.object({
  type: z.enum(['CarOpened', 'CarClosed']),
  user: chosenSchema(userId),
  when: typedMomentSchema,
  place: z.string(),
});
const useEventDraft = createFormDrafts('record-event', eventForm);
const words = { CarOpened: 'directory.event.opened', CarClosed: 'directory.event.closed' } as const;

/** Records that a car was opened or closed. The dialog warns that the record is permanent. */
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
