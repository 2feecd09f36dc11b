import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconCar, IconFilterOff, IconSearch } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useRef, useEffect, useState } from 'react';
import { z } from 'zod';
import {
  reviewState,
  type SupervisionFilter,
  supervisionState,
} from '../../../../shared/domain/supervision.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useShortcuts } from '../../../navigation/use-shortcuts.ts';
import { type BoardView, wholeBoard, useAskedView } from '../board-view.ts';
import { DateFilter } from './DateFilter.tsx';
import { ReadFacets, WithFacets, FacetChoices, FilterMenu } from './FilterMenu.tsx';
import { MoreFilters, useFilterWords } from './MoreFilters.tsx';
import { Row } from '../../../components/layout.tsx';
import classes from './Filters.module.css';

/** The lists with a menu of their own, in their order. */
const lists = ['installers', 'sites', 'brands', 'groups'] as const;
const states = z.array(supervisionState);
const reviews = z.array(reviewState);

/** The filters in one bar: each shows its present value, and its choices show how many jobs they match. */
export function FilterBar({
  view,
  onChange,
  onType,
}: {
  readonly view: BoardView;
  /** A choice: adds a history entry, so that Back undoes it. */
  readonly onChange: (view: BoardView) => void;
  /** Typed letters: replace the history entry, so that Back does not undo them one by one. */
  readonly onType: (view: BoardView) => void;
}) {
  const text = useText();
  const words = useFilterWords();
  const search = useRef<HTMLInputElement>(null);
  const { filter, period } = view;
  const asked = useAskedView(view);
  const change = (part: Partial<SupervisionFilter>) => onChange({ ...view, filter: { ...filter, ...part } });
  const type = (part: Partial<SupervisionFilter>) => onType({ ...view, filter: { ...filter, ...part } });
  useShortcuts([['/', () => search.current?.focus()]]);
  const narrowed = period !== null || JSON.stringify(filter) !== JSON.stringify(wholeBoard.filter);
  return (
    <Row
      gap="1"
      wrap
      className={classes['bar']}
      role="search"
      aria-label={text('installations.filter.label')}
    >
      <Typed
        input={search}
        label={text('installations.filter.text')}
        short={text('installations.filter.textShort')}
        icon={<IconSearch size={19} stroke={1.9} aria-hidden />}
        value={filter.text}
        onType={(text) => type({ text })}
      />
      <Typed
        label={text('installations.filter.car')}
        short={text('installations.filter.carShort')}
        icon={<IconCar size={19} stroke={1.9} aria-hidden />}
        value={filter.car}
        onType={(car) => type({ car })}
      />
      <DateFilter
        period={period}
        range={filter}
        onChange={(next, { from, until }) =>
          onChange({ ...view, period: next, filter: { ...filter, from, until } })
        }
      />
      <ReadFacets filter={asked.filter}>
        {lists.map((field) => (
          <FilterMenu
            key={field}
            label={text(`installations.filter.${field}`)}
            set={filter[field].length}
            says={filter[field].length === 1 ? words.named(filter[field][0] ?? '') : undefined}
          >
            <WithFacets>
              {(facets) => (
                <FacetChoices
                  label={text(`installations.filter.${field}`)}
                  offered={facets[field]}
                  chosen={filter[field]}
                  wordOf={words.named}
                  onChange={(chosen) => change({ [field]: chosen })}
                />
              )}
            </WithFacets>
          </FilterMenu>
        ))}
        <FilterMenu
          label={text('installations.filter.states')}
          set={filter.states.length}
          says={filter.states.length === 1 ? words.state(filter.states[0] ?? '') : undefined}
        >
          <WithFacets>
            {(facets) => (
              <FacetChoices
                label={text('installations.filter.states')}
                offered={facets.states}
                chosen={filter.states}
                wordOf={words.state}
                onChange={(chosen) => change({ states: states.parse(chosen) })}
              />
            )}
          </WithFacets>
        </FilterMenu>
        <FilterMenu
          label={text('installations.filter.reviews')}
          set={filter.reviews.length}
          says={filter.reviews.length === 1 ? words.review(filter.reviews[0] ?? '') : undefined}
        >
          <WithFacets>
            {(facets) => (
              <FacetChoices
                label={text('installations.filter.reviews')}
                offered={facets.reviews}
                chosen={filter.reviews}
                wordOf={words.review}
                onChange={(chosen) => change({ reviews: reviews.parse(chosen) })}
              />
            )}
          </WithFacets>
        </FilterMenu>
        <MoreFilters filter={filter} onChange={change} />
      </ReadFacets>
      <Button
        variant="subtle"
        className={classes['clear'] ?? ''}
        data-idle={!narrowed || undefined}
        disabled={!narrowed}
        title={text('installations.filter.clear')}
        leftSection={<IconFilterOff size={19} stroke={1.9} aria-hidden />}
        onClick={() => onChange({ ...view, period: null, filter: wholeBoard.filter })}
      >
        <span className={classes['clearWords']}>{text('installations.filter.clear')}</span>
      </Button>
    </Row>
  );
}

function Typed({
  label,
  short,
  icon,
  value,
  input,
  onType,
}: {
  readonly label: string;
  /** The label as one word. */
  readonly short: string;
  readonly icon: ReactNode;
  readonly value: string;
  readonly input?: RefObject<HTMLInputElement | null>;
  readonly onType: (typed: string) => void;
}) {
  const text = useText();
  const [typed, type] = useTypedFilter(value, onType);
  return (
    <TextInput
      ref={input}
      type="search"
      className={classes['typed'] ?? ''}
      data-takes-scans="vin serial text"
      aria-label={label}
      placeholder={short}
      title={label}
      value={typed}
      maxLength={200}
      leftSection={icon}
      leftSectionWidth={38}
      rightSection={
        typed === '' ? null : <CloseButton aria-label={text('flow.frame.clear')} onClick={() => type('')} />
      }
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

/** Debounce delay in milliseconds: a scanner's letters are closer together and become one query. */
const PAUSE_MS = 50;

/**
 * A text filter, debounced: the field shows typed text at once; the first letter after a pause is passed on at once,
 * later ones after the delay. A change from elsewhere (Back, a saved view) replaces the typed text.
 */
function useTypedFilter(
  value: string,
  hand: (typed: string) => void,
): readonly [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  const [handed, setHanded] = useState<string | null>(null);
  const newest = useRef(hand);
  const lastTyped = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    newest.current = hand;
  });
  if (seen !== value) {
    setSeen(value);
    setHanded(null);
    // A value that this field passed on returns as the filter; by then the field may contain more text, so it is kept.
    if (value !== handed) setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return;
    const pause = setTimeout(() => {
      setHanded(typed);
      newest.current(typed);
    }, PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, value]);
  const type = (words: string) => {
    const rested = performance.now() - lastTyped.current > PAUSE_MS;
    lastTyped.current = performance.now();
    setTyped(words);
    if (!rested) return;
    setHanded(words);
    hand(words);
  };
  return [typed, type];
}
