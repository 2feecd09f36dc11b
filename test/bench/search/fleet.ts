import { foldForSearch } from '../../../shared/domain/serial.ts';
import { car } from '../../../shared/operator/resources.ts';
import { seededRandom } from '../../operator/random.ts';
import { seedCars } from '../../operator/seed/cars.ts';
import { notable } from '../../operator/seed/notable.ts';
import { emptyState } from '../../operator/state.ts';

/** A car as all contenders get it. */
export type FleetCar = {
  readonly id: number;
  readonly name: string;
  readonly plate: string;
  readonly vin: string;
  readonly brand: string;
  readonly model: string;
};

/** Cars as the simulated operator has them, rough ones among them; the same with every call. */
export function fleetCars(count: number) {
  const seeded = seedCars(emptyState(), seededRandom(7), notable.customerId, count, true);
  return seeded.map((wire) => car.parse(wire));
}

/** The fields that the contenders index. */
export const forSearch = (cars: ReturnType<typeof fleetCars>): readonly FleetCar[] =>
  cars.map(({ id, name, licensePlate, vin, brand, model }) => ({
    id,
    name,
    plate: licensePlate ?? '',
    vin: vin ?? '',
    brand: brand ?? '',
    model: model ?? '',
  }));

/** The peers get every field and every query folded as Boxwright folds them: look-alikes, dashes and case are no part of the race. */
export const foldedCar = ({ id, name, plate, vin, brand, model }: FleetCar) => ({
  id,
  name: name.split(/\s+/).map(foldForSearch).join(' '),
  plate: foldForSearch(plate),
  vin: foldForSearch(vin),
  make: `${foldForSearch(brand)} ${foldForSearch(model)}`,
});
export type FoldedCar = ReturnType<typeof foldedCar>;
