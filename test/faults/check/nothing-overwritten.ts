import { z } from 'zod';
import type { AttemptRow } from '../../../electron/db/tables/queue/operation-history.ts';
import type { OperationRow } from '../../../electron/db/tables/queue/operations.ts';
import { SECOND } from '../../../shared/time.ts';
import type { OperatorState } from '../../operator/state.ts';
import type { Scene } from './check.ts';
import type { Facts } from './facts.ts';

/** The fields that a change is about, as text. */
type Values = Readonly<Record<string, string>>;

interface Change {
  readonly asked: Values;
  readonly heldIn: (state: OperatorState) => Values;
}

/** The longest time from the moment that a look shows to the moment at which the request it decides about arrives. */
export const LOOK_MS = 45 * SECOND;
/** From the first byte to the effect of a request that takes effect at once. */
const WAY_MS = SECOND;

/** A status that says that nothing was applied. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 415, 429, 503]);

/**
 * A change that is sent once more after a doubt overwrites no value that a colleague has set meanwhile, unless a person has
 * decided so.
 */
export function checkNothingOverwritten(scene: Scene, facts: Facts): readonly string[] {
  // A process that stands still may have looked minutes before it sends.
  if (scene.world.storm.secondInstance > 0) return [];
  return facts.rows.flatMap((row) => checkChange(scene, facts, row));
}

function checkChange(scene: Scene, facts: Facts, row: OperationRow): readonly string[] {
  const { world, evidence } = scene;
  const change = changeOf(row);
  const key = facts.keys.get(row.id) ?? null;
  if (change === null || key === null) return [];
  if ([...facts.keys.values()].filter((other) => other === key).length > 1) return [];
  if (['decide', 'retry'].some((deed) => evidence.deeds.has(`${deed} ${row.id}`))) return [];
  const departures = departuresOf(scene, row);
  const [first] = departures.filter(({ isInDoubt }) => isInDoubt);
  if (first === undefined) return [];
  const before = change.heldIn(world.operator.history.asOf(first.at));
  const again = departures.filter(({ number }) => number > first.number);
  return facts.effects
    .filter((effect) => effect.key === key)
    .filter(({ at }) => again.some((later) => at >= later.at && at - later.at <= WAY_MS))
    .flatMap(({ at }) => {
      const known = change.heldIn(world.operator.history.asOf(at - LOOK_MS));
      const overwritten = change.heldIn(world.operator.history.asOf(at - 1));
      return Object.entries(change.asked)
        .filter(
          ([field, asked]) =>
            known[field] === overwritten[field] && ![asked, before[field]].includes(overwritten[field]),
        )
        .map(
          ([field, asked]) =>
            `overwritten: ${row.seq} ${row.kind} has put ${asked} over ${overwritten[field] ?? 'nothing'} (${field}), which was set after its first sending`,
        );
    });
}

/** Every request of an operation that has left, the oldest first. */
function departuresOf({ open, world }: Scene, { id }: OperationRow) {
  return open.database.sqlite
    .prepare<[string], AttemptRow>('SELECT * FROM attempt WHERE operation_id = ? ORDER BY number')
    .all(id)
    .flatMap(({ number, sent, status }) => {
      const at = world.wire.departedAt(id, number);
      const isRefused = sent === 'no' || (status !== null && REFUSALS.has(status));
      return at === undefined ? [] : [{ number, at, isInDoubt: !isRefused }];
    });
}

const texts = z.record(z.string(), z.string().nullable());
const carChange = z.object({ car: z.number(), patch: texts });
const groupChange = z.object({ group: z.number(), name: z.string() });
const accessChange = z.object({
  assignment: z.number(),
  patch: z.object({ start: z.number().optional(), end: z.number().nullish() }),
});

/** Null for what is no change of a value. */
function changeOf({ kind, payload }: OperationRow): Change | null {
  const raw: unknown = JSON.parse(payload);
  switch (kind) {
    case 'update-car': {
      const { car, patch } = carChange.parse(raw);
      return {
        asked: asText(patch),
        heldIn: ({ cars }) => {
          const { name = '', description, brand, model } = cars.get(car) ?? {};
          return asText({ name, description, brand, model });
        },
      };
    }
    case 'rename-group': {
      const { group, name } = groupChange.parse(raw);
      return { asked: { name }, heldIn: ({ groups }) => asText({ name: groups.get(group)?.name }) };
    }
    case 'update-assignment': {
      const { assignment, patch } = accessChange.parse(raw);
      return {
        asked: Object.fromEntries(Object.entries(patch).map(([field, at]) => [field, momentText(at)])),
        heldIn: ({ assignments }) => {
          const { start, end } = assignments.get(assignment) ?? {};
          return { start: momentText(start), end: momentText(end) };
        },
      };
    }
    default:
      return null;
  }
}

/** Unset and empty are one, as the operator stores them. */
function asText(fields: Readonly<Record<string, string | null | undefined>>): Values {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value ?? '']));
}

function momentText(at: string | number | null | undefined): string {
  return at === null || at === undefined ? '' : new Date(at).toISOString();
}
