import type { OperatorState } from '../operator/state.ts';

/** The operator's state at one moment. */
export interface Moment {
  /** True time from which on it was so. */
  readonly at: number;
  readonly state: OperatorState;
}

/** Every state the operator was in: what a lagging read shows, and what the check compares an end with. */
export interface History {
  readonly moments: () => readonly Moment[];
  /** Keeps the state as it is now. */
  readonly note: () => void;
  /** The state at a moment. */
  readonly asOf: (at: number) => OperatorState;
}

/** Begins with the state as it is now. */
export function createHistory(state: OperatorState, now: () => number): History {
  const moments: [Moment, ...Moment[]] = [{ at: now(), state: copyOf(state) }];
  return {
    moments: () => moments,
    note: () => {
      moments.push({ at: now(), state: copyOf(state) });
    },
    asOf: (at) => (moments.findLast((moment) => moment.at <= at) ?? moments[0]).state,
  };
}

/** Only what can change is copied; the rest is the same object. */
function copyOf(state: OperatorState): OperatorState {
  return {
    ...state,
    cars: eachCopied(state.cars, (car) => ({ ...car })),
    users: eachCopied(state.users, (user) => ({ ...user, customerIds: new Set(user.customerIds) })),
    assignments: eachCopied(state.assignments, (assignment) => ({ ...assignment })),
    groups: eachCopied(state.groups, (group) => ({
      ...group,
      carIds: new Set(group.carIds),
      userIds: new Set(group.userIds),
      productIds: new Set(group.productIds),
      serviceIds: new Set(group.serviceIds),
    })),
    products: eachCopied(state.products, (product) => ({ ...product })),
    services: new Map(state.services),
    events: new Map(state.events),
  };
}

function eachCopied<Value>(
  map: ReadonlyMap<number, Value>,
  copy: (value: Value) => Value,
): Map<number, Value> {
  const copies = new Map<number, Value>();
  for (const [id, value] of map) copies.set(id, copy(value));
  return copies;
}
