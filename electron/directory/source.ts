import type { Car, Group, Key, Product, Service, User } from '../../shared/operator/resources.ts';
import type { Problem } from '../../shared/problem.ts';
import { type Result, err, ok } from '../../shared/result.ts';
import type { OperatorClient } from '../operator/client.ts';
import { listCars } from '../operator/endpoints/cars.ts';
import { listGroups, listUsers } from '../operator/endpoints/groups-and-users.ts';
import { listProducts, listServices, listBrands, listKeys } from '../operator/endpoints/products.ts';
import { mayBeNotOffered, type OperatorError, type OperatorErrorCode } from '../operator/operator-error.ts';
import type { Identified, Page, PageProgress } from '../operator/paging.ts';
import type { OperatorRequest, ListQuery } from '../operator/request.ts';

/** Why a collection could not be read completely. */
export type SourceFailure =
  /** The call is an assumption that this environment does not offer; all other parts work. */
  | { readonly kind: 'not-offered' }
  | { readonly kind: 'aborted' }
  /** `everywhere`: the other collections would fail alike (no network, login refused), so the sync stops at once. */
  | { readonly kind: 'failed'; readonly problem: Problem; readonly everywhere: boolean };

export interface ReadOptions<Row> {
  readonly signal: AbortSignal;
  /** The position to read from; `START` = the first row. */
  readonly resume: PageProgress;
  /** Called when rows before `resume` have vanished: all rows follow, from the first one. */
  readonly onRestart: () => Promise<void>;
  /** Called once per page, in order; the next page is not asked for before it resolves. */
  readonly onPage: (rows: readonly Row[], progress: PageProgress) => Promise<void>;
}

/** Reads one collection from the position to the last page; success means that nothing was left out. */
export type ReadPages<Row> = (options: ReadOptions<Row>) => Promise<Result<null, SourceFailure>>;

/**
 * Reads the newest rows first, for as long as `onPage` asks for more. Success does not mean completeness: where the
 * operator does not keep the order, the read ends without a page.
 */
export type ReadNewest<Row> = (options: {
  readonly signal: AbortSignal;
  readonly onPage: (rows: readonly Row[]) => Promise<'more' | 'enough'>;
}) => Promise<Result<null, SourceFailure>>;

/** The source of a sync; the operator client behind an adapter, or a test. */
export interface DirectorySource {
  readonly brands: (signal: AbortSignal) => Promise<Result<readonly string[], SourceFailure>>;
  /** A brand the catalogue does not know is read as having no keys. */
  readonly keys: (brand: string) => ReadPages<Key>;
  readonly groups: ReadPages<Group>;
  readonly users: ReadPages<User>;
  readonly products: ReadPages<Product>;
  readonly services: ReadPages<Service>;
  readonly cars: ReadPages<Car>;
  /** Collections that grow in daily use. Groups and keys are few and always read completely. */
  readonly newest: {
    readonly users: ReadNewest<User>;
    readonly products: ReadNewest<Product>;
    readonly services: ReadNewest<Service>;
    readonly cars: ReadNewest<Car>;
  };
}

/** Page size of the query for new rows: a day's work of a workshop. */
const NEWEST_AT_ONCE = 50;

/** The operator's data, read through its client. Parts are read one after the other, so one request at a time. */
export function createOperatorSource(
  client: Pick<OperatorClient, 'call' | 'pages' | 'assumptions'>,
  toProblem: (error: OperatorError) => Problem,
): DirectorySource {
  const { assumptions } = client;
  const failure = (error: OperatorError, assumed: boolean): Result<never, SourceFailure> =>
    err(sourceFailure(error, assumed, toProblem));
  const paged =
    <Row extends Identified>(build: (page: Page) => OperatorRequest<readonly Row[]>): ReadPages<Row> =>
    async (options) => {
      const { assumed } = build({ top: 1, skip: 0 });
      const outcome = await client.pages(build, options);
      return outcome.ok ? ok(null) : failure(outcome.error, assumed);
    };
  const newest =
    <Row extends Identified>(build: (query: ListQuery) => OperatorRequest<readonly Row[]>): ReadNewest<Row> =>
    async ({ signal, onPage }) => {
      let lowest = Number.POSITIVE_INFINITY;
      for (let skip = 0; ;) {
        const orderBy = [{ path: 'id', descending: true }];
        const request = build({ orderBy, top: NEWEST_AT_ONCE, skip });
        const answer = await client.call(request, { signal });
        if (!answer.ok) return failure(answer.error, request.assumed);
        const page = answer.value;
        // New rows shift known ones onto the next page. A page out of order guarantees nothing, so it is not used.
        const rows = inFallingOrder(page) ? page.filter(({ id }) => id < lowest) : [];
        if (rows.length === 0 || (await onPage(rows)) === 'enough') return ok(null);
        lowest = rows.at(-1)?.id ?? lowest;
        skip += page.length;
      }
    };
  return {
    brands: async (signal) => {
      const request = listBrands(assumptions);
      const outcome = await client.call(request, { signal });
      return outcome.ok ? outcome : failure(outcome.error, request.assumed);
    },
    keys: (brand) => {
      const read = paged((page) => listKeys(brand, page));
      return async (options) => {
        const outcome = await read(options);
        return !outcome.ok && unknownBrand(outcome.error) ? ok(null) : outcome;
      };
    },
    groups: paged((page) => listGroups(page, assumptions)),
    users: paged(listUsers),
    products: paged((page) => listProducts(page, assumptions)),
    services: paged((page) => listServices(page, assumptions)),
    cars: paged(listCars),
    newest: {
      users: newest(listUsers),
      products: newest((query) => listProducts(query, assumptions)),
      services: newest((query) => listServices(query, assumptions)),
      cars: newest(listCars),
    },
  };
}

function inFallingOrder(page: readonly Identified[]): boolean {
  return page.every(({ id }, index) => index === 0 || id < (page[index - 1]?.id ?? id));
}

/** The catalogue lists a brand and then does not know it, or calls it invalid (spec part 4, Keyfob): it has no keys. */
function unknownBrand(failure: SourceFailure): boolean {
  return (
    failure.kind === 'failed' &&
    (failure.problem.code === 'operator-not-found' || failure.problem.code === 'operator-rejected')
  );
}

/** Errors that concern one collection only. Any other error would fail the next collection too. */
const thisCallOnly: ReadonlySet<OperatorErrorCode> = new Set([
  'invalid',
  'content-type',
  'not-found',
  'conflict',
  'server-error',
  'unexpected-status',
  'unreadable',
]);

function sourceFailure(
  error: OperatorError,
  assumed: boolean,
  toProblem: (error: OperatorError) => Problem,
): SourceFailure {
  if (error.code === 'aborted') return { kind: 'aborted' };
  if (assumed && mayBeNotOffered(error)) return { kind: 'not-offered' };
  return { kind: 'failed', problem: toProblem(error), everywhere: !thisCallOnly.has(error.code) };
}
