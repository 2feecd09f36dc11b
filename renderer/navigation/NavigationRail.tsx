import { VisuallyHidden } from '@mantine/core';
import {
  IconAddressBook,
  IconAlertTriangle,
  IconClipboardCheck,
  IconHome,
  IconSettings,
  IconStack2,
  type Icon,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useFormat } from '../format/use-format.ts';
import { useText } from '../i18n/use-text.ts';
import { useStatus } from '../data/status.ts';
import { hashOf, type RailEntry, type Route, screens, useRoute } from './route.ts';
import classes from './NavigationRail.module.css';

/** Home, Queue, Directory, Installations, Settings. */
export const NavigationRail = memo(function NavigationRail() {
  const text = useText();
  const format = useFormat();
  const queue = useStatus().value?.queue;
  const unfinished = queue?.unfinished ?? 0;
  const needPerson = queue?.needPerson ?? 0;
  const says =
    needPerson > 0
      ? text('navigation.queueNeedsPerson', { count: needPerson })
      : text('navigation.queueCount', { count: unfinished });
  return (
    <nav className={classes['rail']} aria-label={text('navigation.label')}>
      <Entry to={{ screen: 'home' }} icon={IconHome} label={text('navigation.home')} />
      <Entry
        to={{ screen: 'queue', show: 'open', operation: null }}
        icon={IconStack2}
        label={text('navigation.queue')}
      >
        {unfinished > 0 && (
          <span className={classes['count']} data-tone={needPerson > 0 ? 'trouble' : undefined} title={says}>
            {needPerson > 0 && <IconAlertTriangle size={16} stroke={2.2} aria-hidden />}
            <span aria-hidden>{format.number(needPerson > 0 ? needPerson : unfinished)}</span>
            <VisuallyHidden>{says}</VisuallyHidden>
          </span>
        )}
      </Entry>
      <Entry
        to={{ screen: 'directory', section: 'cars', id: null }}
        icon={IconAddressBook}
        label={text('navigation.directory')}
      />
      <Entry
        to={{ screen: 'installations', part: 'table', view: '' }}
        icon={IconClipboardCheck}
        label={text('navigation.installations')}
      />
      <Entry to={{ screen: 'settings' }} icon={IconSettings} label={text('navigation.settings')} />
    </nav>
  );
});

function Entry({
  to,
  icon: Picture,
  label,
  children,
}: {
  readonly to: Route<RailEntry>;
  readonly icon: Icon;
  readonly label: string;
  readonly children?: React.ReactNode;
}) {
  const { screen } = useRoute();
  const here = screens[screen].rail === to.screen;
  return (
    <a className={classes['entry']} href={hashOf(to)} aria-current={here ? 'page' : undefined}>
      <Picture size={22} stroke={here ? 2.2 : 1.8} aria-hidden />
      <span className={classes['label']}>{label}</span>
      {children}
    </a>
  );
}
