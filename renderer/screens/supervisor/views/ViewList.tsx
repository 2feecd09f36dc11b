import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconBookmark,
  IconBookmarkPlus,
  IconCalendar,
  IconDots,
  IconGauge,
  IconList,
  type Icon,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { SavedView } from '../../../../shared/domain/supervision.ts';
import { type BoardView, textOfJobs, textOfView, wholeBoard } from '../board-view.ts';
import { type BoardPart, hashOf } from '../../../navigation/route.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useSavedViews } from '../../../data/supervision.ts';
import { builtInView, type BuiltInView, builtInViews } from './built-in-views.ts';
import { RemoveViewQuestion } from './RemoveViewQuestion.tsx';
import { SaveViewDialog } from './SaveViewDialog.tsx';
import classes from './ViewList.module.css';

const icons: Readonly<Record<BuiltInView, Icon>> = {
  'to-review': IconGauge,
  rework: IconArrowBackUp,
  stuck: IconAlertTriangle,
  today: IconCalendar,
};

const savedBoard = ({ filter, period, sort }: SavedView): BoardView => ({
  ...wholeBoard,
  filter,
  period,
  sort,
});

type Asking = { readonly what: 'save' } | { readonly what: 'rename' | 'remove'; readonly view: SavedView };

/** Views one tap away: those that everybody has, and one's own. */
export function ViewList({ part, view }: { readonly part: BoardPart; readonly view: BoardView }) {
  const text = useText();
  const saved = useSavedViews().value ?? [];
  const [asking, setAsking] = useState<Asking | null>(null);
  const here = textOfJobs(view);
  const { by, asTable } = view;
  const target = part === 'numbers' ? 'numbers' : 'table';
  const entry = (label: string, to: BoardView, Picture: Icon) => (
    <a
      className={classes['view']}
      href={hashOf({ screen: 'installations', part: target, view: textOfView({ ...to, by, asTable }) })}
      aria-current={textOfJobs(to) === here ? 'true' : undefined}
    >
      <Picture size={18} stroke={1.9} aria-hidden />
      <span title={label}>{label}</span>
    </a>
  );
  return (
    <section className={classes['views']} aria-labelledby="board-views">
      <h2 id="board-views" className={classes['title']}>
        {text('installations.views.title')}
      </h2>
      <ul>
        <li>{entry(text('installations.views.all'), wholeBoard, IconList)}</li>
        {builtInViews.map((name) => (
          <li key={name}>{entry(text(`installations.views.${name}`), builtInView(name), icons[name])}</li>
        ))}
        {saved.map((own) => (
          <li key={own.id}>
            {entry(own.name, savedBoard(own), IconBookmark)}
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <ActionIcon
                  variant="subtle"
                  size={44}
                  aria-label={text('installations.views.acts', { name: own.name })}
                >
                  <IconDots size={18} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => setAsking({ what: 'rename', view: own })}>
                  {text('installations.views.rename')}
                </Menu.Item>
                <Menu.Item onClick={() => setAsking({ what: 'remove', view: own })}>
                  {text('installations.views.remove')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        className={classes['save'] ?? ''}
        justify="flex-start"
        fullWidth
        leftSection={<IconBookmarkPlus size={18} stroke={1.9} aria-hidden />}
        onClick={() => setAsking({ what: 'save' })}
      >
        {text('installations.views.save')}
      </Button>
      {asking !== null && asking.what !== 'remove' && (
        <SaveViewDialog
          view={asking.what === 'save' ? view : savedBoard(asking.view)}
          saved={asking.what === 'save' ? null : asking.view}
          onClose={() => setAsking(null)}
        />
      )}
      {asking?.what === 'remove' && <RemoveViewQuestion view={asking.view} onClose={() => setAsking(null)} />}
    </section>
  );
}
