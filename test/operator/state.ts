import type {
  Assignment,
  Car,
  Customer,
  EventRecord,
  Group,
  Key,
  KeyForm,
  Product,
  Service,
  User,
} from './model.ts';

type Numbered = 'cars' | 'users' | 'assignments' | 'groups' | 'products' | 'services' | 'events';

/** Everything the simulated operator knows. Tests may read it to see what really happened, and change it to set a stage. */
export type OperatorState = {
  readonly customers: Map<number, Customer>;
  readonly cars: Map<number, Car>;
  readonly users: Map<number, User>;
  readonly assignments: Map<number, Assignment>;
  readonly groups: Map<number, Group>;
  readonly products: Map<number, Product>;
  readonly services: Map<number, Service>;
  readonly events: Map<number, EventRecord>;
  readonly keys: Map<number, Key>;
  readonly keyForms: Map<number, KeyForm>;
  /** The next id of a collection that was never given out. */
  readonly nextId: (collection: Numbered) => number;
};

/** Ids of different collections start far apart, so a mixed-up id is met by a 404 and not by a stranger. */
const firstIds = {
  groups: 301,
  users: 9_001,
  cars: 20_001,
  services: 140_001,
  products: 270_001,
  assignments: 500_001,
  events: 900_001,
} as const satisfies Record<Numbered, number>;

/** An operator that knows nothing yet. */
export function emptyState(): OperatorState {
  const counters: Record<Numbered, number> = { ...firstIds };
  const state: OperatorState = {
    customers: new Map(),
    cars: new Map(),
    users: new Map(),
    assignments: new Map(),
    groups: new Map(),
    products: new Map(),
    services: new Map(),
    events: new Map(),
    keys: new Map(),
    keyForms: new Map(),
    nextId: (collection) => {
      // A deleted id is never given out again: a client that still holds it must not meet a stranger.
      while (state[collection].has(counters[collection])) counters[collection] += 1;
      const id = counters[collection];
      counters[collection] += 1;
      return id;
    },
  };
  return state;
}

/** The service a product can be installed with: related to it and not terminated. */
export function activeServiceOf(state: OperatorState, productId: number): Service | undefined {
  return [...state.services.values()].find(
    (service) => service.productId === productId && !service.isTerminated,
  );
}

/** The products installed in a car. */
export function productsIn(state: OperatorState, carId: number): Product[] {
  return [...state.products.values()].filter((product) => product.carId === carId);
}
