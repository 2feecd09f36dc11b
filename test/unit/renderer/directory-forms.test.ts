import { expect, test } from 'vitest';
import { hashOf, routeOf } from '../../../renderer/navigation/route.ts';
import { ownerOf } from '../../../renderer/screens/directory/access/access.ts';
import {
  carForm,
  carFormSchema,
  emptyCarForm,
  patchOf,
  groupNameFault,
} from '../../../renderer/screens/directory/forms.ts';
import { nameOf } from '../../../renderer/components/car-form.ts';
import { directoryCarDetails } from '../../../shared/domain/directory.ts';

const car = directoryCarDetails.parse({
  id: 12,
  name: 'Workshop van 1',
  licensePlate: 'M BX 1077',
  vin: null,
  brand: 'Mercedes-Benz',
  model: 'Vito',
  description: null,
  otherFields: {},
  asOf: 0,
});

test('a place in the Directory survives being written as an address and read back', () => {
  for (const id of ['12', 'car-12', 'Lynk & Co', 'Škoda', 'a/b', '100%', null]) {
    const route = { screen: 'directory', section: 'keys', id } as const;
    expect(routeOf(hashOf(route))).toEqual(route);
  }
});

test('an unknown address opens the cars, and half an escape opens nothing', () => {
  expect(routeOf('#/directory')).toEqual({ screen: 'directory', section: 'cars', id: null });
  expect(routeOf('#/directory/boats/1')).toEqual({ screen: 'directory', section: 'cars', id: '1' });
  expect(routeOf('#/directory/keys/%E4%')).toEqual({ screen: 'directory', section: 'keys', id: null });
});

test('assignments are those of a car or of a user, and of nothing else', () => {
  expect(ownerOf('car-12')).toEqual({ of: 'car', id: 12 });
  expect(ownerOf('user-3')).toEqual({ of: 'user', id: 3 });
  for (const strange of [null, '', '12', 'car-', 'car-x', 'group-4']) expect(ownerOf(strange)).toBeNull();
});

test('a form holds every field of its car, empty where the operator reports none', () => {
  const texts = { licensePlate: 'M BX 1', vin: 'V1', brand: 'Ford', model: 'Transit', description: 'blue' };
  const form = { name: 'Workshop van 1', ...texts };
  expect(carForm({ ...car, ...texts })).toEqual(form);
  expect(carFormSchema.parse(form)).toEqual(form);
  const none = { licensePlate: null, vin: null, brand: null, model: null, description: null };
  expect(carForm({ ...car, name: '', ...none })).toEqual(emptyCarForm);
  expect(new Set(Object.values(emptyCarForm))).toEqual(new Set(['']));
});

test('an unchanged form changes nothing, and blanks are no change', () => {
  expect(patchOf(car, carForm(car))).toEqual({});
  expect(patchOf(car, { ...carForm(car), vin: '  ', model: ' Vito ' })).toEqual({});
});

test('only changed fields are sent; an emptied one becomes nothing', () => {
  const form = { ...carForm(car), licensePlate: 'M BX 2000', model: '' };
  expect(patchOf(car, form)).toEqual({ licensePlate: 'M BX 2000', model: null });
});

test('a new car is called by its name, else its plate, else its VIN', () => {
  const form = { ...emptyCarForm, vin: 'W1V44770513872041' };
  expect(nameOf(form)).toBe('W1V44770513872041');
  expect(nameOf({ ...form, licensePlate: ' M BX 1 ' })).toBe('M BX 1');
  expect(nameOf({ ...form, licensePlate: 'M BX 1', name: 'Van' })).toBe('Van');
  expect(nameOf(emptyCarForm)).toBe('');
});

test('a group needs a name of its own', () => {
  const others = [{ name: 'Night shift' }];
  expect(groupNameFault('  ', '', others)).toBe('missing');
  expect(groupNameFault(' Night shift ', '', others)).toBe('taken');
  expect(groupNameFault('Night', '', others)).toBeNull();
  expect(groupNameFault('Day shift', 'Day shift', others)).toBe('unchanged');
});
