import { Button } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { CarHint, DirectoryCar } from '../../shared/domain/directory.ts';
import { neverReached } from '../../shared/never.ts';
import { CarLine } from './CarLine.tsx';
import { useText } from '../i18n/use-text.ts';
import { Row, Stack } from './layout.tsx';
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
        <div key={hint.hint} className={classes['hint']}>
          <IconInfoCircle className={classes['icon']} size={22} stroke={2} aria-hidden />
          <Words hint={hint} onTake={onTake} />
        </div>
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
          <div className={classes['sameCar']}>
            <p className={classes['says']}>{text(`flow.car.hint.${hint.hint}`)}</p>
            <CarLine car={hint.car} />
          </div>
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
      return <p className={classes['says']}>{text('flow.car.hint.vin-length', { length: hint.length })}</p>;
    case 'vin-alphabet': {
      const impossible = /[^A-Z0-9\s]/u.exec(hint.characters)?.[0];
      return (
        <p className={classes['says']}>
          {impossible === undefined
            ? text('flow.car.hint.vin-alphabet', { characters: hint.characters })
            : text('problems.vin-malformed.says', { character: impossible })}
        </p>
      );
    }
    case 'vin-check-digit':
      return <p className={classes['says']}>{text('flow.car.hint.vin-check-digit')}</p>;
    default:
      return neverReached(hint);
  }
}
