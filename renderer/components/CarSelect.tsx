import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { DirectoryCar } from '../../shared/domain/directory.ts';
import type { CarId } from '../../shared/ids.ts';
import { useQuery } from '../data/lookup.ts';
import { useText } from '../i18n/use-text.ts';

const SHOWN = 30;
/** Upper bound of the search text in characters, as in the contract. */
const LONGEST_QUESTION = 200;

/** A form field for a car of the fleet, with a search in the local directory. */
export function CarSelect({
  label,
  description,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly description?: string;
  /** The chosen car with its name, because the search result may lack it. Null = none. */
  readonly chosen: { readonly id: CarId; readonly label: string } | null;
  readonly onChoose: (car: DirectoryCar | null) => void;
}) {
  const text = useText();
  const [typed, setTyped] = useState('');
  const question = typed.trim().slice(0, LONGEST_QUESTION);
  const found = useQuery(
    window.boxwright.directory.searchCars,
    useMemo(() => ({ text: question, limit: SHOWN }), [question]),
  );
  const rows = found.value?.rows ?? [];
  const offered = rows.map((car) => ({ value: String(car.id), label: labelOf(car) }));
  const isOffered = chosen === null || rows.some(({ id }) => id === chosen.id);
  return (
    <Select
      label={label}
      {...(description === undefined ? {} : { description })}
      searchable
      clearable
      autoComplete="off"
      data={isOffered ? offered : [{ value: String(chosen.id), label: chosen.label }, ...offered]}
      // The directory has already filtered, and matches more loosely than this field would.
      filter={({ options }) => options}
      value={chosen === null ? null : String(chosen.id)}
      onSearchChange={setTyped}
      nothingFoundMessage={text('queue.moveNone')}
      onChange={(id) => onChoose(rows.find((car) => String(car.id) === id) ?? null)}
    />
  );
}

const labelOf = ({ licensePlate, name }: Pick<DirectoryCar, 'licensePlate' | 'name'>): string =>
  licensePlate === null || licensePlate === name ? name : `${licensePlate} · ${name}`;
