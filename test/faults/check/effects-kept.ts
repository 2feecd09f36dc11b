import { z } from 'zod';
import { attemptsOf } from '../../../electron/db/tables/queue/operation-history.ts';
import type { OperationRow } from '../../../electron/db/tables/queue/operations.ts';
import type { Lost } from '../set-back.ts';
import type { Scene } from './check.ts';
import type { Effect } from '../effects.ts';
import { type Facts, hasFailed, howOftenDone, isDone } from './facts.ts';
import { goalOf } from './goals.ts';

/** Never lost, never twice: every operation against what the operator has executed. */
export function checkEffects(scene: Scene, facts: Facts): readonly string[] {
  const { evidence } = scene;
  const found: string[] = [];
  const ids = new Set<string>(facts.rows.map(({ id }) => id));
  for (const id of evidence.acknowledged.keys()) {
    if (!ids.has(id)) found.push(`lost: an operation that was said to be saved is gone (${id})`);
  }
  for (const order of evidence.refusedButKept) found.push(`half: refused and kept all the same: ${order}`);

  const asked = new Map<string, OperationRow[]>();
  for (const row of facts.rows) {
    const key = facts.keys.get(row.id) ?? null;
    if (key !== null) asked.set(key, [...(asked.get(key) ?? []), row]);
  }
  found.push(...strays(facts, evidence.lost));
  for (const [key, rows] of asked) {
    const undone = undoneBetween(scene, facts, key, rows) + goneUnseen(scene, facts, key, rows);
    const done = howOftenDone(facts, key) - repeatsAllowed(facts, key) - undone;
    const lostOnes = evidence.lost.keys.filter((lost) => lost === key).length;
    // A state that a colleague has undone since is brought about again, where the disk does not know that it was done.
    const isDoneAgain = rows.some(
      ({ id, kind }) => evidence.lost.left.has(id) && !mustHaveBeenDoneForIt.has(kind),
    );
    if (isDoneAgain) continue;
    // Of equal orders one may take the car of another that had left before the disk was set back; that one makes its own then.
    const isExchanged = rows.some(({ id }) => evidence.lost.left.has(id));
    const hasLeft = ({ id, attempt, confirmed_by: by }: OperationRow) =>
      attempt > 0 || evidence.lost.left.has(id) || (isExchanged && by === 'query');
    const left = rows.filter(hasLeft).length + lostOnes;
    if (done > left) found.push(`twice: ${key} was done ${done} times for ${left} operations that left`);
    // An equal order that the disk has lost did it as well: the two cannot be distinguished any more.
    // A car like ours is taken for ours where the disk does not know what was there before: a second one would be worse.
    const isTaken = evidence.lost.entries.size > 0 && rows.some(({ kind }) => kind === 'create-car');
    const isKnown = lostOnes === 0 && !isTaken && !rows.some(({ id }) => evidence.lost.left.has(id));
    if (isKnown && undone === 0) found.push(...claims(facts, key, rows));
  }
  return found;
}

/** Executed operations without an order of this laptop, or more of them than the orders that the disk cannot name any more. */
export function strays(facts: Facts, lost: Pick<Lost, 'keys' | 'requests'>): readonly string[] {
  const asked = new Set(facts.keys.values());
  const keys = new Set(facts.effects.map(({ key }) => key));
  return [...keys].flatMap((key) => {
    if (asked.has(key) || lost.keys.includes(key)) return [];
    const unnamed = [...lost.requests].filter(
      ([id, request]) => request === key && facts.keys.get(id) !== key,
    ).length;
    if (unnamed === 0) return [`stray: the operator did this without an order: ${key}`];
    const done = howOftenDone(facts, key);
    return done > unnamed ? [`twice: ${key} was done ${done} times for ${unnamed} operations that left`] : [];
  });
}

/** A test access that has run out opens nothing: a new request for it is another one. */
function repeatsAllowed({ effects }: Facts, key: string): number {
  if (!key.startsWith('test access')) return 0;
  const done = effects.filter((effect) => effect.key === key && isDone(effect));
  return done.filter((effect, index) => {
    const next = done[index + 1];
    const end = /"end":"([^"]+)"/.exec(effect.entry.body ?? '')?.[1];
    return next !== undefined && end !== undefined && Date.parse(end) <= next.at;
  }).length;
}

/**
 * A member or a Box that a colleague has taken out again while our request was in doubt is put in once more, a Box that was put back is
 * taken out once more, and a name that was set back is set once more: no read can tell why it is so. A result of the removal tells.
 */
function undoneBetween(
  scene: Scene,
  { effects, bindings }: Facts,
  key: string,
  rows: readonly OperationRow[],
): number {
  const { operator, productOf } = scene.world;
  const [row] = rows;
  if (row === undefined || !isUndoable(row.kind)) return 0;
  const isIn = goalOf(row, (operation, field) => bindings.get(`${operation} ${field}`), productOf);
  const done = effects.filter((effect) => effect.key === key && isDone(effect));
  return done.filter(({ at }, index) => {
    const before = done[index - 1];
    if (before === undefined || isIn?.(operator.history.asOf(at - 1)) !== false) return false;
    return !wasReportedBetween(scene, rows, before);
  }).length;
}

