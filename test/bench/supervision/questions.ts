import type { JobIndex } from '../../../electron/supervision/job-index/job-index.ts';
import type { JobQueries } from '../../../electron/supervision/job-queries.ts';
import {
  newestFirst,
  supervisionColumn,
  supervisionFilter,
  type SupervisionFilter,
} from '../../../shared/domain/supervision.ts';
import { numbersBy } from '../../../shared/domain/supervision-overview.ts';

/** One thing that a supervisor asks of the table, put another way in each round so that nothing is remembered. */
export interface Question {
  readonly name: string;
  readonly put: (round: number) => unknown;
}

/** Every filter, every order, search, menus, numbers, and scrolling to the end. */
export function questions(lookUp: JobQueries, jobIndex: JobIndex): readonly Question[] {
  const all = supervisionFilter.parse({});
  // A moment's difference makes each question another one.
  const filter = (round: number, changes: Partial<SupervisionFilter>): SupervisionFilter => ({
    ...all,
    from: 1 + round,
    ...changes,
  });
  const window = (round: number, changes: Partial<SupervisionFilter>) =>
    lookUp.window(filter(round, changes), newestFirst, 0, 100);
  const filtered = (name: string, changes: Partial<SupervisionFilter>): Question => ({
    name: `filter: ${name}`,
    put: (round) => window(round, changes),
  });
  const month = 30 * 24 * 3_600_000;
  return [
    filtered('nothing', {}),
    filtered('a month', { until: 1_700_000_000_000 + month }),
    filtered('installer', { installers: ['Installer 3', 'Installer 4'] }),
    filtered('laptop', { laptops: ['Hall 3 / Bay 3'] }),
    filtered('site', { sites: ['Hall 1', 'Hall 2'] }),
    filtered('brand', { brands: ['Ford'] }),
    filtered('key form', { keyForms: ['Smart key'] }),
    filtered('Box variant', { variants: ['BX-2'] }),
    filtered('group', { groups: ['Fleet 3'] }),
    filtered('kind', { kinds: ['removal'] }),
    filtered('state', { states: ['needs-person', 'unconfirmed'] }),
    filtered('review', { reviews: ['none'] }),
    filtered('forced', { forced: true }),
    filtered('open access', { openAccess: false }),
    filtered('green', { green: true }),
    filtered('risk', { minimumRisk: 20 }),
    filtered('trouble', { troubles: ['access'] }),
    filtered('part of a plate', { car: 'bx 4321' }),
    filtered('several at once', { brands: ['Ford', 'Opel'], states: ['complete'], minimumRisk: 5 }),
    { name: 'search: a rare word', put: (round) => window(round, { text: 'charger' }) },
    { name: 'search: a serial', put: (round) => window(round, { text: `00${1_000_000 + round * 991}` }) },
    { name: 'search: three words', put: (round) => window(round, { text: 'cable tie left' }) },
    { name: 'search: what every job says', put: (round) => window(round, { text: 'battery' }) },
    ...supervisionColumn.options.map((column): Question => ({
      name: `sort: ${column}`,
      put: (round) =>
        lookUp.window(
          filter(round, {}),
          { column, direction: round % 2 === 0 ? 'ascending' : 'descending' },
          0,
          100,
        ),
    })),
    {
      name: 'scroll: to anywhere, sorted by plate',
      put: (round) =>
        lookUp.window(
          all,
          { column: 'plate', direction: 'ascending' },
          (round * 7919) % Math.max(1, jobIndex.size()),
          100,
        ),
    },
    { name: 'menus of nothing', put: (round) => lookUp.facets(filter(round, {})) },
    {
      name: 'menus under three filters',
      put: (round) =>
        lookUp.facets(filter(round, { brands: ['Ford'], states: ['complete'], sites: ['Hall 1', 'Hall 2'] })),
    },
    ...numbersBy.options.map((by): Question => ({
      name: `numbers by ${by}`,
      put: (round) => lookUp.numbers(filter(round, {}), by),
    })),
  ];
}
