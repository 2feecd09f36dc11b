import type { Car } from '../model.ts';
import type { Random } from '../random.ts';
import type { OperatorState } from '../state.ts';
import { makes } from './makes.ts';

const vinAlphabet = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const plateLetters = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const cities = ['M', 'B', 'K', 'HH', 'F', 'S', 'N', 'HB', 'MÜ', 'TÜ', 'GÖ', 'FÜ', 'DA', 'LÖ', 'KI'];

/** Cars that are the same in every fleet; see `notable`. */
const namedCars = [
  ['Workshop van 1', 'W1V44770513872041', 'M BX 1077', 'Mercedes-Benz', 'Vito'],
  ['Delivery van 42', 'WV2ZZZSKZPX004210', 'M BX 1042', 'Volkswagen', 'Caddy'],
  ['Harbour run 7', 'WF0XXXTTGXNU07707', 'K HO 77', 'Ford', 'Transit'],
  ['Delivery van 80', 'WV2ZZZSKZPX008077', 'M BX 1080', 'Volkswagen', 'Caddy'],
  ['Delivery van 63', 'WV2ZZZSKZNX006381', 'M BX 1063', 'Volkswagen', 'Caddy'],
  ['Airport line 1', 'W0VZZ0GF1PS020911', 'B AL 209', 'Opel', 'Vivaro'],
  ['Airport line 2', 'W0VZZ0GF1PS021013', 'B AL 210', 'Opel', 'Vivaro'],
  ['Airport line 3', 'W0VZZ0GF1PS021417', 'B AL 214', 'Opel', 'Vivaro'],
  ['Parcel van 71', 'WV2ZZZSYZPX107166', 'M BX 1071', 'Volkswagen', 'Crafter'],
] as const;

/** How many of the named cars stand without a Box. */
export const namedCarsWithoutBox = 5;

const vanNames = ['Delivery van', 'Parcel van', 'Service van', 'Kühlwagen', 'Werkstattwagen', 'Depot van'];
const carNames = ['Pool car', 'Sales car', 'Außendienst', 'Shuttle', 'Courier car'];
const descriptions = [
  '',
  '',
  '',
  'Second key at the gate',
  'Tail lift',
  'Roof rack',
  'Leased until next spring',
  'Shelving on the left side',
];

/** Gives a customer its cars, the named ones first. */
export function seedCars(
  state: OperatorState,
  random: Random,
  customerId: number,
  count: number,
  named: boolean,
): Car[] {
  const fixed = named ? namedCars.slice(0, count) : [];
  for (const [name, vin, licensePlate, brand, model] of fixed) {
    addCar(state, { customerId, name, description: '', vin, licensePlate, brand, model });
  }
  const plates = new Set<string>(namedCars.map(([, , plate]) => plate));
  for (let number = fixed.length + 1; number <= count; number += 1) {
    addCar(state, roughened(random, randomCar(random, customerId, number, plates)));
  }
  return [...state.cars.values()].filter((car) => car.customerId === customerId);
}

function addCar(state: OperatorState, car: Omit<Car, 'id'>): void {
  const id = state.nextId('cars');
  state.cars.set(id, { id, ...car });
}

function randomCar(random: Random, customerId: number, number: number, plates: Set<string>): Omit<Car, 'id'> {
  const make = random.pick(makes);
  const isVan = make.vans.length > 0 && random.chance(0.72);
  const vin = make.wmi + random.text(vinAlphabet, 8) + random.text('0123456789', 6);
  let licensePlate = plate(random);
  while (plates.has(licensePlate)) licensePlate = plate(random);
  plates.add(licensePlate);
  return {
    customerId,
    name: `${random.pick(isVan ? vanNames : carNames)} ${number}`,
    description: random.pick(descriptions),
    vin,
    licensePlate,
    brand: make.brand,
    model: random.pick(isVan ? make.vans : make.cars),
  };
}

/** The state real records are in: some fields empty, blank or null where one expects a value. */
function roughened(random: Random, car: Omit<Car, 'id'>): Omit<Car, 'id'> {
  const roll = random.next();
  if (roll < 0.03) return { ...car, vin: '' };
  if (roll < 0.045) return { ...car, vin: null };
  if (roll < 0.055) return { ...car, vin: '   ' };
  if (roll < 0.075) return { ...car, licensePlate: '' };
  if (roll < 0.085) return { ...car, licensePlate: null };
  if (roll < 0.095) return { ...car, brand: ' ', model: ' ' };
  if (roll < 0.11) return { ...car, model: null };
  if (roll < 0.14) return { ...car, description: null };
  return car;
}

function plate(random: Random): string {
  const roll = random.next();
  const letters = (length: number): string => random.text(plateLetters, length);
  const digits = (length: number): string => random.text('123456789', length);
  if (roll < 0.82)
    return `${random.pick(cities)} ${letters(random.integer(1, 2))} ${digits(random.integer(2, 4))}`;
  if (roll < 0.87) return `W ${digits(5)} ${letters(1)}`;
  if (roll < 0.91) return `${letters(2)}-${digits(3)}-${letters(2)}`;
  if (roll < 0.94) return `${digits(2)}-${letters(3)}-${digits(1)}`;
  if (roll < 0.97) return `${digits(4)} ${letters(3)}`;
  return `${letters(2)} ${digits(2)} ${digits(3)}`;
}
