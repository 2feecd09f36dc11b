import type { Car, Group, Key, Product, Service, User } from '../../shared/operator/resources.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';

/** Why a collection could not be read completely. */
export type SourceFailure =
  /** The call is an assumption and this environment has none such; everything else works on. */
  | { readonly kind: 'not-offered' }
  | { readonly kind: 'aborted' }
  /** `everywhere`: the other collections would fail alike (no network, login refused), so the sync stops at once. */
  | { readonly kind: 'failed'; readonly problem: Problem; readonly everywhere: boolean };

export interface ReadOptions<Row> {
  readonly signal: AbortSignal;
  /** Called once per page, in order; the next page is not asked for before it resolves. */
  readonly onPage: (rows: readonly Row[]) => Promise<void>;
}

/** Reads one collection from the first page to the last; success means that nothing was left out. */
export type ReadPages<Row> = (options: ReadOptions<Row>) => Promise<Result<null, SourceFailure>>;

/**
 * Reads the newest rows first, for as long as `onPage` wants more. Success says nothing about completeness: where the
 * operator does not keep that order it ends without a page.
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
  /** Collections that grow while people work. Groups and keys are few and read whole. */
  readonly newest: {
    readonly users: ReadNewest<User>;
    readonly products: ReadNewest<Product>;
    readonly services: ReadNewest<Service>;
    readonly cars: ReadNewest<Car>;
  };
}
