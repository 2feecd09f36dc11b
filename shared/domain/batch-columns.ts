import { type BatchField, batchField, type BatchMapping, type BatchRow } from './batch.ts';

/** How a heading is compared: letters and digits alone, without accents and case. */
export function foldHeading(heading: string): string {
  return heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, 200);
}

/** Headings people use, folded, in the four languages of the app. */
const known: Readonly<Record<BatchField, readonly string[]>> = {
  licensePlate: [
    'licenseplate', 'licenceplate', 'plate', 'registration', 'regno', 'kennzeichen', 'amtlicheskennzeichen', 'nummernschild',
    'plaque', 'plaquedimmatriculation', 'immatriculation', 'matricula', 'placa',
  ],
  vin: ['vin', 'vinnumber', 'chassis', 'chassisnumber', 'fin', 'fahrgestellnummer', 'fgnr', 'numerodechassis', 'bastidor', 'numerodebastidor'],
  name: ['name', 'carname', 'vehiclename', 'fahrzeugname', 'bezeichnung', 'nom', 'nombre'],
  brand: ['brand', 'make', 'manufacturer', 'marke', 'hersteller', 'marque', 'marca'],
  model: ['model', 'modell', 'typ', 'modele', 'modelo'],
  serial: ['serial', 'serialnumber', 'box', 'boxserial', 'seriennummer', 'boxnummer', 'numerodeserie', 'serie'],
  group: ['group', 'groupname', 'gruppe', 'fuhrpark', 'groupe', 'grupo'],
  key: ['key', 'keyform', 'keyfob', 'schlussel', 'schlusselform', 'cle', 'formedecle', 'llave', 'mando'],
}; // prettier-ignore

/** The field of each column: as a person chose it last, else by its heading; a field is taken by one column only. */
export function guessColumns(
  headings: readonly string[],
  remembered: BatchMapping,
): readonly (BatchField | null)[] {
  const taken = new Set<BatchField>();
  return headings.map((heading) => {
    const folded = foldHeading(heading);
    // A heading may be the name of something that every object has.
    const said = Object.hasOwn(remembered, folded) ? remembered[folded] : undefined;
    const guess =
      said === undefined ? (batchField.options.find((field) => known[field].includes(folded)) ?? null) : said;
    if (guess === null || taken.has(guess)) return null;
    taken.add(guess);
    return guess;
  });
}

/** The meanings of these columns, to be remembered for the next list. */
export function mappingOf(
  headings: readonly string[],
  columns: readonly (BatchField | null)[],
): BatchMapping {
  return Object.fromEntries(headings.map((heading, index) => [foldHeading(heading), columns[index] ?? null]));
}

/** The cells of a line as a car. */
export function rowOf(
  line: number,
  cells: readonly string[],
  columns: readonly (BatchField | null)[],
): BatchRow {
  const of = (field: BatchField) => (cells[columns.indexOf(field)] ?? '').trim().slice(0, 2000);
  return {
    line,
    licensePlate: of('licensePlate'),
    vin: of('vin'),
    name: of('name'),
    brand: of('brand'),
    model: of('model'),
    serial: of('serial'),
    group: of('group'),
    key: of('key'),
  };
}
