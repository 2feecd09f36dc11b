import { Button, CloseButton, TextInput, Progress } from '@mantine/core';
import { IconCloudOff, IconRefresh, IconSearchOff, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import type { SyncState } from '../../../../shared/domain/status.ts';
import type { Instant } from '../../../../shared/time.ts';
import { useMutation } from '../../../data/call.ts';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { useFormat } from '../../../format/use-format.ts';
import { useText, useProblemText } from '../../../i18n/use-text.ts';
import { sectionIcons } from '../frame/DirectoryFrame.tsx';
import { RowList } from './RowList.tsx';
import type { DirectoryRows } from './use-directory-list.ts';
import { Row, Stack, Text } from '../../../components/layout.tsx';
import classes from './ListPane.module.css';

/** The parts of the Directory that have a local copy, which is searched. */
type CopiedSection = 'cars' | 'users' | 'groups' | 'products' | 'services' | 'keys';

/** A searchable list: field, age, rows; or the reason why there are no rows, and the remedy. */
export function ListPane<Row>({
  section,
  sync,
  typed,
  onType,
  list,
  above,
  unlisted,
  keyOf,
  hrefOf,
  open,
  children,
}: {
  readonly section: CopiedSection;
  readonly sync: SyncState;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly list: DirectoryRows<Row>;
  /** Content above the search field. */
  readonly above?: ReactNode;
  /** Replaces the usual text where the search finds no rows. */
  readonly unlisted?: ReactNode;
  readonly keyOf: (row: Row) => string | number;
  readonly hrefOf: (row: Row) => string;
  readonly open: (row: Row) => boolean;
  readonly children: (row: Row) => ReactNode;
}) {
  const text = useText();
  const format = useFormat();
  const listId = useId();
  const { count } = list;
  const asOf = list.facts?.asOf ?? null;
  const offered =
    sync.state !== 'complete' || !sync.notOffered.includes(section === 'keys' ? 'brands' : section);
  return (
    <>
      <Stack gap="1" fixed className={classes['top']}>
        {above}
        <SearchField
          label={text(`directory.list.search.${section}`)}
          value={typed}
          onChange={onType}
          listId={listId}
        />
        <SyncLine sync={sync} asOf={asOf} known={count !== null} offered={offered} />
        {list.problem !== null && (
          <ProblemNotice problem={list.problem} tone="attention" onRetry={list.refetch} />
        )}
      </Stack>
      {count === null ? (
        list.problem === null && (
          <div className={classes['waiting']}>
            <RowsSkeleton rows={7} height={64} />
          </div>
        )
      ) : count > 0 ? (
        <RowList
          id={listId}
          label={text(`directory.section.${section}`)}
          list={list}
          count={count}
          keyOf={keyOf}
          hrefOf={hrefOf}
          open={open}
          foot={
            list.complete
              ? text('directory.list.end', { count, rows: format.number(count) })
              : text('directory.list.more')
          }
        >
          {children}
        </RowList>
      ) : unlisted !== undefined && list.answers !== null && list.answers !== '' ? (
        unlisted
      ) : (
        <NoRows section={section} sync={sync} offered={offered} typed={list.answers ?? ''} asOf={asOf} />
      )}
    </>
  );
}

function NoRows({
  section,
  sync,
  offered,
  typed,
  asOf,
}: {
  readonly section: CopiedSection;
  readonly sync: SyncState;
  readonly offered: boolean;
  readonly typed: string;
  readonly asOf: Instant | null;
}) {
  const text = useText();
  const read = useMutation(window.boxwright.directory.sync);
  if (!offered) {
    return (
      <EmptyState icon={IconCloudOff} title={text('directory.live.listNotOffered')}>
        {text('directory.live.listNotOfferedSays')}
      </EmptyState>
    );
  }
  if (asOf === null && sync.state !== 'running') {
    return (
      <EmptyState
        icon={IconRefresh}
        title={text('directory.list.neverRead')}
        action={
          <Button mt={8} loading={read.busy} onClick={() => void read.run({})}>
            {text('directory.sync.act')}
          </Button>
        }
      >
        {text('directory.list.neverReadSays')}
      </EmptyState>
    );
  }
  if (typed !== '') {
    return (
      <EmptyState icon={IconSearchOff} title={text('directory.list.none', { text: typed })}>
        {text('directory.list.noneSays')}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={sectionIcons[section]} title={text('directory.list.empty')}>
      {text(`directory.list.emptySays.${section}`)}
    </EmptyState>
  );
}

/** Search as you type; the arrow down moves into the list below. */
function SearchField({
  label,
  value,
  onChange,
  listId,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
  /** The id of the list below. */
  readonly listId: string;
}) {
  const text = useText();
  return (
    <TextInput
      type="search"
      data-takes-scans="vin serial text"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        document.querySelector<HTMLElement>(`#${CSS.escape(listId)} a[tabindex="0"]`)?.focus();
      }}
      leftSection={<IconSearch size={20} stroke={1.9} aria-hidden />}
      rightSection={
        value === '' ? null : (
          <CloseButton size="lg" aria-label={text('flow.frame.clear')} onClick={() => onChange('')} />
        )
      }
      autoComplete="off"
      spellCheck={false}
    />
  );
}

