import { type BoxLabel, labelOf, type PreflightCheck } from '../../shared/domain/boxes.ts';
import type { JobKey } from '../../shared/domain/directory.ts';
import type { LeavingBox } from '../../shared/domain/job-removal.ts';
import { foldSerial } from '../../shared/domain/serial.ts';
import { makeProblem, type Problem, problem as problemSchema } from '../../shared/problem.ts';
import type { Instant } from '../../shared/time.ts';
import type { JobBox } from '../../shared/domain/job.ts';
import type { Sqlite } from '../db/open.ts';
import { boxesOfOtherJobs, type JobRow } from '../db/tables/queue/jobs.ts';
import type { DirectoryProduct } from '../directory/rows.ts';
import { type OperationRow, readOperation } from '../db/tables/queue/operations.ts';
import { boxAsRead } from '../operations/queue/kinds/install.ts';
import type { DataOf, JobData } from './job-data.ts';
import type { JobDirectory, JobParts } from './change.ts';
import { plannedBoxCheck } from './planned/expectations.ts';
import {
  checkedSerial,
  matchBox,
  serialsOf,
  variantOf,
  labelChecks,
  conditionReader,
  type KnownCondition,
  outOfUse,
} from './box-lookup.ts';
import { checklistOf } from './job-checklist.ts';

/* The checks of a Box before it is fitted (product.md rule 4), and what its installation settles of them. */

/** The requirements that a Box is checked against. */
interface Fitting {
  readonly job: Pick<JobRow, 'id' | 'series_id'>;
  readonly car: JobData['car'];
  readonly key: JobKey | null;
  /** The Box to be removed. Without a key, the new Box must have its variant. */
  readonly leaves: LeavingBox | null;
  /** The Box's label, if it was photographed. */
  readonly label: BoxLabel | null;
  /** Whether the checklist requires the label. */
  readonly labelWanted: boolean;
}

/** The requirements for a Box of this job. */
export function fittingOf(
  parts: Pick<JobParts, 'checklists'>,
  { row, data }: { readonly row: JobRow; readonly data: DataOf<'installation' | 'swap'> },
  serial: string,
): Fitting {
  return {
    job: row,
    car: data.car,
    key: data.key,
    leaves: data.kind === 'swap' ? data.oldBox : null,
    label: labelOf(data, serial),
    labelWanted: data.kind === 'installation' && checklistOf(parts, data).template.labelPhoto === true,
  };
}

type Check = PreflightCheck['check'];
type Params = Readonly<Record<string, string | number>>;

/**
 * The checks of a serial before the Box is mounted, by local copies and the operator's live answers (product.md rule
 * 4). A fact that neither source has is `unchecked`. Its message says that it is checked before sending, or, if this
 * environment offers no list of Boxes, that the operator's answer decides. ProblemErrors `serial-missing`,
 * `serial-malformed`.
 */
export function preflightChecks(
  { database, directory, liveAnswers }: Pick<JobParts, 'database' | 'directory' | 'liveAnswers'>,
  fitting: Fitting,
  typed: string,
): {
  readonly checks: PreflightCheck[];
  readonly variant: string | null;
  readonly product: DirectoryProduct | null;
} {
  const serial = checkedSerial(typed);
  const found = matchBox(directory, serial);
  const numbers = found.match === 'one' ? [found.product.serialNumber, found.product.uniqueId] : [];
  const known = conditionReader(database.sqlite, directory)([serial, ...numbers]);
  const defect = conditionCheck(serial, known);
  const label = labelChecks(directory, { label: fitting.label, wanted: fitting.labelWanted }, serial);
  const one = found.match === 'one' ? found.product : null;
  const held = heldByOther(database.sqlite, fitting, serial, one);
  const planned = plannedBoxCheck(database.sqlite, fitting.job.id, serial, one);
  if (found.match !== 'one') {
    const unknown =
      found.match === 'several'
        ? ambiguous(serial, serialsOf(found.products))
        : notInCopies(directory, liveAnswers, serial);
    return {
      checks: [
        ...planned,
        unknown,
        ...(unknown.state === 'refused'
          ? []
          : [unchecked('variant', directory.offers('products') ? 'not-read' : 'not-offered')]),
        ...defect,
        ...label,
        held ?? unchecked('free', notKnown(directory)),
        carEmpty(directory, fitting, undefined),
      ],
      variant: null,
      product: null,
    };
  }
  const { product } = found;
  return {
    checks: [
      ...planned,
      ...defect,
      ...label,
      compareVariant(fitting, product),
      held ?? freeCheck(directory, fitting, product),
      serviceCheck(directory, liveAnswers, fitting, product),
      carEmpty(directory, fitting, product),
    ],
    variant: variantOf(fitting.key, product.sapNumber),
    product,
  };
}

