import { Select } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import { useOffered } from '../../../data/status.ts';
import type { ListPages } from '../list/use-directory-list.ts';
import type { Chosen } from './chosen.ts';
import classes from './ChooseField.module.css';

const SHOWN = 30;
const LONGEST_QUESTION = 200;

/** A field one searches in and chooses one row of a list of this laptop. */
export function ChooseField<Row extends { readonly id: number }>({
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
  /** Which part of the Directory the list is. */
  readonly part: 'cars' | 'users' | 'groups' | 'products';
  readonly list: ListPages<Row>;
  readonly value: Chosen<Row['id']> | null;
  readonly onChange: (chosen: Chosen<Row['id']> | null) => void;
  readonly labelOf: (row: Row) => string;
  /** Beneath the label of a row. */
  readonly small: (row: Row) => ReactNode;
  readonly error: string | null;
  /** It is what the dialog is about. */
  readonly autoFocus?: boolean;
}) {
  const text = useText();
  const [typed, setTyped] = useState(value?.label ?? '');
  // Kept until one is chosen: buttons that move back beneath the pointer when the list closes would not be hit.
  const [room, setRoom] = useState(false);
  // The chosen one's name in the field is no search: opening the list shows everything.
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
      // Only when the list answers what is typed: Enter then takes its first row.
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
          <span className={classes['option']}>
            <span className={classes['label']}>{option.label}</span>
            {row !== undefined && <span className={classes['small']}>{small(row)}</span>}
          </span>
        );
      }}
      // The directory has searched already, and forgives more than this field would.
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
