import { Modal } from '@mantine/core';
import type { DirectoryEvent, DirectoryEventDetails } from '../../../../shared/domain/directory.ts';
import type { CarId } from '../../../../shared/ids.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useMoment } from '../access/use-period.ts';
import { Facts } from '../frame/Facts.tsx';
import { useLiveOne } from '../frame/live.ts';
import { LiveSection } from '../frame/LiveSection.tsx';
import { useFocusBack } from '../frame/use-focus-back.ts';
import { eventWord } from './event-word.ts';

/** One event of a car, read from the operator by itself; what its list says of it until then. */
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
