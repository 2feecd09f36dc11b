import { Autocomplete, TextInput, Button } from '@mantine/core';
import { type ReactNode, type Ref, useMemo } from 'react';
import { IconInfoCircle } from '@tabler/icons-react';
import type { DirectoryCar, CarHint } from '../../shared/domain/directory.ts';
import { neverReached } from '../../shared/never.ts';
import { useQuery } from '../data/lookup.ts';
import { useText } from '../i18n/use-text.ts';
import type { CarFieldTexts } from './car-form.ts';
import { Pairs, Row, Stack, Text } from './layout.tsx';
import { CarLine } from './CarLine.tsx';
import hintClasses from './CarHints.module.css';
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

/** Warnings about unusual properties of the typed car. They block nothing: the person at the car knows better. */
export function CarHints({
  hints,
  onTake,
}: {
  readonly hints: readonly CarHint[];
  readonly onTake: (car: DirectoryCar) => void;
}) {
  const byVin = hints.find((hint) => hint.hint === 'same-vin');
  // A car that is found by plate and by VIN is offered once.
  const shown = hints.filter((hint) => hint.hint !== 'same-plate' || hint.car.id !== byVin?.car.id);
  return (
    <Stack gap="1" aria-live="polite">
      {shown.map((hint) => (
        <Row key={hint.hint} gap="1-half" note="attention">
          <IconInfoCircle className={hintClasses['icon']} size={22} stroke={2} aria-hidden />
          <Words hint={hint} onTake={onTake} />
        </Row>
      ))}
    </Stack>
  );
}

function Words({ hint, onTake }: { readonly hint: CarHint; readonly onTake: (car: DirectoryCar) => void }) {
  const text = useText();
  switch (hint.hint) {
    case 'same-vin':
    case 'same-plate':
      return (
        <Row gap="2" align="center" justify="between" wrap grow>
          <Stack gap="1" narrow className={hintClasses['sameCar']}>
            <Text as="p" size="lead" line="body" weight="medium">
              {text(`flow.car.hint.${hint.hint}`)}
            </Text>
            <CarLine car={hint.car} />
          </Stack>
          <Button
            variant="default"
            className={hintClasses['take'] ?? ''}
            aria-label={text('flow.car.hint.takeThatCar', { car: hint.car.licensePlate ?? hint.car.name })}
            onClick={() => onTake(hint.car)}
          >
            {text('flow.car.hint.takeThat')}
          </Button>
        </Row>
      );
    case 'vin-length':
      return (
        <Text as="p" size="lead" line="body" weight="medium">
          {text('flow.car.hint.vin-length', { length: hint.length })}
        </Text>
      );
    case 'vin-alphabet': {
      const impossible = /[^A-Z0-9\s]/u.exec(hint.characters)?.[0];
      return (
        <Text as="p" size="lead" line="body" weight="medium">
          {impossible === undefined
            ? text('flow.car.hint.vin-alphabet', { characters: hint.characters })
            : text('problems.vin-malformed.says', { character: impossible })}
        </Text>
      );
    }
    case 'vin-check-digit':
      return (
        <Text as="p" size="lead" line="body" weight="medium">
          {text('flow.car.hint.vin-check-digit')}
        </Text>
      );
    default:
      return neverReached(hint);
  }
}
