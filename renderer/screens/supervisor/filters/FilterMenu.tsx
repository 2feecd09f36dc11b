import { Button, Popover, Checkbox, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import {
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
  createContext,
  useContext,
  useMemo,
} from 'react';
import { create } from 'zustand';
import type { SupervisionFacets, SupervisionFilter } from '../../../../shared/domain/supervision.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useFormat } from '../../../format/use-format.ts';
import { Row, Stack, Text } from '../../../components/layout.tsx';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { RowsSkeleton } from '../../../components/EmptyState.tsx';
import { type Query, useQuery } from '../../../data/lookup.ts';
import { supervisionTopics } from '../../../data/supervision.ts';
import classes from './Filters.module.css';

/** A filter of the bar: its name, its present value, and its choices in a menu. */
export function FilterMenu({
  label,
  set,
  says,
  children,
}: {
  readonly label: string;
  /** The number of selected choices. */
  readonly set: number;
  /** The selected value, shown instead of the number. */
  readonly says?: string | undefined;
  readonly children: ReactNode;
}) {
  const text = useText();
  const id = useId();
  const open = useOpenMenu(({ menu }) => menu === id);
  const setOpen = (wanted: boolean) => useOpenMenu.setState({ menu: wanted ? id : null });
  useEffect(() => () => useOpenMenu.setState({ menu: null }), []);
  const value = says ?? (set === 0 ? null : text('installations.filter.set', { count: set }));
  const whole = value === null ? label : text('installations.filter.is', { label, value });
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      shadow="md"
      radius="md"
      trapFocus
      returnFocus
      withinPortal
      // The menu may move below its button again when the window grows.
      preventPositionChangeWhenVisible={false}
    >
      <Popover.Target>
        <Button
          variant="default"
          className={classes['menu'] ?? ''}
          data-set={set > 0 || undefined}
          title={value === null ? undefined : whole}
          rightSection={
            <>
              <IconChevronDown size={16} stroke={2.2} aria-hidden />
              {set > 0 && (
                <span className={classes['setCount']} aria-hidden>
                  {set}
                </span>
              )}
            </>
          }
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <span className={classes['menuShort']} aria-hidden>
            {label}
          </span>
          <span className={classes['menuWhole']}>{whole}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes['sheet'] ?? ''} aria-label={label}>
        {children}
        <MoreBelow />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The last element of a scrolling menu: while it is out of sight, it shows that there is more. */
function MoreBelow() {
  const end = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState(false);
  useEffect(() => {
    if (end.current === null) return;
    const watched = new IntersectionObserver((entries) => setMore(entries.at(-1)?.isIntersecting === false));
    watched.observe(end.current);
    return () => watched.disconnect();
  }, []);
  return (
    <>
      <div ref={end} className={classes['end']} />
      <Row
        align="end"
        justify="center"
        quiet
        className={classes['more']}
        data-idle={!more || undefined}
        aria-hidden
      >
        <IconChevronDown size={20} stroke={2.2} />
      </Row>
    </>
  );
}

/** Threshold of choices from which a search field is shown. */
const MANY = 9;

/**
 * The choices of one filter, each with the number of matching jobs. A selected choice stays visible even with no
 * matches.
 */
export function FacetChoices({
  label,
  offered,
  chosen,
  wordOf,
  onChange,
}: {
  readonly label: string;
  readonly offered: readonly { readonly value: string; readonly count: number }[];
  readonly chosen: readonly string[];
  /** The word for a value. */
  readonly wordOf: (value: string) => string;
  readonly onChange: (chosen: string[]) => void;
}) {
  const text = useText();
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const missing = chosen.filter((value) => offered.every((other) => other.value !== value));
  const all = [...offered, ...missing.map((value) => ({ value, count: 0 }))];
  const narrowed = all.filter(({ value }) =>
    wordOf(value).toLowerCase().includes(typed.trim().toLowerCase()),
  );
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <Stack as="fieldset" narrow className={classes['choices']}>
      <Text as="legend" size="small" line="title" weight="bold">
        {label}
      </Text>
      {all.length >= MANY && (
        <TextInput
          type="search"
          aria-label={text('installations.filter.narrow', { label })}
          placeholder={text('installations.filter.narrow', { label })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {all.length === 0 && (
        <Text as="p" quiet>
          {text('installations.filter.nothing')}
        </Text>
      )}
      {narrowed.map(({ value, count }) => (
        <Checkbox
          key={value}
          className={classes['choice'] ?? ''}
          checked={chosen.includes(value)}
          onChange={() => toggle(value)}
          label={
            <Row as="span" gap="2" justify="between" size="lead" line="inherit">
              <span>{wordOf(value)}</span>
              <Text quiet tabular>
                {format.number(count)}
              </Text>
            </Row>
          }
        />
      ))}
    </Stack>
  );
}

/**
 * The open filter menu, by an id that is independent of the language; null = none. The table beneath does not update
 * meanwhile.
 */
const useOpenMenu = create<{ readonly menu: string | null }>(() => ({ menu: null }));

/** Whether a filter menu is open. */
export const useMenuIsOpen = (): boolean => useOpenMenu(({ menu }) => menu !== null);

type FacetsQuery = Pick<Query<unknown, SupervisionFacets>, 'value' | 'problem' | 'refetch'>;

const Facets = createContext<FacetsQuery>({ value: null, problem: null, refetch: () => undefined });

/** Reads the choices of the filter menus with their counts. Only an open menu is rendered again by their answer. */
export function ReadFacets({
  filter,
  children,
}: {
  readonly filter: SupervisionFilter;
  readonly children: ReactNode;
}) {
  const question = useMemo(() => ({ filter }), [filter]);
  const { value, problem, refetch } = useQuery(
    window.boxwright.supervision.facets,
    question,
    supervisionTopics,
  );
  const facets = useMemo(() => ({ value, problem, refetch }), [value, problem, refetch]);
  return <Facets value={facets}>{children}</Facets>;
}

/** The part of a menu that needs the facets; before their first answer, its skeleton or the problem. */
export function WithFacets({ children }: { readonly children: (facets: SupervisionFacets) => ReactNode }) {
  const { value, problem, refetch } = useContext(Facets);
  if (value !== null) return children(value);
  return problem === null ? <RowsSkeleton /> : <ProblemNotice problem={problem} onRetry={refetch} />;
}
