import { z } from 'zod';
import { jobId, plannedCarId } from '../ids.ts';
import { sentence, ProblemError, type Sentence } from '../problem.ts';
import { instant } from '../time.ts';
import { foldForSearch, foldSerial, looksLikeSerial } from './serial.ts';
import { boundedText, LONGEST_NAME, typedText, typedVin, vinHints } from './typed-text.ts';

/* Imported lists of cars: fields, column mapping, checked rows and planned cars. */

/** The fields that a list may have for each car, in the order of the template. */
export const batchField = z.enum(['licensePlate', 'vin', 'name', 'brand', 'model', 'serial', 'group', 'key']);
export type BatchField = z.infer<typeof batchField>;

/** Upper bound of rows in an imported list. */
export const MOST_BATCH_ROWS = 5000;
/** Batch size of row look-ups: small, so that the window can show progress and stop. */
export const BATCH_PIECE = 200;

const cell = z.string().max(2000);

/** One car of a list, as written there; '' where the list has no value. */
export const batchRow = z.object({
  /** The line in the file, counted from 1 with the headings, as an editor or a spreadsheet shows it. */
  line: z.number().int().positive(),
  licensePlate: cell,
  vin: cell,
  name: cell,
  brand: cell,
  model: cell,
  serial: cell,
  group: cell,
  key: cell,
});
export type BatchRow = z.infer<typeof batchRow>;

/**
 * - `ready`: can be planned.
 * - `warned`: can be planned, but a person should check it.
 * - `there`: already planned or begun; nothing is created.
 * - `refused`: cannot be planned without a correction.
 */
export const batchVerdict = z.object({
  line: z.number().int().positive(),
  state: z.enum(['ready', 'warned', 'there', 'refused']),
  says: z.array(sentence),
});
export type BatchVerdict = z.infer<typeof batchVerdict>;

/** A car of a list that is to be fitted. The operator is queried only when its job begins. */
export const plannedCar = batchRow.extend({
  id: plannedCarId,
  file: z.string(),
  importedAt: instant,
  /** The job that fits it; null until it is begun. */
  job: jobId.nullable(),
});
export type PlannedCar = z.infer<typeof plannedCar>;

/** The field that a person last chose for columns with these headings; headings folded by `foldHeading`. */
export const batchMapping = z.record(z.string().max(200), batchField.nullable());
type BatchMapping = z.infer<typeof batchMapping>;

/** The comparison form of a heading: letters and digits only, without accents and case. */
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

/**
 * The field of each column: by the person's last choice, else by its heading. Each field is assigned to one column
 * only.
 */
export function guessColumns(
  headings: readonly string[],
  remembered: BatchMapping,
): readonly (BatchField | null)[] {
  const taken = new Set<BatchField>();
  return headings.map((heading) => {
    const folded = foldHeading(heading);
    // A heading may equal the name of an inherited property of every object.
    const said = Object.hasOwn(remembered, folded) ? remembered[folded] : undefined;
    const guess =
      said === undefined ? (batchField.options.find((field) => known[field].includes(folded)) ?? null) : said;
    if (guess === null || taken.has(guess)) return null;
    taken.add(guess);
    return guess;
  });
}

/** The meanings of these columns, stored for the next list. */
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

/** The fields that identify a car of a list. */
interface RowKeys {
  readonly vin: string | null;
  readonly plate: string | null;
  readonly serial: string | null;
}

const folded = (text: string, fold: (text: string) => string): string | null =>
  text.trim() === '' ? null : fold(text);

/** The fields that identify this row; a name alone does not identify a car. */
export function keysOf(row: Pick<BatchRow, 'vin' | 'licensePlate' | 'serial'>): RowKeys {
  return {
    vin: folded(row.vin, foldForSearch),
    plate: folded(row.licensePlate, foldForSearch),
    serial: folded(row.serial, foldSerial),
  };
}

/** Checks each row by itself and against the previous rows. The input is all rows of a list in their order. */
export function createRowCheck(): (row: BatchRow) => BatchVerdict {
  const seen = {
    vin: new Map<string, number>(),
    plate: new Map<string, number>(),
    serial: new Map<string, number>(),
  };
  return (row) => {
    const faults = [...faultsOf(row)];
    const keys = keysOf(row);
    for (const what of ['vin', 'plate', 'serial'] as const) {
      const key = keys[what];
      if (key === null) continue;
      const before = seen[what].get(key);
      if (before === undefined) seen[what].set(key, row.line);
      else faults.push({ key: `batch.row.same-${what}`, params: { line: before } });
    }
    if (faults.length > 0) return { line: row.line, state: 'refused', says: faults };
    const warnings = warningsOf(row);
    return { line: row.line, state: warnings.length > 0 ? 'warned' : 'ready', says: [...warnings] };
  };
}

function* faultsOf(row: BatchRow): Generator<Sentence> {
  if (row.licensePlate === '' && row.vin === '' && row.name === '') {
    yield { key: 'batch.row.no-car', params: {} };
  }
  for (const check of [
    () => typedVin(row.vin),
    ...(['licensePlate', 'name', 'brand', 'model', 'group', 'key'] as const).map(
      (field) => () => boundedText(typedText(row[field]) ?? '', field),
    ),
  ]) {
    const fault = faultIn(check);
    if (fault !== null) yield fault;
  }
  if (row.serial !== '' && !looksLikeSerial(row.serial)) {
    yield { key: 'batch.row.serial', params: { serial: row.serial.slice(0, 60) } };
  }
}

function faultIn(check: () => unknown): Sentence | null {
  try {
    check();
    return null;
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    const { code, params } = cause.problem;
    return code === 'vin-malformed'
      ? { key: 'batch.row.vin', params }
      : { key: 'batch.row.too-long', params: { longest: LONGEST_NAME } };
  }
}

function warningsOf(row: BatchRow): readonly Sentence[] {
  return vinHints(row.vin).map((hint): Sentence => {
    switch (hint.hint) {
      case 'vin-length':
        return { key: 'flow.car.hint.vin-length', params: { length: hint.length } };
      case 'vin-alphabet':
        return { key: 'flow.car.hint.vin-alphabet', params: { characters: hint.characters } };
      case 'vin-check-digit':
        return { key: 'flow.car.hint.vin-check-digit', params: {} };
    }
  });
}

/** Combines two verdicts on a row: the worse state counts, and all sentences stay. */
export function together(one: BatchVerdict, other: BatchVerdict): BatchVerdict {
  const order = ['ready', 'warned', 'there', 'refused'] as const;
  const worse = order.indexOf(one.state) >= order.indexOf(other.state) ? one : other;
  return { line: one.line, state: worse.state, says: [...one.says, ...other.says] };
}