/**
 * The age of the list, and the button that syncs it: a progress bar while it is read, which can be stopped. Never
 * changes size.
 */
function SyncLine({
  sync,
  asOf,
  known,
  offered,
}: {
  readonly sync: SyncState;
  readonly asOf: Instant | null;
  /** Whether this laptop has answered yet. Before that the age is unknown. */
  readonly known: boolean;
  /** Whether the environment offers this list, by the last sync. */
  readonly offered: boolean;
}) {
  const text = useText();
  const format = useFormat();
  const problemText = useProblemText();
  const read = useMutation(window.boxwright.directory.sync);
  const stop = useMutation(window.boxwright.directory.stopSync);
  if (sync.state === 'running') {
    const part = text(`syncPart.${sync.part}`);
    const says = `${text('directory.sync.running', { part })}, ${text('directory.sync.rows', {
      count: sync.rows,
      rows: format.number(sync.rows),
    })}`;
    return (
      <Row gap="2" align="center" justify="between" tall className={classes['line']}>
        <Stack gap="1" grow narrow size="small" quiet tabular role="status">
          <Row as="span" gap="2" justify="between">
            {says}
            <Text fixed>
              {text('directory.sync.parts', { done: sync.partsDone, total: sync.partsTotal })}
            </Text>
          </Row>
          <Progress
            value={(100 * sync.partsDone) / Math.max(1, sync.partsTotal)}
            size={6}
            radius="xl"
            transitionDuration={200}
            aria-label={says}
          />
        </Stack>
        <Button variant="default" loading={stop.busy} onClick={() => void stop.run({})}>
          {text('directory.sync.stop')}
        </Button>
      </Row>
    );
  }
  const problem = read.problem ?? (sync.state === 'stopped' ? sync.problem : null);
  return (
    <Row gap="2" align="center" justify="between" tall className={classes['line']}>
      <Stack gap="1" grow narrow size="small" quiet tabular>
        {/* Where the list is not offered and was never read, the sentence in place of its rows is enough. */}
        {known && (offered || asOf !== null) && (
          <span>
            {asOf === null ? text('directory.sync.never') : text('directory.sync.asOf', { at: asOf })}
          </span>
        )}
        {!offered && asOf !== null && <span>{text('directory.live.listNotOffered')}</span>}
        {problem !== null && (
          <Text tone="attention" role="status" title={problemText(problem).next}>
            {text('directory.sync.stopped')} {problemText(problem).says}
          </Text>
        )}
      </Stack>
      <Button
        variant="subtle"
        leftSection={<IconRefresh size={18} stroke={2} aria-hidden />}
        loading={read.busy}
        onClick={() => void read.run({})}
      >
        {text('directory.sync.act')}
      </Button>
    </Row>
  );
}
