import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../../../format/use-format.ts';
import { useText } from '../../../i18n/use-text.ts';
import classes from './Filters.module.css';

/** From so many on, a field above the choices narrows them. */
const MANY = 9;

/** Choices of one filter with how many jobs each would show. What is set stays in sight also where it shows none. */
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
  /** How a value is said. */
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
    <fieldset className={classes['choices']}>
      <legend>{label}</legend>
      {all.length >= MANY && (
        <TextInput
          type="search"
          aria-label={text('installations.filter.narrow', { label })}
          placeholder={text('installations.filter.narrow', { label })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {all.length === 0 && <p className={classes['none']}>{text('installations.filter.nothing')}</p>}
      {narrowed.map(({ value, count }) => (
        <Checkbox
          key={value}
          className={classes['choice'] ?? ''}
          checked={chosen.includes(value)}
          onChange={() => toggle(value)}
          label={
            <span className={classes['choiceWords']}>
              <span>{wordOf(value)}</span>
              <span className={classes['count']}>{format.number(count)}</span>
            </span>
          }
        />
      ))}
    </fieldset>
  );
}
