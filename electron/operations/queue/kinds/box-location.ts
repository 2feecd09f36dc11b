import { matchSerial, sendableSerial, type SerialMatch } from '../../../../shared/domain/serial.ts';
import type { CarId, ProductId } from '../../../../shared/ids.ts';
import { type Product, productFamily } from '../../../../shared/operator/resources.ts';
import { listCarProducts, readCar } from '../../../operator/endpoints/cars.ts';
import { listGroupProducts, listGroups } from '../../../operator/endpoints/groups-and-users.ts';
import { listProducts, ofSerial, readProduct } from '../../../operator/endpoints/products.ts';
import type { OperatorError } from '../../../operator/operator-error.ts';
import type { Reading } from './kind.ts';

/** The dependencies of these reads. */
type LocationReading = Pick<Reading, 'client' | 'signal' | 'notOffered'>;

/** The search keys of a Box; with its id if the directory knows it. */
interface BoxName {
  readonly serialNumber: string;
  readonly productId: ProductId | null;
}

/** The location of a Box, as far as the operator reports it. */
export type BoxLocation =
  | { readonly where: 'in-this-car'; readonly product: Product }
  | { readonly where: 'in-another-car'; readonly carId: CarId; readonly carName: string | null }
  /** The Box is free, but the car holds another product of its type. */
  | { readonly where: 'car-occupied'; readonly serialNumber: string }
  | { readonly where: 'free'; readonly product: Product }
  | { readonly where: 'not-found' }
  /** The serial matches several products. */
  | { readonly where: 'ambiguous'; readonly serials: string }
  /** The environment offers no read of the location. */
  | { readonly where: 'not-reported' }
  | { readonly where: 'failed'; readonly error: OperatorError };

/**
 * Reads the car's products first, then the serial's location (architecture.md §4, install). These reads are
 * assumptions. If one is not offered the others decide; the products of groups are read last.
 */
export async function locateBox(box: BoxName, car: CarId, reading: LocationReading): Promise<BoxLocation> {
  const { client, signal } = reading;
  const inCar = await client.call(listCarProducts(car, client.assumptions), { signal });
  if (!inCar.ok && !notOffered(inCar.error, reading)) return { where: 'failed', error: inCar.error };
  // 404 is also the operator's answer for "no products in this car" (spec part 7), so it proves nothing by itself.
  const held = inCar.ok ? inCar.value : [];
  const here = held.find((product) => isExactly(product, box));
  if (here !== undefined) return { where: 'in-this-car', product: here };

  const product = await findProduct(box, reading);
  if (product.state === 'failed') return { where: 'failed', error: product.error };
  if (product.state === 'several') return { where: 'ambiguous', serials: serialsOf(product.products) };
  if (product.state === 'not-offered' || product.state === 'none') {
    const alike = matchBox(held, box);
    if (alike.match === 'one') return { where: 'in-this-car', product: alike.product };
    if (alike.match === 'several') return { where: 'ambiguous', serials: serialsOf(alike.products) };
    return { where: product.state === 'none' ? 'not-found' : 'not-reported' };
  }
  const found = product.product;
  if (found.carId === car || held.some(({ id }) => id === found.id)) {
    return { where: 'in-this-car', product: found };
  }
  if (found.carId !== null && found.carId !== undefined) {
    const other = await client.call(readCar(found.carId), { signal });
    return {
      where: 'in-another-car',
      carId: found.carId,
      carName: other.ok ? (other.value.licensePlate ?? other.value.name) : null,
    };
  }
  const rival = held.find(({ type }) => productFamily(type) === productFamily(found.type));
  if (rival !== undefined) return { where: 'car-occupied', serialNumber: rival.serialNumber };
  // `carId` undefined = not in the list: only the car's own products could show the location.
  return found.carId === null || inCar.ok ? { where: 'free', product: found } : { where: 'not-reported' };
}

/** Whether a product is in a car, as far as the operator reports it. */
export type InCar =
  | { readonly location: 'in' | 'not-reported' }
  /** Not in this car: in no car, or the operator does not report where. */
  | { readonly location: 'out' }
  | { readonly location: 'elsewhere'; readonly carId: CarId }
  | { readonly location: 'failed'; readonly error: OperatorError };

/**
 * Whether this product is in this car, and if not, whether it is in another one. The car's products decide the first;
 * where they are not listed, the product's own record does.
 */