/** An empty live answer is a refusal. An older list, or a missing one, proves nothing. */
function notInCopies(
  directory: JobDirectory,
  liveAnswers: JobParts['liveAnswers'],
  serial: string,
): PreflightCheck {
  const params = { serial: serial.trim() };
  const answeredAt = liveAnswers.noBoxAt(serial);
  if (answeredAt !== null) {
    return refused('known', 'nobody-knows', answeredAt, params, makeProblem('box-unknown', params));
  }
  const neverRead = directory.offers('products') ? 'no-list' : 'not-offered';
  const key = directory.productsBySerial(serial).asOf === null ? neverRead : 'not-in-list';
  return unchecked('known', key, params);
}

/** No check for a Box that counts as good. No reason overrides the refusal: `requireUsable`. */
function conditionCheck(serial: string, known: KnownCondition | null): readonly PreflightCheck[] {
  if (known === null || known.condition === 'good') return [];
  const { condition, by, at } = known;
  return [refused('defect', `${condition}-${by}`, null, { at }, outOfUse(serial, known))];
}

function ambiguous(serial: string, serials: string): PreflightCheck {
  const params = { serial: serial.trim(), serials };
  return refused('known', 'several', null, params, makeProblem('box-ambiguous', params));
}

/** A fact that cannot be looked up before sending is not announced as a pending lookup. */
function notKnown(directory: JobDirectory): 'unknown' | 'not-offered' {
  return directory.offers('products') ? 'unknown' : 'not-offered';
}

function unchecked(check: Check, key: string, params: Params = {}): PreflightCheck {
  return { check, state: 'unchecked', says: says(check, key, params), asOf: null, problem: null };
}

function passed(check: Check, key: string, asOf: Instant | null, params: Params = {}): PreflightCheck {
  return { check, state: 'passed', says: says(check, key, params), asOf, problem: null };
}

function refused(
  check: Check,
  key: string,
  asOf: Instant | null,
  params: Params,
  problem: Problem | null,
): PreflightCheck {
  return { check, state: 'refused', says: says(check, key, params), asOf, problem };
}

function says(check: Check, key: string, params: Params): PreflightCheck['says'] {
  return { key: `checks.${check}.${key}`, params: { ...params } };
}

/**
 * The variant that a job requires: the variant of its key, or in a swap without a key that of the old Box. Null: the
 * job requires none.
 */
export function neededVariant(data: {
  readonly key: JobKey | null;
  readonly oldBox?: Pick<LeavingBox, 'sapNumber'> | null;
}): { readonly sapNumber: string; readonly name: string } | null {
  const { key } = data;
  if (key !== null) {
    const sapNumber = key.boxSapNumber;
    return sapNumber === null ? null : { sapNumber, name: key.boxName ?? sapNumber };
  }
  const sapNumber = data.oldBox?.sapNumber ?? null;
  return sapNumber === null ? null : { sapNumber, name: sapNumber };
}

