import { Autocomplete, TextInput } from '@mantine/core';
import { type ReactNode, type Ref, useMemo } from 'react';
import type { DirectoryCar } from '../../shared/domain/directory.ts';
import { useQuery } from '../data/lookup.ts';
import { useText } from '../i18n/use-text.ts';
import { CarHints } from './CarHints.tsx';
import type { CarFieldTexts } from './car-form.ts';
import { Pairs } from './layout.tsx';
import classes from './CarFields.module.css';
import layout from './layout.module.css';

const everything = {} as const;

/**
 * The fields of a car, for creating and changing one. The hints about a new car warn and block nothing.
 *
 * @param onTake takes an existing car instead of a new one; left out when a car is changed, which has no hints
 */
export function CarFields({
  form,
  onChange,
  first,
  name = {},
  onTake,
  children,
}: {
  readonly form: CarFieldTexts;
  readonly onChange: (change: Partial<CarFieldTexts>) => void;
  /** The first field, so that a page can focus it. In a dialog the field takes the focus by itself. */
  readonly first?: Ref<HTMLInputElement>;
  readonly name?: {
    /** The name that the car gets when none is typed. */
    readonly placeholder?: string;
    readonly says?: string | undefined;
    readonly error?: string | null;
  };
  readonly onTake?: (car: DirectoryCar) => void;
  /** Further fields, on the same grid. */
  readonly children?: ReactNode;
}) {
  const text = useText();
  const brands = useQuery(window.boxwright.directory.brands, everything);
  const field = (key: keyof CarFieldTexts) => ({
    label: text(`directory.car.field.${key}`),
    value: form[key],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [key]: event.currentTarget.value }),
    autoComplete: 'off',
    spellCheck: false,
  });
  return (
    <>
      <Pairs gap="2">
        <TextInput
          {...(first === undefined ? { 'data-autofocus': true } : { ref: first })}
          {...field('licensePlate')}
          classNames={{ input: classes['plate'] ?? '' }}
        />
        <TextInput {...field('vin')} data-takes-scans="vin" classNames={{ input: layout['mono'] ?? '' }} />
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
          placeholder={name.placeholder}
          description={name.says}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={name.error}
        />
        {children}
      </Pairs>
      {onTake !== undefined && <HintsOf form={form} onTake={onTake} />}
    </>
  );
}

function HintsOf({
  form: { vin, licensePlate },
  onTake,
}: {
  readonly form: CarFieldTexts;
  readonly onTake: (car: DirectoryCar) => void;
}) {
  // The call accepts no longer text. The field itself is checked when the car is created.
  const question = useMemo(
    () => ({ vin: vin.slice(0, 200), licensePlate: licensePlate.slice(0, 200) }),
    [vin, licensePlate],
  );
  const { value } = useQuery(window.boxwright.directory.carHints, question);
  return <CarHints hints={value?.hints ?? []} onTake={onTake} />;
}
