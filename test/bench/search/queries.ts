import { foldForSearch } from '../../../shared/domain/serial.ts';
import type { Random } from '../../operator/random.ts';
import type { FleetCar } from './fleet.ts';

/** A typed text, and the car that is meant; null where any car that holds it will do. */
export type Query = { readonly text: string; readonly car: number | null };

/** One kind of typing. */
export type Kind = { readonly name: string; readonly queries: readonly Query[] };

const CHARACTERS = 'ABCDEFGHJKMNPRSTUVWXYZ0123456789';

/** Everything that the search must stand, the same with every seed; `count` queries of each kind. */
export function kindsOf(cars: readonly FleetCar[], random: Random, count: number): readonly Kind[] {
  const whole = cars.filter(({ plate, vin }) => plate.length >= 6 && vin.length === 17);
  const kind = (name: string, text: (car: FleetCar) => string): Kind => ({
    name,
    queries: random
      .shuffled(whole)
      .slice(0, count)
      .map((car) => ({ text: text(car), car: car.id })),
  });
  const anyCar = (name: string, text: (car: FleetCar) => string): Kind => ({
    name,
    queries: random
      .shuffled(whole)
      .slice(0, count)
      .map((car) => ({ text: text(car), car: null })),
  });
  const typos = kind('plate, one typo', ({ plate }) => withTypo(plate, random));
  return [
    anyCar('one character', ({ plate }) => plate.slice(0, 1)),
    anyCar('two characters', ({ vin }) => vin.slice(0, 2)),
    keystrokes('each keystroke of a plate', random.shuffled(whole).slice(0, count / 6), ({ plate }) => plate),
    keystrokes('each keystroke of a VIN', random.shuffled(whole).slice(0, count / 12), ({ vin }) => vin),
    kind('plate', ({ plate }) => plate),
    kind('plate, no dashes', ({ plate }) => plate.replace(/[\s-]/g, '')),
    kind('plate, lower case', ({ plate }) => plate.toLowerCase()),
    kind('plate, look-alikes', ({ plate }) => lookAlikes(plate)),
    decidable(typos, cars),
    kind('VIN', ({ vin }) => vin),
    kind('VIN, lower case', ({ vin }) => vin.toLowerCase()),
    kind('VIN, look-alikes', ({ vin }) => lookAlikes(vin)),
    kind('VIN, its inside', ({ vin }) => vin.slice(3, 11)),
    kind('VIN, its end', ({ vin }) => vin.slice(9)),
    kind('VIN, one typo', ({ vin }) => withTypo(vin, random)),
    kind('name', ({ name }) => name),
  ];
}

/**
 * Leaves out what ten rows cannot answer: typed exactly as another car's plate, or more than ten cars are as good an
 * answer, because they begin with it or their plate is one typo away.
 */
export function decidable({ name, queries }: Kind, cars: readonly FleetCar[]): Kind {
  const plates = cars.map(({ plate }) => foldForSearch(plate));
  const words = cars.map(({ plate, vin, name: words }) => [
    ...beginnings(plate),
    ...beginnings(vin),
    ...beginnings(words),
  ]);
  return {
    name,
    queries: queries.filter(({ text }) => {
      const typed = foldForSearch(text);
      if (plates.includes(typed)) return false;
      const asGood = cars.filter(
        (_, at) => isOneTypo(plates[at] ?? '', typed) || words[at]?.some((word) => word.startsWith(typed)),
      );
      return asGood.length <= 10;
    }),
  };
}

function beginnings(text: string): readonly string[] {
  const words = text.split(/[\s-]+/);
  return words.map((_, index) => foldForSearch(words.slice(index).join('')));
}

/** Plain and slow, and another way than the product's. */
export function isOneTypo(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [left, right] = [one.slice(start), other.slice(start)];
  if (left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)) return true;
  return left.length >= 2 && `${left[1]}${left[0]}${left.slice(2)}` === right;
}

/** Whether the ten that were shown are right: the car that is meant among them, or as many that hold the text as there are. */
export function isFound(
  query: Query,
  shown: readonly number[],
  folded: ReadonlyMap<number, string>,
): boolean {
  if (query.car !== null) return shown.includes(query.car);
  const wanted = foldForSearch(query.text);
  const holds = (text: string | undefined): boolean => text?.includes(wanted) === true;
  const right = shown.filter((id) => holds(folded.get(id))).length;
  return right === shown.length && (right === 10 || right === [...folded.values()].filter(holds).length);
}

function keystrokes(name: string, cars: readonly FleetCar[], of: (car: FleetCar) => string): Kind {
  return {
    name,
    queries: cars.flatMap((car) => {
      const text = of(car);
      return Array.from(text, (_, index) => ({
        text: text.slice(0, index + 1),
        // Before the end many begin alike; the last keystroke must show it.
        car: index + 1 === text.length ? car.id : null,
      })).filter(({ car: meant }, index) => index < 4 || meant !== null);
    }),
  };
}

function lookAlikes(text: string): string {
  return text.replaceAll('0', 'O').replaceAll('1', 'I');
}

/** A wrong, a missing, an extra or two swapped characters, anywhere but on a separator. */
function withTypo(text: string, random: Random): string {
  for (;;) {
    const place = random.integer(0, text.length - 1);
    const [before, here, after] = [text.slice(0, place), text.slice(place, place + 1), text.slice(place + 1)];
    const other = random.text(CHARACTERS, 1);
    const next = after.slice(0, 1);
    if (!/[A-Z0-9]/.test(here)) continue;
    const typo = random.pick([
      before + other + after,
      before + after,
      before + here + other + after,
      before + next + here + after.slice(1),
    ]);
    if (foldForSearch(typo) !== foldForSearch(text)) return typo;
  }
}