/** Compares the variant of a Box with the required one. */
export function compareVariant(
  { key, leaves }: Pick<Fitting, 'key' | 'leaves'>,
  { sapNumber, type, asOf }: Pick<DirectoryProduct, 'sapNumber' | 'asOf'> & { readonly type?: string },
): PreflightCheck {
  const found = sapNumber ?? type ?? '–';
  const needed = neededVariant({ key, oldBox: leaves });
  if (needed === null || sapNumber === null) return unchecked('variant', 'no-key', { found });
  const right = needed.sapNumber === sapNumber;
  if (key === null) {
    const sap = needed.sapNumber;
    return right
      ? passed('variant', 'as-old', asOf, { sap })
      : refused('variant', 'not-as-old', asOf, { sap, found }, null);
  }
  const about = { form: key.keyFormName, box: needed.name, sap: needed.sapNumber };
  return right
    ? passed('variant', 'right', asOf, about)
    : refused('variant', 'wrong', asOf, { ...about, found }, null);
}

function freeCheck(
  directory: JobDirectory,
  { car, leaves }: Fitting,
  product: DirectoryProduct,
): PreflightCheck {
  if (leaves !== null && isSameBox(leaves, product)) {
    return refused('free', 'is-old-box', product.asOf, { serial: product.serialNumber }, null);
  }
  if (!product.car.known) return unchecked('free', notKnown(directory));
  const { id, asOf } = product.car;
  if (id === null) return passed('free', 'free', asOf);
  if (id === car?.id) return passed('free', 'in-this-car', asOf);
  const other = directory.car(id);
  const label = other === undefined ? String(id) : (other.licensePlate ?? other.name);
  const problem = makeProblem('box-in-another-car', {
    serial: product.serialNumber,
    car: label,
    carId: id,
  });
  return refused('free', 'in-another-car', asOf, { car: label }, problem);
}

/**
 * Refuses a Box that another job of this laptop uses for another car. For an installed Box the directory decides, if it
 * has the data. Null: no other job uses the Box.
 */
function heldByOther(
  sqlite: Sqlite,
  { job, car }: Pick<Fitting, 'job' | 'car'>,
  serial: string,
  product: DirectoryProduct | null,
): PreflightCheck | null {
  const numbers = [serial, ...(product === null ? [] : [product.serialNumber, product.uniqueId])];
  const keys = new Set(numbers.map(foldSerial));
  const holder = boxesOfOtherJobs(sqlite, job).find(
    (held) =>
      (held.carId === null || held.carId !== car?.id) &&
      !(held.installed === 1 && product?.car.known === true) &&
      (product !== null && held.product !== null
        ? held.product === product.id
        : keys.has(foldSerial(held.serial)) || keys.has(foldSerial(held.sentAs))),
  );
  if (holder === undefined) return null;
  return refused('free', 'in-another-job', null, { car: holder.car }, null);
}

function serviceCheck(
  directory: JobDirectory,
  liveAnswers: JobParts['liveAnswers'],
  { car }: Pick<Fitting, 'car'>,
  product: DirectoryProduct,
): PreflightCheck {
  const kept = directory.serviceOfProduct(product.id);
  const noneAt = liveAnswers.noServiceAt(product.id);
  const older = kept.state === 'unknown' || (noneAt !== null && kept.asOf < noneAt);
  const service = noneAt !== null && older ? ({ state: 'none', asOf: noneAt } as const) : kept;
  switch (service.state) {
    case 'active':
      return passed('service', 'active', service.asOf);
    case 'none': {
      const problem = makeProblem('box-without-service', {
        serial: product.serialNumber,
        car: car === null ? '–' : (car.licensePlate ?? car.name),
      });
      return refused('service', 'none', service.asOf, {}, problem);
    }
    case 'unknown':
      return unchecked('service', 'unknown');
  }
}

function carEmpty(
  directory: JobDirectory,
  { car, leaves }: Fitting,
  product: DirectoryProduct | undefined,
): PreflightCheck {
  if (car === null) return unchecked('car-empty', notKnown(directory));
  if (car.id === null) return passed('car-empty', 'new-car', null);
  const held = directory.productsInCar(car.id);
  const rivals = held.rows.filter(({ id, family }) => id !== product?.id && family === 'box');
  const rival = rivals.find((other) => leaves === null || !isSameBox(leaves, other));
  if (rival === undefined && leaves !== null) {
    return passed('car-empty', 'leaves-first', leaves.reportedAt, { serial: leaves.serialNumber });
  }
  if (rival === undefined) {
    // An empty list proves nothing where lists do not include the car.
    return product?.car.known === true && held.asOf !== null
      ? passed('car-empty', 'empty', held.asOf)
      : unchecked('car-empty', notKnown(directory));
  }
  const serial = rival.serialNumber;
  const problem = makeProblem('car-holds-another-box', { car: car.licensePlate ?? car.name, serial });
  return refused('car-empty', 'occupied', rival.asOf, { serial }, problem);
}

