import { describe, expect, test } from 'vitest';
import {
  batchField,
  batchMapping,
  plannedCar,
  foldHeading,
  guessColumns,
  mappingOf,
  rowOf,
} from '../../../shared/domain/batch.ts';

describe('a heading', () => {
  test.each([
    ['VIN number', 'vinnumber'],
    ['  Reg.-No. ', 'regno'],
    ['Clé', 'cle'],
    ['Matrícula', 'matricula'],
    ['SCHLÜSSEL', 'schlussel'],
    ['№ 2', 'no2'],
    ['\u{FB01}n', 'fin'],
    ['---', ''],
    ['', ''],
  ])('%j is compared as %j', (heading, folded) => {
    expect(foldHeading(heading)).toBe(folded);
  });

  test('is compared by its first 200 letters', () => {
    expect(foldHeading(`-${'x'.repeat(200)}`)).toBe('x'.repeat(200));
    expect(foldHeading(`${'x'.repeat(200)}y`)).toBe('x'.repeat(200));
  });

  /** Headings of lists that customers send, in the four languages of the app. */
  const headings: Readonly<Record<string, string>> = {
    licensePlate:
      'License plate, Licence Plate, Plate, Registration, Reg. No., Kennzeichen, Amtliches Kennzeichen, Nummernschild, Plaque, Plaque d’immatriculation, Immatriculation, Matrícula, Placa',
    vin: 'VIN, VIN number, Chassis, Chassis number, FIN, Fahrgestellnummer, Fg.-Nr., Numéro de châssis, Bastidor, Número de bastidor',
    name: 'Name, Car name, Vehicle name, Fahrzeugname, Bezeichnung, Nom, Nombre',
    brand: 'Brand, Make, Manufacturer, Marke, Hersteller, Marque, Marca',
    model: 'Model, Modell, Typ, Modèle, Modelo',
    serial: 'Serial, Serial number, Box, Box serial, Seriennummer, Box-Nummer, Numéro de série, Serie',
    group: 'Group, Group name, Gruppe, Fuhrpark, Groupe, Grupo',
    key: 'Key, Key form, Key fob, Schlüssel, Schlüsselform, Clé, Forme de clé, Llave, Mando',
  };

  test.each(batchField.options)('of a customer’s list is understood as %s', (field) => {
    const known = (headings[field] ?? '').split(', ');
    expect(known.length).toBeGreaterThan(4);
    for (const heading of known) expect([heading, guessColumns([heading], {})]).toEqual([heading, [field]]);
  });

  test('that means nothing, or is empty, has no field', () => {
    expect(guessColumns(['', '-', 'Remark', 'toString'], {})).toEqual([null, null, null, null]);
  });
});

describe('the columns of a list', () => {
  test('follow the earlier choice of a person, also where that was no field', () => {
    expect(guessColumns(['VIN', 'Remark'], { vin: null, remark: 'name' })).toEqual([null, 'name']);
    expect(guessColumns(['VIN'], { chassis: 'name' })).toEqual(['vin']);
  });

  test('give a field to the first column of it alone', () => {
    expect(guessColumns(['Plate', 'Kennzeichen', 'VIN'], {})).toEqual(['licensePlate', null, 'vin']);
    expect(guessColumns(['Remark', 'VIN'], { remark: 'vin' })).toEqual(['vin', null]);
  });

  test('are remembered by their folded headings, a column without a field too', () => {
    const mapping = mappingOf(['Clé', 'Remark', 'More'], ['key', null]);
    expect(mapping).toEqual({ cle: 'key', remark: null, more: null });
    expect(batchMapping.parse(mapping)).toEqual(mapping);
    expect(batchMapping.safeParse({ cle: 'colour' }).success).toBe(false);
    expect(batchMapping.safeParse({ ['x'.repeat(200)]: 'vin' }).success).toBe(true);
    expect(batchMapping.safeParse({ ['x'.repeat(201)]: 'vin' }).success).toBe(false);
  });
});

describe('the cells of a line', () => {
  const cells = [' M BX 1 ', 'W1V', 'Van', 'Ford', 'Transit', '0012', 'North', 'Flip'];
  const row = {
    line: 7,
    licensePlate: 'M BX 1',
    vin: 'W1V',
    name: 'Van',
    brand: 'Ford',
    model: 'Transit',
    serial: '0012',
    group: 'North',
    key: 'Flip',
  };

  test('fill the fields of their columns, without the surrounding blanks', () => {
    expect(rowOf(7, cells, batchField.options)).toEqual(row);
    expect(rowOf(7, cells.toReversed(), batchField.options.toReversed())).toEqual(row);
  });

  test('leave a field empty that no column has, and one whose cell is missing', () => {
    const empty = {
      ...row,
      licensePlate: '',
      vin: '',
      name: '',
      brand: '',
      model: '',
      serial: '',
      group: '',
      key: '',
    };
    expect(rowOf(7, cells, [null, null])).toEqual(empty);
    expect(rowOf(7, [], batchField.options)).toEqual(empty);
    expect(rowOf(7, ['x', 'W1V'], [null, 'vin'])).toEqual({ ...empty, vin: 'W1V' });
  });

  test('are cut to the longest stored cell', () => {
    expect(rowOf(2, ['x'.repeat(2_001)], ['name']).name).toBe('x'.repeat(2_000));
    const planned = {
      ...row,
      name: 'x'.repeat(2_000),
      id: '00000000-0000-4000-8000-000000000001',
      file: 'monday.csv',
      importedAt: 1,
      job: null,
    };
    expect(plannedCar.parse(planned)).toEqual(planned);
    expect(plannedCar.safeParse({ ...planned, name: `${planned.name}x` }).success).toBe(false);
    expect(plannedCar.safeParse({ ...planned, line: 0 }).success).toBe(false);
  });
});
