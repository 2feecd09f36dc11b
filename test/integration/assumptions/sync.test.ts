import { expect, onTestFinished, test } from 'vitest';
import { assumedOperations } from '../../operator/routes.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { SettingsChange } from '../../operator/settings.ts';
import { startOperator } from '../../operator/start.ts';
import { connected } from '../directory-sync/connected.ts';

async function syncing(settings: SettingsChange) {
  const operator = await startOperator({ cars: 60, settings });
  onTestFinished(operator.stop);
  return { operator, ...connected(operator.url) };
}

const assumedLists = ['brands', 'groups', 'products', 'services'];

test.each(['404-object', '404-text', '404-page', '405', '501', 'page'] as const)(
  'a sync is complete without any assumed call, names what is missing and asks for it once a session: %s',
  async (notOfferedAs) => {
    const { operator, sync, directory } = await syncing({ notOffered: [...assumedOperations], notOfferedAs });
    for (const pass of ['first', 'second']) {
      const ended = await sync.start();
      expect([pass, ended]).toMatchObject([pass, { state: 'complete', notOffered: assumedLists }]);
    }
    const cars = directory.searchCars('mbx1077', 5).rows;
    expect(cars.map(({ licensePlate }) => licensePlate)).toEqual([notable.plates.withoutBox]);
    const askedTwice = operator.journal.entries
      .map(({ path }) => path)
      .filter((path, index, all) => assumedLists.includes(path.slice(1)) && all.indexOf(path) !== index);
    expect(askedTwice).toEqual([]);
    expect(operator.violations.all).toEqual([]);
  },
);

test.each([
  ['query options are ignored where not shown', { queryOptionsWhereNotShown: 'ignored' }],
  ['$top is capped to seven', { maxTop: 7, defaultPageSize: 3 }],
  ['$top is ignored', { ignoredQueryOptions: ['$top'] }],
  ['$orderby is ignored', { ignoredQueryOptions: ['$orderby'] }],
  ['lists tell neither car nor product', { productListsShowCarId: false, serviceListShowsProductId: false }],
] satisfies readonly (readonly [string, SettingsChange])[])(
  'everything is copied once where %s',
  async (_how, settings) => {
    const { operator, sync, database } = await syncing(settings);
    expect(await sync.start()).toMatchObject({ state: 'complete', notOffered: [] });
    const { cars, groups, products, services } = operator.state;
    for (const [table, rows] of Object.entries({
      car: cars,
      group: groups,
      product: products,
      service: services,
    })) {
      const wanted = [...rows.values()].filter(({ customerId }) => customerId === notable.customerId);
      const kept = database.sqlite.prepare(`SELECT id FROM "${table}"`).pluck().all();
      expect([table, new Set(kept)]).toEqual([table, new Set(wanted.map(({ id }) => id))]);
    }
    expect(operator.violations.all).toEqual([]);
  },
);