function isSameBox(leaves: LeavingBox, product: DirectoryProduct): boolean {
  return leaves.productId === null
    ? foldSerial(leaves.serialNumber) === foldSerial(product.serialNumber)
    : leaves.productId === product.id;
}

type FittedData = DataOf<'installation' | 'swap'>;

/** The Box of a job with its current facts; its variant is the one that the operator reported. */
interface BoxFacts {
  readonly box: JobBox | null;
  readonly checks: PreflightCheck[];
}

/**
 * Overlays the facts from the installation on the facts from when the Box was chosen. A check that a person forced
 * keeps its refusal.
 */
export function boxFacts(sqlite: Sqlite, data: FittedData): BoxFacts {
  const { box } = data;
  if (box === null) return { box: null, checks: [] };
  const row = box.operation === null ? undefined : readOperation(sqlite, box.operation);
  const read = boxAsRead(row?.context ?? null);
  const wrong = row === undefined ? null : wrongVariantOf(row);
  const sapNumber = wrong ?? read?.sapNumber ?? box.sapNumber;
  const known: JobBox = { ...box, sapNumber, variant: variantOf(data.key, sapNumber) };
  if (row === undefined) return { box: known, checks: box.checks };
  const settledChecks = box.checks.map((check) => settled(check, row));
  if (read === null && wrong === null) return { box: known, checks: settledChecks };
  // A Box with a reported variant is known to the operator.
  const checks =
    wrong === null ? settledChecks : settledChecks.filter(({ check, state }) => !isOpenKnown(check, state));
  const leaves = data.kind === 'swap' ? data.oldBox : null;
  const compared = compareVariant(
    { key: data.key, leaves },
    { sapNumber: wrong ?? read?.sapNumber ?? null, asOf: row.finished_at ?? row.updated_at },
  );
  const open = checks.some(({ check, state }) => check === 'variant' && state === 'unchecked');
  const missing = !checks.some(({ check }) => check === 'variant');
  return {
    box: known,
    checks: open
      ? checks.map((check) => (check.check === 'variant' ? compared : check))
      : missing
        ? [...checks, compared]
        : checks,
  };
}

const isOpenKnown = (check: PreflightCheck['check'], state: PreflightCheck['state']): boolean =>
  check === 'known' && state === 'unchecked';

/** The variant that blocked an installation before sending; null when another reason blocked it, or none. */
function wrongVariantOf({ state, problem }: OperationRow): string | null {
  if (state !== 'blocked' || problem === null) return null;
  const { code, params } = problemSchema.parse(JSON.parse(problem));
  return code === 'box-wrong-variant' && typeof params['found'] === 'string' ? params['found'] : null;
}

/**
 * The check that remains open after the installation succeeded. The operator refuses an unknown Box, a Box in another
 * car, one without a service, and one that meets another Box in the car (spec part 4). It does not compare the variant.
 */
function settled(line: PreflightCheck, { state, confirmed_by, finished_at }: OperationRow): PreflightCheck {
  // Without a local confirmation only another laptop reports the installation, so no check passes.
  if (line.state !== 'unchecked' || state !== 'done' || confirmed_by === null) return line;
  switch (line.check) {
    case 'known':
    case 'free':
    case 'service':
    case 'car-empty':
      return confirmed_by === 'person'
        ? { ...line, says: { key: `checks.${line.check}.never`, params: {} } }
        : {
            ...line,
            state: 'passed',
            says: { key: `checks.${line.check}.taken`, params: {} },
            asOf: finished_at,
          };
    case 'variant':
      return { ...line, says: { key: 'checks.variant.never', params: {} } };
    case 'planned':
    case 'defect':
    case 'label':
    case 'label-photo':
      return line;
  }
}
