import { IconAlertTriangle, IconCloudUp, IconHourglass, type Icon } from '@tabler/icons-react';
import type { AppStatus } from '../../../shared/domain/status.ts';
import type { QueueShow } from '../../../shared/domain/queue-show.ts';
import { useText } from '../../i18n/use-text.ts';
import { hashOf } from '../../navigation/route.ts';
import classes from './StatusBar.module.css';

/** How the Queue stands in up to three numbers; each leads to what it counts. */
export function QueueCounts({ queue, connection }: Pick<AppStatus, 'queue' | 'connection'>) {
  const text = useText();
  return (
    <>
      <Count show="needs-you" icon={IconAlertTriangle} count={queue.needPerson} tone="trouble">
        {text('status.needsYou', { count: queue.needPerson })}
      </Count>
      <Count show="on-their-way" icon={IconCloudUp} count={queue.onTheirWay}>
        {/* Without a connection nothing is on its way. */}
        {text(connection.state === 'offline' ? 'status.toSend' : 'status.onTheirWay', {
          count: queue.onTheirWay,
        })}
      </Count>
      <Count show="waiting" icon={IconHourglass} count={queue.waiting}>
        {text('status.waiting', { count: queue.waiting })}
      </Count>
    </>
  );
}

function Count({
  show,
  icon: Picture,
  count,
  tone,
  children,
}: {
  readonly show: QueueShow;
  readonly icon: Icon;
  readonly count: number;
  readonly tone?: 'trouble';
  readonly children: string;
}) {
  if (count === 0) return null;
  return (
    <a
      className={classes['count']}
      data-tone={tone}
      href={hashOf({ screen: 'queue', show, operation: null })}
    >
      <Picture size={16} aria-hidden />
      {children}
    </a>
  );
}
