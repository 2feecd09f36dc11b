import type { CarsShown, ExportManner, PeopleShown } from '../../../shared/domain/supervision-export.ts';
import type { SupervisionRow } from '../../../shared/domain/supervision.ts';
import { neverReached } from '../../../shared/never.ts';

/** Turns a job into what may go out of the house. One for each file: people keep their numbers within it. */
export type Shown = <Row extends SupervisionRow>(row: Row) => Row & { readonly person: string | null };

/** @param numbered words for the person of a number, in the language of the file. */
export function createShown(
  manner: Pick<ExportManner, 'people' | 'cars'>,
  numbered: (number: number) => string,
): Shown {
  const person = createPeople(manner.people, numbered);
  return (row) => ({
    ...row,
    ...carOf(row, manner.cars),
    person: person(row.installer),
    review: { ...row.review, reviewer: row.review.reviewer === null ? null : person(row.review.reviewer) },
  });
}

function createPeople(
  people: PeopleShown,
  numbered: (number: number) => string,
): (name: string) => string | null {
  const numbers = new Map<string, number>();
  return (name) => {
    switch (people) {
      case 'named':
        return name;
      case 'numbered': {
        const number = numbers.get(name) ?? numbers.size + 1;
        numbers.set(name, number);
        return numbered(number);
      }
      case 'left-out':
        return null;
      default:
        return neverReached(people);
    }
  };
}

const END_OF_PLATE = 3;
const END_OF_VIN = 6;

function carOf(
  { plate, carName, vin }: SupervisionRow,
  cars: CarsShown,
): Pick<SupervisionRow, 'plate' | 'carName' | 'vin'> {
  switch (cars) {
    case 'full':
      return { plate, carName, vin };
    case 'shortened':
      return { plate: end(plate, END_OF_PLATE), carName: null, vin: end(vin, END_OF_VIN) };
    case 'left-out':
      return { plate: null, carName: null, vin: null };
    default:
      return neverReached(cars);
  }
}

const end = (text: string | null, length: number): string | null =>
  text === null ? null : `…${text.slice(-length)}`;
