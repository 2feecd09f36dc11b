import type {
  DirectorySource,
  ReadNewest,
  ReadOptions,
  ReadPages,
  SourceFailure,
} from '../../../electron/directory/source.ts';
import type { Car, Group, Key, Product, Service, User } from '../../../shared/operator/resources.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { err, ok, type Result } from '../../../shared/result.ts';

export const unreachable: SourceFailure = {
  kind: 'failed',
  problem: makeProblem('operator-unreachable'),
  everywhere: true,
};
export const failing: SourceFailure = {
  kind: 'failed',
  problem: makeProblem('operator-failing', { status: 500 }),
  everywhere: false,
};
export const notOffered: SourceFailure = { kind: 'not-offered' };

type Collection = 'groups' | 'users' | 'products' | 'services' | 'cars';

/** An operator on paper: what it has is in plain arrays, and what goes wrong is put on the list before a sync. */
export interface ScriptedSource extends DirectorySource {
  readonly has: {
    catalogue: Record<string, Key[]>;
    groups: Group[];
    users: User[];
    products: Product[];
    services: Service[];
    cars: Car[];
  };
  /** By call name: `brands`, `keys:VW`, `cars`, … A failure comes after the first page, if there is one. */
  readonly failures: Map<string, SourceFailure>;
  /** Runs after each page of a collection was taken. */
  readonly afterPage: Map<string, () => void>;
  /** Whole readings in order. */
  readonly asked: string[];
  /** The position at which each whole reading began. */
  readonly begunAt: Map<string, number>;
  /** Pages asked for newest first, by collection. */
  readonly lookedAt: string[];
}

const PAGE = 2;

export function scriptedSource(): ScriptedSource {
  const has: ScriptedSource['has'] = {
    catalogue: {},
    groups: [],
    users: [],
    products: [],
    services: [],
    cars: [],
  };
  const failures = new Map<string, SourceFailure>();
  const afterPage = new Map<string, () => void>();
  const asked: string[] = [];
  const begunAt = new Map<string, number>();
  const lookedAt: string[] = [];

  const readAll = async <Row extends { readonly id: number }>(
    name: string,
    rows: readonly Row[],
    { signal, resume, onPage }: ReadOptions<Row>,
  ): Promise<Result<null, SourceFailure>> => {
    asked.push(name);
    begunAt.set(name, resume.position);
    for (let from = resume.position; from < rows.length; from += PAGE) {
      if (signal.aborted) return err({ kind: 'aborted' });
      const page = rows.slice(from, from + PAGE);
      const lastId = Math.max(resume.lastId, ...rows.slice(0, from + page.length).map(({ id }) => id));
      await onPage(page, { position: from + page.length, lastId });
      afterPage.get(name)?.();
      const failure = failures.get(name);
      if (failure !== undefined) return err(failure);
    }
    const failure = failures.get(name);
    return failure === undefined ? ok(null) : err(failure);
  };
  const collection =
    <Row extends { readonly id: number }>(name: Collection, rows: () => readonly Row[]): ReadPages<Row> =>
    (options) =>
      readAll(name, rows(), options);

  const newest =
    <Row extends { readonly id: number }>(name: Collection, rows: () => readonly Row[]): ReadNewest<Row> =>
    async ({ onPage }) => {
      const failure = failures.get(`newest:${name}`);
      if (failure !== undefined) return err(failure);
      const falling = rows().toSorted((one, other) => other.id - one.id);
      for (let from = 0; from < falling.length; from += PAGE) {
        lookedAt.push(name);
        if ((await onPage(falling.slice(from, from + PAGE))) === 'enough') break;
      }
      return ok(null);
    };

  return {
    has,
    failures,
    afterPage,
    asked,
    begunAt,
    lookedAt,
    brands: () => {
      asked.push('brands');
      const failure = failures.get('brands');
      return Promise.resolve(failure === undefined ? ok(Object.keys(has.catalogue)) : err(failure));
    },
    keys: (brand) => (options) => readAll(`keys:${brand}`, has.catalogue[brand] ?? [], options),
    groups: collection('groups', () => has.groups),
    users: collection('users', () => has.users),
    products: collection('products', () => has.products),
    services: collection('services', () => has.services),
    cars: collection('cars', () => has.cars),
    newest: {
      users: newest('users', () => has.users),
      products: newest('products', () => has.products),
      services: newest('services', () => has.services),
      cars: newest('cars', () => has.cars),
    },
  };
}
