import { Autocomplete, Textarea, TextInput } from '@mantine/core';
import { useText } from '../../../i18n/use-text.ts';
import { useQuery } from '../../../data/lookup.ts';
import classes from './CarFields.module.css';
import type { CarForm } from './car-form.ts';

const everything = {} as const;

/** The fields of a car, for a new one and for a change. */
export function CarFields({
  form,
  onChange,
  nameError,
  namePlaceholder,
}: {
  readonly form: CarForm;
  readonly onChange: (change: Partial<CarForm>) => void;
  readonly nameError: string | null;
  /** The name it gets when none is typed. */
  readonly namePlaceholder: string;
}) {
  const text = useText();
  const brands = useQuery(window.boxwright.directory.brands, everything);
  const field = (key: keyof CarForm) => ({
    label: text(`directory.car.field.${key}`),
    value: form[key],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [key]: event.currentTarget.value }),
    autoComplete: 'off',
    spellCheck: false,
  });
  return (
    <div className={classes['fields']}>
      <TextInput data-autofocus {...field('licensePlate')} classNames={{ input: classes['plate'] ?? '' }} />
      <TextInput {...field('vin')} data-takes-scans="vin" classNames={{ input: classes['mono'] ?? '' }} />
      <Autocomplete
        label={text('directory.car.field.brand')}
        data={brands.value?.rows ?? []}
        limit={50}
        value={form.brand}
        onChange={(brand) => onChange({ brand })}
        autoComplete="off"
      />
      <TextInput {...field('model')} />
      <TextInput
        className={classes['wide'] ?? ''}
        {...field('name')}
        placeholder={namePlaceholder}
        error={nameError}
      />
      <Textarea
        className={classes['wide'] ?? ''}
        {...field('description')}
        autosize
        minRows={2}
        maxRows={6}
      />
    </div>
  );
}
