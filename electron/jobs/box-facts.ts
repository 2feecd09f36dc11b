import type { JobBox } from '../../shared/domain/job.ts';
import type { PreflightCheck } from '../../shared/domain/boxes.ts';
import { problem as problemSchema } from '../../shared/problem.ts';
import type { Sqlite } from '../db/open.ts';
import { type OperationRow, readOperation } from '../db/tables/queue/operations.ts';
import { boxAsRead } from '../operations/queue/kinds/install.ts';
import { variantOf } from './box-lookup.ts';
import type { DataOf } from './job-data.ts';
import { compareVariant } from './preflight.ts';

type FittedData = DataOf<'installation' | 'swap'>;

/** The Box of a job with its current facts; its variant is the one that the operator reported. */
export interface BoxFacts {
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
