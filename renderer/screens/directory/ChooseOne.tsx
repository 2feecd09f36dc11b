import { Select } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { CarId, GroupId, ProductId, UserId } from '../../../shared/ids.ts';
import { carTitle } from '../../components/CarLine.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useQuery } from '../../data/lookup.ts';
import { useOffered } from '../../data/status.ts';
import { carLabel, type Chosen, productLabel } from './labels.ts';
import type { ListPages } from './list/use-directory-list.ts';
import { Stack, Text } from '../../components/layout.tsx';
import classes from './ChooseOne.module.css';

/* Pickers of one record of the Directory for a form. */

interface Choosing<Id> {
  readonly value: Chosen<Id> | null;
  readonly onChange: (chosen: Chosen<Id> | null) => void;
  readonly error: string | null;
  readonly label?: string;
  readonly autoFocus?: boolean;
}

/** Chooses a car by plate, VIN, name or brand. */
export function ChooseCar({ label, ...rest }: Choosing<CarId>) {
  const text = useText();
  return (
    <ChooseField
      {...rest}
      label={label ?? text('directory.access.car')}
      placeholder={text('directory.pick.car')}
      part="cars"
      list={window.boxwright.directory.listCars}
      labelOf={carLabel}
      small={(car) => [carTitle(car), car.vin].filter((part) => part !== null).join(' · ')}
    />
  );
}

/** Chooses a user by name or address. */
export function ChooseUser({ label, ...rest }: Choosing<UserId>) {
  const text = useText();
  return (
    <ChooseField
      {...rest}
      label={label ?? text('directory.access.user')}
      placeholder={text('directory.pick.user')}
      part="users"
      list={window.boxwright.directory.listUsers}
      labelOf={({ name }) => name}
      small={({ emailAddress }) => emailAddress}
    />
  );
}

/** Chooses a group. */
export function ChooseGroup({ label, ...rest }: Choosing<GroupId>) {
  const text = useText();
  return (
    <ChooseField
      {...rest}
      label={label ?? text('step.group')}
      placeholder={text('directory.pick.group')}
      part="groups"
      list={window.boxwright.directory.listGroups}
      labelOf={({ name }) => name}
      small={() => null}
    />
  );
}

/** Chooses a Box or another product by one of its numbers. */
export function ChooseProduct({ label, ...rest }: Choosing<ProductId>) {
  const text = useText();
  return (
    <ChooseField
      {...rest}
      label={label ?? text('directory.service.product')}
      placeholder={text('directory.pick.product')}
      part="products"
      list={window.boxwright.directory.listProducts}
      labelOf={productLabel}
      small={({ type }) => type}
    />
  );
}

const SHOWN = 30;
const LONGEST_QUESTION = 200;

/** A search field with a list below it, to choose one row of a list of this laptop. */
function ChooseField<Row extends { readonly id: number }>({
  label,
  placeholder,
  part,
  list,
  value,
  onChange,
  labelOf,
  small,
  error,
  autoFocus = false,
}: {
  readonly label: string;
  readonly placeholder: string;
  /** The part of the Directory that is searched. */
  readonly part: 'cars' | 'users' | 'groups' | 'products';
  readonly list: ListPages<Row>;
  readonly value: Chosen<Row['id']> | null;
  readonly onChange: (chosen: Chosen<Row['id']> | null) => void;
  readonly labelOf: (row: Row) => string;
  /** Renders the second line of a row. */
  readonly small: (row: Row) => ReactNode;
  readonly error: string | null;
  /** The field is the main one of its dialog. */
  readonly autoFocus?: boolean;
}) {
  const text = useText();
  const [typed, setTyped] = useState(value?.label ?? '');
  // The space of the list is kept until a row is chosen: otherwise the buttons would move under the pointer when the
  // list closes.
  const [room, setRoom] = useState(false);
  // The name of the chosen row is not a search text: opening the list shows all rows.
  const asked = typed === value?.label ? '' : typed.trim().slice(0, LONGEST_QUESTION);
  const found = useQuery(
    list,
    useMemo(() => ({ text: asked, limit: SHOWN, offset: 0 }), [asked]),
  );
  const offered = useOffered(part);
  const rows = found.value?.rows ?? [];
  const rowOf = (id: string) => rows.find((row) => String(row.id) === id);
  const options = rows.map((row) => ({ value: String(row.id), label: labelOf(row) }));
  const current = value === null ? null : String(value.id);
  const listed = options.some((option) => option.value === current);
  return (
    <Select
      label={label}
      placeholder={placeholder}
      searchable
      openOnFocus={false}
      // Only when the list answers the typed text, because Enter then takes its first row.
      selectFirstOptionOnChange={asked !== '' && found.answers?.text === asked}
      maxDropdownHeight={248}
      classNames={{ root: room ? (classes['room'] ?? '') : '' }}
      onDropdownOpen={() => setRoom(true)}
      error={error}
      {...(autoFocus ? { 'data-autofocus': true } : {})}
      nothingFoundMessage={
        found.value === null
          ? text('common.loading')
          : asked === ''
            ? text(offered ? 'directory.pick.nothing' : 'directory.live.listNotOffered')
            : text('directory.pick.none', { text: asked })
      }
      renderOption={({ option }) => {
        const row = rowOf(option.value);
        return (
          <Stack as="span" justify="center" narrow tall>
            <Text line="lead" weight="strong">
              {option.label}
            </Text>
            {row !== undefined && (
              <Text size="caption" line="caption" quiet>
                {small(row)}
              </Text>
            )}
          </Stack>
        );
      }}
      // The directory has already filtered, and matches more loosely than this field would.
      filter={({ options: all }) => all}
      data={
        current === null || value === null || listed
          ? options
          : [...options, { value: current, label: value.label }]
      }
      value={current}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => {
        setRoom(false);
        const row = id === null ? undefined : rowOf(id);
        if (row !== undefined) onChange({ id: row.id, label: labelOf(row) });
        else if (id === null) onChange(null);
      }}
    />
  );
}
