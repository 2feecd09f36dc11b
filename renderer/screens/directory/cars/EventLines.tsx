import type { DirectoryEvent } from '../../../../shared/domain/directory.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useMoment } from '../access/use-period.ts';
import { Line, LineList } from '../frame/LineList.tsx';

/** What is recorded of a car, the newest first. */
export function EventLines({ events }: { readonly events: readonly DirectoryEvent[] }) {
  const text = useText();
  const moment = useMoment();
  const sorted = [...events].sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
  const word = (type: string) =>
    type === 'CarOpened'
      ? text('directory.event.opened')
      : type === 'CarClosed'
        ? text('directory.event.closed')
        : type;
  return (
    <LineList label={text('directory.car.events')}>
      {sorted.map((event) => (
        <Line
          key={event.id}
          main={word(event.type)}
          small={[
            event.at === null ? text('directory.event.unknownTime') : moment(event.at),
            event.userName ?? text('directory.access.nobody'),
          ].join(' · ')}
        />
      ))}
    </LineList>
  );
}
