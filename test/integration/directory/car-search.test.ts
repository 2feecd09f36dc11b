import { beforeAll, describe, expect, it } from 'vitest';
import { cars } from '../../../electron/directory/rows.ts';
import { createDirectory, type Directory, openDirectoryFile } from '../../../electron/directory/directory.ts';
import { carId } from '../../../shared/ids.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aCar, openDirectory, standingClock } from './fixture.ts';
import { writtenHere } from './written-here.ts';

const vito = aCar({
  id: 1,
  name: 'Vito 1077',
  vin: 'W1V44770513872041',
  licensePlate: 'M BX 1077',
  brand: 'Mercedes-Benz',
  model: 'Vito',
});
const golf = aCar({
  id: 2,
  name: 'Pool car O',
  vin: 'WVWZZZ1KZAW000123',
  licensePlate: 'HH-OI 10',
  brand: 'Volkswagen',
  model: 'Golf',
});
const zoe = aCar({ id: 3, name: 'Zoé Nördlich', licensePlate: 'K ZO 5', brand: 'Renault', model: 'Zoe' });
const bare = aCar({ id: 4, name: 'Bare van' });
const clock = standingClock();

let directory: Directory;
const find = (text: string, limit = 10): number[] =>
  directory.searchCars(text, limit).rows.map(({ id }) => Number(id));

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-search-'));
  const { database } = openDirectoryFile({
    file: join(folder, 'directory.db'),
    clock,
    onCommitted: () => {},
  });
  directory = createDirectory({ database: writtenHere(database), clock });
  // A fleet around the few: VINs of one maker that begin alike, plates of one town.
  const fleet = Array.from({ length: 3000 }, (_, index) =>
    aCar({
      id: 100 + index,
      name: `Sprinter ${index}`,
      vin: `WDB906633${String(index * 37).padStart(8, '0')}`,
      licensePlate: `B FL ${2000 + index}`,
      brand: 'Mercedes-Benz',
      model: 'Sprinter',
    }),
  );
  database.write((context) => cars.store(context, [vito, golf, zoe, bare, ...fleet], clock.now()));
  return () => {
    database.close();
    rmSync(folder, { recursive: true });
  };
});

describe('a plate with a typo', () => {
  it('is found although the fleet has plates of the same length nearby', () => {
    expect(find('K ZOO 5')[0]).toBe(3);
  });

  it('is found by a text that is also part of other plates', () => {
    expect(find('B F 2005')).toContain(105);
  });

  it('is not searched further where a car has exactly this plate', () => {
    expect(find('B FL 2005')[0]).toBe(105);
    expect(find('B FL 2005')).not.toContain(106);
  });
});

describe('a car is found', () => {
  it.each([
    ['its plate as printed', 'M BX 1077'],
    ['its plate without spaces and in lower case', 'mbx1077'],
    ['its plate with dashes', 'M-BX-1077'],
    ['the beginning of its plate', 'm bx'],
    ['a later word of its plate', 'bx 10'],
    ['the end of its plate', '1077'],
    ['its whole VIN', 'W1V44770513872041'],
    ['its VIN with I for 1 and O for 0', 'WIV4477O5I3872O4I'],
    ['the last characters of its VIN', '872041'],
    ['the middle of its VIN', '770513'],
    ['its name', 'vito 1077'],
    ['words in another order', '1077 vito'],
    ['a word and a short one', 'vito bx'],
    ['brand and plate', 'mercedes mbx1077'],
    ['one wrong character in the plate', 'M BY 1077'],
    ['one missing character in the VIN', 'W1V4477053872041'],
    ['two swapped characters in the VIN', 'W1V44770518372041'],
    ['one extra character in the VIN', 'W1V447705138772041'],
    ['one wrong character in one of the words', '1077 mercedis'],
  ])('by %s', (_how, text) => {
    expect(find(text)[0]).toBe(1);
  });

  it.each([
    ['h', 2],
    ['k', 3],
    ['zo', 3],
    ['vo', 2],
  ])('by one or two characters that something of it begins with: "%s"', (text, id) => {
    expect(find(text)).toContain(id);
  });

  it('whether accents are typed or not', () => {
    expect(find('zoe nordlich')).toEqual([3]);
    expect(find('Zoé Nördlich')).toEqual([3]);
  });

  it('is listed first when its plate equals the typed text, before longer plates', () => {
    const exact = find('B FL 200', 3);
    expect(exact).toEqual([100, 101, 102]);
    expect(find('B FL 2004')[0]).toBe(104);
  });

  it.each([0, 7, 16])('in a fleet of VINs that begin alike, with a typo at place %i', (place) => {
    const vin = `WDB906633${String(1234 * 37).padStart(8, '0')}`;
    const typed = `${vin.slice(0, place)}X${vin.slice(place + 1)}`;
    expect(find(typed, 20)).toContain(100 + 1234);
  });
});