export async function isInCar(box: BoxName, car: CarId, reading: LocationReading): Promise<InCar> {
  const { client, signal } = reading;
  const inCar = await client.call(listCarProducts(car, client.assumptions), { signal });
  if (!inCar.ok && !notOffered(inCar.error, reading)) return { location: 'failed', error: inCar.error };
  if (inCar.ok && matchBox(inCar.value, box).match !== 'none') return { location: 'in' };
  const product = await findProduct(box, reading);
  if (product.state === 'failed') return { location: 'failed', error: product.error };
  const carOfIt = product.state === 'found' ? product.product.carId : undefined;
  if (carOfIt === undefined) return { location: inCar.ok ? 'out' : 'not-reported' };
  if (carOfIt === null) return { location: 'out' };
  return carOfIt === car ? { location: 'in' } : { location: 'elsewhere', carId: carOfIt };
}

/** A car's display name: its plate or name; its number if it cannot be read. */
export async function nameOfCar(car: CarId, { client, signal }: LocationReading): Promise<string> {
  const read = await client.call(readCar(car), { signal });
  return (read.ok ? (read.value.licensePlate ?? read.value.name) : null) ?? String(car);
}

type Search =
  | { readonly state: 'found'; readonly product: Product }
  | { readonly state: 'none' }
  | { readonly state: 'several'; readonly products: readonly Product[] }
  | { readonly state: 'not-offered' }
  | { readonly state: 'failed'; readonly error: OperatorError };

async function findProduct(box: BoxName, reading: LocationReading): Promise<Search> {
  const { client, signal } = reading;
  if (box.productId !== null) {
    const known = await client.call(readProduct(box.productId, client.assumptions), { signal });
    if (known.ok) return { state: 'found', product: known.value };
    if (!notOffered(known.error, reading)) return { state: 'failed', error: known.error };
  }
  const filter = ofSerial(box.serialNumber);
  const { assumptions } = client;
  const listed = await client.pages((page) => listProducts({ ...page, filter }, assumptions), { signal });
  if (!listed.ok) {
    return notOffered(listed.error, reading)
      ? await findInGroups(box, reading)
      : { state: 'failed', error: listed.error };
  }
  return searched(matchBox(listed.value, box)) ?? { state: 'none' };
}

/** Null: no match. */
function searched(found: SerialMatch<Product>): Extract<Search, { state: 'found' | 'several' }> | null {
  switch (found.match) {
    case 'one':
      return { state: 'found', product: found.product };
    case 'several':
      return { state: 'several', products: found.products };
    case 'none':
      return null;
  }
}

/**
 * The only documented product list is a group's (spec part 4), and it includes the car. A Box in no group cannot be
 * found this way, so no match proves nothing.
 */
async function findInGroups(box: BoxName, reading: LocationReading): Promise<Search> {
  const { client, signal } = reading;
  const groups = await client.pages((page) => listGroups(page, client.assumptions), { signal });
  if (!groups.ok) {
    return notOffered(groups.error, reading)
      ? { state: 'not-offered' }
      : { state: 'failed', error: groups.error };
  }
  const filter = ofSerial(box.serialNumber);
  const products = new Map<ProductId, Product>();
  for (const { id } of groups.value) {
    const held = await client.pages((page) => listGroupProducts(id, { ...page, filter }), { signal });
    // A group deleted meanwhile contains nothing.
    if (!held.ok && held.error.code !== 'not-found') return { state: 'failed', error: held.error };
    if (held.ok) for (const product of held.value) products.set(product.id, product);
  }
  return searched(matchBox([...products.values()], box)) ?? { state: 'not-offered' };
}

/** Matches by the product's number if known, else by the exact spelling of its serial. */
function isExactly(product: Product, { productId, serialNumber }: BoxName): boolean {
  return productId === null
    ? sendableSerial(product.serialNumber) === sendableSerial(serialNumber)
    : product.id === productId;
}

function matchBox(products: readonly Product[], { productId, serialNumber }: BoxName): SerialMatch<Product> {
  if (productId === null) return matchSerial(products, serialNumber);
  const product = products.find(({ id }) => id === productId);
  return product === undefined ? { match: 'none' } : { match: 'one', product };
}

const serialsOf = (products: readonly Product[]) =>
  products.map(({ serialNumber }) => serialNumber).join(', ');

/** Includes answers that reject the filter. */
function notOffered(error: OperatorError, reading: LocationReading): boolean {
  return reading.notOffered(error) || error.code === 'invalid';
}
