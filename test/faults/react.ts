import { z } from 'zod';
import type { OperationRow } from '../../electron/db/tables/queue/operations.ts';
import type { OpenProfile } from '../../electron/session/open-profile.ts';
import { ProblemError, problem } from '../../shared/problem.ts';
import { SECOND } from '../../shared/time.ts';
import { gatherFacts, howOftenDone } from './check/facts.ts';
import type { Laptop } from './crew.ts';
import { Dead } from './incarnation.ts';
import { unfinished } from './person.ts';
import type { World } from './world.ts';

/** After so many tries at one operation the person leaves it as it is. */
export const PATIENCE = 3;

/** Problems that ask for a person's word: they look at the car, or ask the operator, and say how it was. */
const asksForAWord = new Set([
  'event-may-be-recorded',
  'crashed-repeatedly',
  'outcome-contradicts',
  'result-missing',
  'several-cars-match',
  'outcome-not-reported',
  'group-exists-unlisted',
  'car-exists',
  'access-may-be-given',
  'changed-meanwhile',
  'times-changed-meanwhile',
  'open-end-changed-meanwhile',
  'box-back-in-car',
  'access-may-be-another',
]);

/** Refusals after which the person comes back later. */
const heldUp: ReadonlySet<string> = new Set([
  'not-saved-disk-full',
  'database-busy',
  'still-being-found-out',
]);

const named = z.object({ name: z.string() });

/** Looks at the queue now and then, and does something about what needs a person. The answer ends it. */
export function react(world: World, { index, apps, evidence }: Laptop): () => void {
  const { time, chance, trace } = world;
  const mine = index === 0 ? '' : ` on ${index}`;
  let hasGone = false;
  const look = () => {
    const open = apps.open();
    try {
      if (open !== null) {
        if (open.engine.connection().state === 'paused') {
          trace.note('person: tries now');
          tryNow(open);
        }
        for (const row of unfinished(open, ['blocked', 'held'])) reactTo(open, row);
      }
    } catch (cause) {
      if (!(cause instanceof Dead)) throw cause;
    }
    if (!hasGone) time.after(chance.draw(`next look${mine}`).integer(10, 40) * SECOND, look);
  };

  /** Problems that are reported and change nothing: a full disk, a locked file. */
  const tryNow = (open: OpenProfile): void => {
    try {
      open.wake();
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      trace.note(`app: not taken: ${cause.problem.code}`);
    }
  };

  const reactTo = (open: OpenProfile, row: OperationRow): void => {
    const times = evidence.reactions.get(row.id) ?? 0;
    if (times >= PATIENCE) return;
    const why = row.problem === null ? '' : problem.parse(JSON.parse(row.problem)).code;
    const act = (deed: 'decide' | 'retry' | 'cancel', what: string, doIt: () => void) => {
      trace.note(`person${mine}: ${what} ${row.seq} ${row.kind} (${row.state}, ${why})`);
      const name = `${deed} ${row.id}`;
      const { sure, unsure } = evidence.deeds.get(name) ?? { sure: 0, unsure: 0 };
      try {
        doIt();
        evidence.deeds.set(name, { sure: sure + 1, unsure });
      } catch (cause) {
        if (!(cause instanceof ProblemError)) {
          evidence.deeds.set(name, { sure, unsure: unsure + 1 });
          throw cause;
        }
        trace.note(`app: not taken: ${cause.problem.code}`);
        if (heldUp.has(cause.problem.code)) return;
      }
      evidence.reactions.set(row.id, times + 1);
    };
    if (row.state === 'blocked' && asksForAWord.has(why)) {
      // The word of a person who has waited until it is certain.
      if (world.network.underWay() > 0 || world.operator.waiting() > 0) return;
      if (row.kind === 'create-group') {
        const there = groupOfThatName(row);
        return act('decide', there === null ? 'says there is none' : `names the group ${there}`, () =>
          open.commands.decide(row.id, there !== null, there),
        );
      }
      if (row.kind === 'create-car' && why === 'several-cars-match') {
        const made = carOf(open, row);
        return act('decide', made === null ? 'says there is none' : `names the car ${made}`, () =>
          open.commands.decide(row.id, made !== null, made),
        );
      }
      const was = wasDone(open, row);
      return act('decide', `says ${was ? 'done' : 'not done'}`, () => open.commands.decide(row.id, was));
    }
    if (chance.draw(`mind ${row.seq}${mine}`).chance(0.1)) {
      return act('cancel', 'gives up', () => open.commands.cancel(row.id));
    }
    act('retry', 'tries again', () => open.commands.retry(row.id));
  };

  /** Its number, as the operator's portal shows it. */
  const groupOfThatName = ({ payload }: OperationRow): number | null => {
    const { name } = named.parse(JSON.parse(payload));
    return [...world.operator.state.groups.values()].find((group) => group.name === name)?.id ?? null;
  };

  /** The car that this order has made and no other order has, as the person knows it. */
  const carOf = (open: OpenProfile, row: OperationRow): number | null => {
    const { keys, bindings, effects } = gatherFacts(open.database.sqlite, world, index);
    const known = new Set(bindings.values());
    const key = keys.get(row.id) ?? null;
    const made = effects.find(
      (effect) => key !== null && effect.key === key && effect.made !== null && !known.has(effect.made),
    );
    return made?.made ?? null;
  };

  const wasDone = (open: OpenProfile, row: OperationRow): boolean => {
    const facts = gatherFacts(open.database.sqlite, world, index);
    const key = facts.keys.get(row.id) ?? null;
    if (key === null) return false;
    const reported = facts.rows.filter(
      ({ id, state }) => facts.keys.get(id) === key && state === 'done' && id !== row.id,
    );
    return howOftenDone(facts, key) > reported.length;
  };

  time.after(20 * SECOND, look);
  return () => {
    hasGone = true;
  };
}
