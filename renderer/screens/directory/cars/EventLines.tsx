import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DirectoryEvent } from '../../../../shared/domain/directory.ts';
import type { CarId } from '../../../../shared/ids.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useMoment } from '../access/use-period.ts';
import { Line, LineList } from '../frame/LineList.tsx';
import { eventWord } from './event-word.ts';
import { EventDialog } from './EventDialog.tsx';

/** The recorded events of a car, newest first; each can be opened. */
export function EventLines({
  car,
  events,
}: {
  readonly car: CarId;
  readonly events: readonly DirectoryEvent[];
}) {
  const text = useText();
  const moment = useMoment();
  const [open, setOpen] = useState<DirectoryEvent | null>(null);
  const sorted = [...events].sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
  const when = ({ at }: DirectoryEvent) => (at === null ? text('directory.event.unknownTime') : moment(at));
  return (
    <>
      <LineList label={text('directory.car.events')}>
        {sorted.map((event) => (
          <Line
            key={event.id}
            main={eventWord(text, event.type)}
            small={[when(event), event.userName ?? text('directory.access.nobody')].join(' · ')}
            buttons={
              <Button
                variant="default"
                aria-label={text('directory.event.openOf', {
                  event: eventWord(text, event.type),
                  when: when(event),
                })}
                onClick={() => setOpen(event)}
              >
                {text('directory.event.open')}
              </Button>
            }
          />
        ))}
      </LineList>
      {open !== null && <EventDialog car={car} event={open} onClose={() => setOpen(null)} />}
    </>
  );
}
