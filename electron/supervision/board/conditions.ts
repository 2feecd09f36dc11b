import { jobKind } from '../../../shared/domain/job-steps.ts';
import {
  failureFamily,
  reviewState,
  type SupervisionFilter,
  supervisionState,
} from '../../../shared/domain/supervision.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Board } from './board.ts';
import { type BoardColumn, flag } from './record.ts';

/** A part of the filter that a menu sets; its own menu counts without it. */
export type ConditionName =
  | 'installers'
  | 'laptops'
  | 'sites'
  | 'brands'
  | 'keyForms'
  | 'groups'
  | 'variants'
  | 'kinds'
  | 'states'
  | 'reviews'
  | 'troubles'
  | 'forced'
  | 'openAccess'
  | 'green'
  | 'logFault'
  | 'other';

/** Does a job, by its small number, satisfy it? */
export interface Condition {
  readonly name: ConditionName;
  readonly holds: (job: number) => boolean;
}

/** The matches of the filter's texts; null = it has none. */
export type FoundByText = ReadonlySet<number> | null;

/** Everything the filter asks for; what it leaves open is not among them. */
export function conditionsOf(
  board: Board,
  filter: SupervisionFilter,
  { found, now }: { readonly found: FoundByText; readonly now: Instant },
): readonly Condition[] {
  const words = (name: ConditionName, column: BoardColumn, wanted: readonly string[]) =>
    oneOf(board, name, column, wanted.length === 0 ? null : numbersOf(board, wanted));
  const places = (
    name: ConditionName,
    column: BoardColumn,
    wanted: readonly string[],
    all: readonly string[],
    first = 0,
  ) =>
    oneOf(
      board,
      name,
      column,
      wanted.length === 0 ? null : new Set(wanted.map((one) => all.indexOf(one) + first)),
    );
  const flags = board.column('flags');
  const bit = (name: ConditionName, value: number, wanted: boolean | null) =>
    wanted === null ? [] : [{ name, holds: (job: number) => (((flags[job] ?? 0) & value) !== 0) === wanted }];
  return [
    ...words('installers', 'installer', filter.installers),
    ...words('laptops', 'laptop', filter.laptops),
    ...words('sites', 'site', filter.sites),
    ...words('brands', 'brand', filter.brands),
    ...words('keyForms', 'keyForm', filter.keyForms),
    ...words('groups', 'group', filter.groups),
    ...words('variants', 'variant', filter.variants),
    ...places('kinds', 'kind', filter.kinds, jobKind.options),
    ...places('states', 'state', filter.states, supervisionState.options),
    ...places('reviews', 'review', filter.reviews, reviewState.options),
    ...places('troubles', 'trouble', filter.troubles, failureFamily.options, 1),
    ...bit('green', flag.green, filter.green),
    ...bit('logFault', flag.logFault, filter.logFault),
    ...forced(board, filter.forced),
    ...access(board, filter.openAccess, now),
    ...other(board, filter, found),
  ];
}

function forced(board: Board, wanted: boolean | null): readonly Condition[] {
  const count = board.column('forced');
  return wanted === null ? [] : [{ name: 'forced', holds: (job) => (count[job] ?? 0) > 0 === wanted }];
}

/** Does a test access of the job give access at this moment? */
export function opensDoors(until: number, now: Instant): boolean {
  return until === -1 || until > now;
}

function access(board: Board, wanted: boolean | null, now: Instant): readonly Condition[] {
  const until = board.column('accessUntil');
  return wanted === null
    ? []
    : [{ name: 'openAccess', holds: (job) => opensDoors(until[job] ?? 0, now) === wanted }];
}

function other(board: Board, filter: SupervisionFilter, found: FoundByText): readonly Condition[] {
  const { from, until, minimumRisk } = filter;
  const started = board.column('started');
  const risk = board.column('risk');
  if (from === null && until === null && minimumRisk === 0 && found === null) return [];
  const holds = (job: number): boolean =>
    (from === null || (started[job] ?? 0) >= from) &&
    (until === null || (started[job] ?? 0) < until) &&
    (risk[job] ?? 0) >= minimumRisk &&
    (found === null || found.has(job));
  return [{ name: 'other', holds }];
}

function oneOf(
  board: Board,
  name: ConditionName,
  column: BoardColumn,
  wanted: ReadonlySet<number> | null,
): readonly Condition[] {
  if (wanted === null) return [];
  const values = board.column(column);
  return [{ name, holds: (job) => wanted.has(values[job] ?? 0) }];
}

/** A word that does not occur stands for no job. */
function numbersOf(board: Board, wanted: readonly string[]): ReadonlySet<number> {
  return new Set(wanted.map((word) => (word === '' ? 0 : board.numberOf(word))));
}