describe('a typo is forgiven', () => {
  const kinds = {
    wrong: (head: string, tail: string) => `${head}Y${tail.slice(1)}`,
    missing: (head: string, tail: string) => `${head}${tail.slice(1)}`,
    extra: (head: string, tail: string) => `${head}Y${tail}`,
    swapped: (head: string, tail: string) => `${head}${tail.charAt(1)}${tail.charAt(0)}${tail.slice(2)}`,
  };

  it.each(Object.entries(kinds))('at every place of a VIN: %s', (_kind, mistype) => {
    const { directory: small } = openDirectory();
    small.recordCar(vito);
    small.recordCar(golf);
    const vin = 'W1V44770513872041';
    const missed = Array.from({ length: vin.length - 1 }, (_, place) =>
      mistype(vin.slice(0, place), vin.slice(place)),
    ).filter((typed) => !small.searchCars(typed, 5).rows.some(({ id }) => id === vito.id));
    expect(missed).toEqual([]);
  });
});

describe('a search', () => {
  it('returns at most the requested number, and each car once', () => {
    const found = find('mercedes', 25);
    expect(found).toHaveLength(25);
    expect(new Set(found).size).toBe(25);
  });

  it('gives nothing where nothing is near', () => {
    expect(find('completely different')).toEqual([]);
    expect(find('Y')).toEqual([]);
  });

  it('does not guess while something fits as typed', () => {
    expect(find('M BX 1077')).toEqual([1]);
  });

  it('without a text lists cars by name', () => {
    expect(find('  ', 2)).toEqual([4, 2]);
  });

  it.each([
    '"',
    "'",
    'a" OR "b',
    '*',
    '()',
    'NEAR(a b)',
    '%_',
    '- -',
    '\u0000',
    '😀😀😀😀',
    'x'.repeat(5000),
  ])('takes %j as text and nothing else', (text) => {
    expect(find(text)).toEqual([]);
  });
});

describe('the index follows the car', () => {
  it('when its plate changes', () => {
    const open = openDirectory();
    open.directory.recordCar(vito);
    open.directory.recordCar({ ...vito, licensePlate: 'K NEW 1' });
    const plates = (text: string) => open.directory.searchCars(text, 5).rows.map((row) => row.licensePlate);
    expect(plates('M BX')).toEqual([]);
    expect(plates('K NEW')).toEqual(['K NEW 1']);
    expect(plates('new 1')).toEqual(['K NEW 1']);
  });

  it('and a car of our own shows at once, with a publication', () => {
    const open = openDirectory();
    expect(open.directory.searchCars('golf', 5)).toEqual({ rows: [], asOf: null });
    open.directory.recordCar(golf);
    open.directory.recordCar(golf);
    expect(open.published).toEqual(['directory']);
    expect(open.directory.car(carId.parse(2))).toEqual({
      id: 2,
      name: 'Pool car O',
      licensePlate: 'HH-OI 10',
      vin: 'WVWZZZ1KZAW000123',
      brand: 'Volkswagen',
      model: 'Golf',
    });
    expect(open.directory.searchCars('golf', 5).rows).toHaveLength(1);
  });
});
