import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
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
import type { SavedView } from '../../../shared/domain/supervision.ts';
import { type BoardPart, hashOf } from '../../navigation/route.ts';
import { useText } from '../../i18n/use-text.ts';
import { useSavedViews, acceptSavedViews } from '../../data/supervision.ts';
import { useMutation } from '../../data/call.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { Confirmation } from '../../components/Confirmation.tsx';
import {
  type BoardView,
  textOfJobs,
  textOfView,
  wholeBoard,
  builtInView,
  type BuiltInView,
  builtInViews,
} from './board-view.ts';
import { Block, Row, Text } from '../../components/layout.tsx';
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

/** The built-in views and the worker's own. */
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
      <Text breaks clamp title={label}>
        {label}
      </Text>
    </a>
  );
  return (
    <section className={classes['views']} aria-labelledby="board-views">
      <Text
        as="h2"
        id="board-views"
        size="caption"
        line="title"
        weight="bold"
        quiet
        className={classes['title']}
      >
        {text('installations.views.title')}
      </Text>
      <Block as="ul" plain>
        <Row as="li" align="center">
          {entry(text('installations.views.all'), wholeBoard, IconList)}
        </Row>
        {builtInViews.map((name) => (
          <Row as="li" key={name} align="center">
            {entry(text(`installations.views.${name}`), builtInView(name), icons[name])}
          </Row>
        ))}
        {saved.map((own) => (
          <Row as="li" key={own.id} align="center">
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
          </Row>
        ))}
      </Block>
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

/** Asks for the name of a new or an existing view. */
function SaveViewDialog({
  view,
  saved,
  onClose,
}: {
  readonly view: BoardView;
  /** The view to rename; null = a new one. */
  readonly saved: SavedView | null;
  readonly onClose: () => void;
}) {
  const text = useText();
  const [name, setName] = useState(saved?.name ?? '');
  const save = useMutation(window.boxwright.supervision.saveView);
  const submit = async () => {
    const answer = await save.run({
      name,
      filter: view.filter,
      period: view.period,
      sort: view.sort,
      ...(saved === null ? {} : { id: saved.id }),
    });
    if (!answer.ok) return;
    acceptSavedViews(answer.value.views);
    onClose();
  };
  return (
    <FormDialog
      title={text(saved === null ? 'installations.views.save' : 'installations.views.rename')}
      size={480}
      act={text('installations.views.saveYes')}
      calling={save}
      ready={name.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={text('installations.views.name')}
        description={saved === null ? text('installations.views.saveSays') : undefined}
        value={name}
        maxLength={80}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

/** Asks before a saved view is removed. */
function RemoveViewQuestion({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }) {
  const text = useText();
  const remove = useMutation(window.boxwright.supervision.removeView);
  return (
    <Confirmation
      open
      title={text('installations.views.removeAsk')}
      about={view.name}
      says={[text('installations.views.removeSays')]}
      yes={text('installations.views.remove')}
      no={text('common.cancel')}
      danger
      calling={remove}
      onYes={async () => {
        const answer = await remove.run({ id: view.id });
        if (answer.ok) acceptSavedViews(answer.value.views);
        return answer;
      }}
      onClose={onClose}
    />
  );
}