/** A value that a colleague put over ours is protected by `checkNothingOverwritten`; the former value cannot be distinguished from no change. */
const isUndoable = (kind: string): boolean =>
  kind.startsWith('add-') || kind.endsWith('install') || kind === 'rename-group' || kind === 'update-car';

/**
 * Had this laptop taken a result of a removal before it left once more, without the word of a person? Its results are known by the body
 * where the operator names it, and where the accesses that went had been listed.
 */
function wasReportedBetween(
  { open, world, evidence }: Scene,
  rows: readonly OperationRow[],
  { reports }: Effect,
): boolean {
  if (!world.operator.tellsBodies || rows.some(({ id }) => evidence.deeds.has(`decide ${id}`))) return false;
  const { sqlite } = open.database;
  return rows.some(({ id, kind, context }) => {
    if (kind !== 'uninstall') return false;
    const [last, before] = attemptsOf(sqlite, id).toReversed();
    if (last === undefined || before === undefined) return false;
    return reports.some(({ assignmentId }) => {
      const isListed = context?.includes(`"id":${String(assignmentId)},`) === true;
      const came = sqlite
        .prepare<[number, number, number, string], number>(
          `SELECT 1 FROM result WHERE kind = 'deleted' AND tick >= ? AND tick < ?
             AND json_extract(payload, '$.payload.assignmentId') = ?
             AND upper(json_extract(payload, '$.payload.checksum')) = ?`,
        )
        .pluck()
        .get(before.tick, last.tick, z.number().parse(assignmentId), before.checksum);
      return isListed && came === 1;
    });
  });
}

/**
 * An access that had gone before the laptop looked for it is given again where neither the relay nor the laptop has its result (a lost run
 * gave it, or the relay lost its store): then nothing that the laptop can read tells of it. Answers how many have gone so.
 */
function goneUnseen(
  { open, world: { operator, relay } }: Scene,
  { effects }: Facts,
  key: string,
  rows: readonly OperationRow[],
): number {
  if (!rows.some(({ kind }) => kind === 'create-assignment')) return 0;
  // The try that follows may also fail at the operator.
  const ended = effects.filter((effect) => effect.key === key && (isDone(effect) || hasFailed(effect)));
  const taken = open.database.sqlite
    .prepare<[], string>(`SELECT json_extract(payload, '$.payload') FROM result WHERE kind = 'created'`)
    .pluck()
    .all()
    .map((text): unknown => JSON.parse(text));
  const kept = [...relay.kept(), ...taken].map((payload) => ofAccess.parse(payload));
  return ended.filter((effect, index) => {
    const next = ended[index + 1];
    const number = effect.result?.assignmentId ?? null;
    if (!isDone(effect) || next === undefined || number === null) return false;
    // The next one may have the same number, and so the same result.
    const isReported =
      next.result?.assignmentId !== number &&
      kept.some(({ assignmentId, start }) => assignmentId === number && start !== undefined);
    return !isReported && !operator.history.asOf(next.at - 1).assignments.has(number);
  }).length;
}

/** A result; one of a new access has a start. */
const ofAccess = z.looseObject({ assignmentId: z.number().nullish(), start: z.string().optional() });

/** An order of this kind is done only where the operator has done it for that order. */
export const mustHaveBeenDoneForIt = new Set(['create-car', 'create-event', 'create-assignment']);

/** The facts of the operations with one key. */
function claims(facts: Facts, key: string, rows: readonly OperationRow[]): readonly string[] {
  const found: string[] = [];
  const done = howOftenDone(facts, key);
  const sayDone = rows.filter(({ state }) => state === 'done');
  const [first] = rows;
  if (first !== undefined && mustHaveBeenDoneForIt.has(first.kind)) {
    if (sayDone.length > done) {
      found.push(`untrue: ${sayDone.length} operations say done, the operator did it ${done} times: ${key}`);
    }
    const bound = sayDone.map(({ id }) => facts.bindings.get(`${id} id`));
    if (first.kind !== 'create-event' && new Set(bound).size < bound.length) {
      found.push(`shared: two operations took the same id ${bound.join(', ')}: ${key}`);
    }
  }
  const failed = facts.effects.filter((effect) => effect.key === key && hasFailed(effect)).length;
  const sayFailed = rows.filter(({ state }) => state === 'failed').length;
  if (sayFailed > failed)
    found.push(`untrue: ${sayFailed} say failed, the operator failed ${failed}: ${key}`);
  const ended = rows.filter(({ state }) => state === 'failed' || state === 'done').length;
  const sure = rows.every(({ state }) => state === 'failed' || state === 'done');
  if (sure && done > sayDone.length && ended > 0) {
    found.push(
      `untrue: done ${done} times, ${sayDone.length} operations say done and the others failed: ${key}`,
    );
  }
  return found;
}
