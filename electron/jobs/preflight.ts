import { type BoxLabel, labelOf } from '../../shared/domain/box-label.ts';
import type { PreflightCheck } from '../../shared/domain/job.ts';
import type { JobKey } from '../../shared/domain/job-key.ts';
import type { LeavingBox } from '../../shared/domain/job-removal.ts';
import { foldSerial } from '../../shared/domain/serial.ts';
import { makeProblem, type Problem } from '../../shared/problem.ts';
import type { Instant } from '../../shared/time.ts';
import type { DirectoryProduct } from '../directory/answers.ts';
import type { DataOf, JobData } from './job-data.ts';
import type { JobDirectory, JobParts } from './parts.ts';
import { boxBySerial, checkedSerial, variantOf } from './box-lookup.ts';
import { checklistOf } from './job-checklist.ts';
import { labelChecks } from './label-check.ts';

/** What a Box is checked against. */
export interface Fitting {
  readonly car: JobData['car'];
  readonly key: JobKey | null;
  /** The Box that leaves the car first: without a key the new one is to be like it. */
  readonly leaves: LeavingBox | null;
  /** Its label, where it was photographed. */
  readonly label: BoxLabel | null;
  /** Does the checklist ask for the label? */
  readonly labelWanted: boolean;
}

/** What a Box of this job is checked against. */
export function fittingOf(
  parts: Pick<JobParts, 'checklists'>,
  data: DataOf<'installation' | 'swap'>,
  serial: string,
): Fitting {
  return {
    car: data.car,
    key: data.key,
    leaves: data.kind === 'swap' ? data.oldBox : null,
    label: labelOf(data, serial),
    labelWanted:
      data.kind === 'installation' &&
      !data.skipped.includes('fitting') &&
      checklistOf(parts, data).template.labelPhoto === true,
  };
}

type Check = PreflightCheck['check'];
type Params = Readonly<Record<string, string | number>>;

/**
 * What the local copies say about a serial before it is screwed in (product.md rule 4). What they cannot say is
 * `unchecked`, with the promise that it is checked before anything is sent, or, where this environment offers no list
 * of Boxes to check it by, that the operator's answer will tell.
 * ProblemError `serial-missing`, `serial-malformed`.
 */
export function preflightChecks(
  { directory }: Pick<JobParts, 'directory'>,
  fitting: Fitting,
  typed: string,
): {
  readonly checks: PreflightCheck[];
  readonly variant: string | null;
  readonly product: DirectoryProduct | null;
} {
  const serial = checkedSerial(typed);
  const product = boxBySerial(directory, serial);
  const label = labelChecks(directory, { label: fitting.label, wanted: fitting.labelWanted }, serial);
  if (product === undefined) {
    const neverRead = directory.offers('products') ? 'no-list' : 'not-offered';
    const key = directory.productsBySerial(serial).asOf === null ? neverRead : 'not-in-list';
    return {
      checks: [
        unchecked('known', key, { serial: serial.trim() }),
        ...label,
        unchecked('free', notKnown(directory)),
        carEmpty(directory, fitting, undefined),
      ],
      variant: null,
      product: null,
    };
  }
  return {
    checks: [
      ...label,
      variantCheck(fitting, product),
      freeCheck(directory, fitting, product),
      serviceCheck(directory, product),
      carEmpty(directory, fitting, product),
    ],
    variant: variantOf(fitting.key, product.sapNumber),
    product,
  };
}

/** What nobody can look up beforehand is not promised to be looked up. */
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

function variantCheck({ key, leaves }: Fitting, product: DirectoryProduct): PreflightCheck {
  const found = product.sapNumber ?? product.type;
  if (key === null && leaves !== null && leaves.sapNumber !== null && product.sapNumber !== null) {
    const sap = leaves.sapNumber;
    return sap === product.sapNumber
      ? passed('variant', 'as-old', product.asOf, { sap })
      : refused('variant', 'not-as-old', product.asOf, { sap, found }, null);
  }
  if (key === null || key.boxSapNumber === null || product.sapNumber === null) {
    return unchecked('variant', 'no-key', { found });
  }
  const form = key.keyFormName;
  const box = key.boxName ?? key.boxSapNumber;
  return key.boxSapNumber === product.sapNumber
    ? passed('variant', 'right', product.asOf, { form, box, sap: product.sapNumber })
    : refused('variant', 'wrong', product.asOf, { form, box, sap: key.boxSapNumber, found }, null);
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

function serviceCheck(directory: JobDirectory, product: DirectoryProduct): PreflightCheck {
  const service = directory.serviceOfProduct(product.id);
  switch (service.state) {
    case 'active':
      return passed('service', 'active', service.asOf);
    case 'none': {
      const problem = makeProblem('box-without-service', { serial: product.serialNumber });
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
    return passed('car-empty', 'leaves-first', leaves.toldAt, { serial: leaves.serialNumber });
  }
  if (rival === undefined) {
    // An empty list proves nothing where lists do not tell the car.
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
