import type { PreflightCheck } from '../../../shared/domain/job.ts';
import { foldForSearch, foldSerial } from '../../../shared/domain/serial.ts';
import type { JobId } from '../../../shared/ids.ts';
import type { ExpectedBox } from '../../../shared/relay/planned-jobs.ts';
import type { Sqlite } from '../../db/open.ts';
import { plannedJobOfJob } from '../../db/tables/queue/planned-jobs.ts';
import type { DirectoryProduct } from '../../directory/answers.ts';
import { bodyOf } from './claims.ts';

/** Is a Box the one that the office planned for this job? Nothing where the plan names none. */
export function plannedBoxCheck(
  sqlite: Sqlite,
  job: JobId,
  serial: string,
  product: Pick<DirectoryProduct, 'serialNumber' | 'uniqueId' | 'sapNumber'> | null,
): readonly PreflightCheck[] {
  const row = plannedJobOfJob(sqlite, job);
  if (row === undefined) return [];
  const { work } = bodyOf(row);
  if (work.kind === 'removal' || work.expected === null) return [];
  const { state, key, params } = compare(work.expected, serial, product);
  return [
    { check: 'planned', state, says: { key: `checks.planned.${key}`, params }, asOf: null, problem: null },
  ];
}

function compare(
  expected: ExpectedBox,
  serial: string,
  product: Pick<DirectoryProduct, 'serialNumber' | 'uniqueId' | 'sapNumber'> | null,
) {
  if (expected.by === 'serial') {
    const params = { serial: expected.serial };
    const numbers = [serial, ...(product === null ? [] : [product.serialNumber, product.uniqueId])];
    const same = numbers.some((number) => foldSerial(number) === foldSerial(expected.serial));
    return same
      ? ({ state: 'passed', key: 'as-planned', params } as const)
      : ({ state: 'refused', key: 'other-box', params } as const);
  }
  const params = { variant: expected.name };
  const found = product?.sapNumber ?? null;
  if (found === null) return { state: 'unchecked', key: 'variant-unknown', params } as const;
  return foldForSearch(found) === foldForSearch(expected.name)
    ? ({ state: 'passed', key: 'variant-as-planned', params } as const)
    : ({ state: 'refused', key: 'other-variant', params } as const);
}
