import { z } from 'zod';
import { type Problem, problem } from '../../../shared/problem.ts';
import type { OperationRow } from '../../../electron/db/tables/queue/operations.ts';
import { neverReached } from '../../../shared/never.ts';
import type { Scene } from './check.ts';
import type { Evidence } from './evidence.ts';
import { type Facts, howOftenDone } from './facts.ts';

/** Every operation is in a true state, and whatever is open is in front of a person. */
export function checkStates(
  { rested, open, world, laptops, evidence }: Scene,
  facts: Facts,
): readonly string[] {
  const found: string[] = [];
  // Work done from a disk before it was set back counts as a colleague's.
  const lost = new Set(evidence.lost.keys);
  const isSetBack = evidence.lost.left.size > 0 || evidence.lost.entries.size > 0;
  const others = laptops > 1 || isSetBack ? { lost, isSetBack } : null;
  const of = (row: OperationRow) => `${row.seq} ${row.kind} (${facts.keys.get(row.id) ?? 'not bound'})`;
  for (const row of facts.rows) {
    switch (row.state) {
      case 'ready':
      case 'sending':
      case 'unknown':
        found.push(`stuck: ${of(row)} is still ${row.state} after hours of calm`);
        break;
      case 'awaiting-result':
        found.push(`stuck: ${of(row)} waits for a result that never comes`);
        break;
      case 'waiting':
        if (!waitsForAPerson(row, facts, open))
          found.push(`stuck: ${of(row)} waits for nothing that is open`);
        break;
      case 'blocked':
      case 'held':
        if (row.problem === null) found.push(`unsaid: ${of(row)} is ${row.state} without a reason`);
        else if (
          !mayHaveTheOldNumber(row, world) &&
          !hadLeftBefore(row, world, evidence) &&
          !isReason(problem.parse(JSON.parse(row.problem)), world, facts, others, evidence.mended)
        ) {
          found.push(`needless: ${of(row)} needs a person: ${row.problem}`);
        }
        break;
      case 'cancelled':
        break;
      case 'failed':
      case 'done':
        if (row.finished_at === null) found.push(`unsaid: ${of(row)} ended and does not say when`);
        break;
      default:
        neverReached(row.state);
    }
    if (row.state === 'done' && row.attempt > 0 && row.confirmed_by === 'answer') {
      const key = facts.keys.get(row.id) ?? null;
      if (key !== null && howOftenDone(facts, key) === 0 && !goalsReachedOtherwise.has(row.kind)) {
        found.push(`untrue: ${of(row)} says the operator answered yes, and it never did it`);
      }
    }
  }
  if (!rested && found.length === 0) found.push('restless: something goes on for ever');
  return found;
}

/** A 404 or 409 may say that the goal was reached before. */
const goalsReachedOtherwise: ReadonlySet<string> = new Set([
  'delete-group',
  'delete-assignment',
  'add-car-to-group',
  'add-user-to-group',
  'add-product-to-group',
  'remove-service-from-group',
  'remove-user-from-customer',
]);

/** The problems that rightly need a person, with everything well again and after a retry. */
const reasons: ReadonlySet<string> = new Set([
  'box-without-service',
  'box-in-another-car',
  'box-out-of-use',
  'car-holds-another-box',
  'box-not-installed',
  'operator-not-found',
  'operator-conflict',
  'assignment-ended-elsewhere',
  'dependency-ended',
  'car-unknown',
  // A swap that makes an access again: it had ended before the Box left, or it stayed.
  'access-ended-before',
  'access-not-gone',
]);

/** The same, where a colleague changes the same objects. */
const reasonsWithOthers: ReadonlySet<string> = new Set([
  'access-may-be-given',
  'changed-meanwhile',
  'times-changed-meanwhile',
  'open-end-changed-meanwhile',
  'box-back-in-car',
  'access-may-be-another',
  'product-in-another-car',
  'outcome-contradicts',
]);

/** The same, where the disk was set back: what was sent from it was not prepared on it. */
const reasonsOfAnOlderDisk: ReadonlySet<string> = new Set(['outcome-not-reported']);

function isReason(
  { code, params }: Problem,
  { storm }: Scene['world'],
  facts: Facts,
  others: { readonly lost: ReadonlySet<string | null>; readonly isSetBack: boolean } | null,
  mended: readonly string[],
): boolean {
  if (code === 'dependency-lost' && mended.includes('operation_dependency')) return true;
  // A car that was there before, or that a colleague created; one created by an order of this laptop is no reason.
  if (code === 'car-exists') {
    return facts.effects.every(({ made, key }) => made !== params['carId'] || others?.lost.has(key) === true);
  }
  const resultsGetLost = storm.webhook + storm.relayDown + storm.relayRestored + storm.relayWiped > 0;
  const othersChangeTheSame = storm.colleague > 0 || others !== null;
  if (othersChangeTheSame && reasonsWithOthers.has(code)) return true;
  if (others !== null && others.isSetBack && reasonsOfAnOlderDisk.has(code)) return true;
  return reasons.has(code) || (code === 'result-missing' && resultsGetLost);
}

/** An access may be recreated under the number of the one that left. Its result looks like a late one of that access. */
function mayHaveTheOldNumber({ payload }: OperationRow, { storm }: Scene['world']): boolean {
  return storm.numberReuse > 0 && payload.includes('"again":true');
}

const removal = z.object({ car: z.number(), productId: z.number().nullable(), serialNumber: z.string() });

/** A Box that was not in the car any more when its removal was asked for, and that is in another car by now. */
function hadLeftBefore(
  { id, kind, payload, problem: text }: OperationRow,
  { operator, productOf }: Scene['world'],
  { acknowledged }: Evidence,
): boolean {
  const code = text === null ? null : problem.parse(JSON.parse(text)).code;
  const askedAt = acknowledged.get(id);
  if (kind !== 'uninstall' || code !== 'product-in-another-car' || askedAt === undefined) return false;
  const { car, productId, serialNumber } = removal.parse(JSON.parse(payload));
  const box = operator.history.asOf(askedAt).products.get(productId ?? productOf(serialNumber));
  return box?.carId !== car;
}

function waitsForAPerson(row: OperationRow, facts: Facts, { database }: Scene['open']): boolean {
  const on = database.sqlite
    .prepare<[string], string>('SELECT depends_on FROM operation_dependency WHERE operation_id = ?')
    .pluck()
    .all(row.id);
  return facts.rows.some(({ id, state }) => on.includes(id) && (state === 'blocked' || state === 'waiting'));
}
