import { Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { CarHint, DirectoryCar } from '../../shared/domain/directory.ts';
import { neverReached } from '../../shared/never.ts';
import { CarLine } from './CarLine.tsx';
import { useText } from '../i18n/use-text.ts';
import { Row, Stack, Text } from './layout.tsx';
import classes from './CarHints.module.css';

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
          <IconInfoCircle className={classes['icon']} size={22} stroke={2} aria-hidden />
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
          <Stack gap="1" narrow className={classes['sameCar']}>
            <Text as="p" size="lead" line="body" weight="medium">
              {text(`flow.car.hint.${hint.hint}`)}
            </Text>
            <CarLine car={hint.car} />
          </Stack>
          <Button
            variant="default"
            className={classes['take'] ?? ''}
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
