import type { StockEntry, StockFilter, StockLine } from '../../shared/domain/boxes.ts';
import { siteOf } from '../../shared/relay/access.ts';
import { foldForSearch } from '../../shared/domain/serial.ts';
import type { Sqlite } from '../db/open.ts';
import { allChains } from '../db/tables/supervision/chains.ts';
import { entriesFrom } from '../db/tables/supervision/entries.ts';
import {
  countsOfStock,
  countStockedBoxes,
  type StockedBox,
  stockedBoxesIn,
  type StockedFilter,
} from '../db/tables/supervision/boxes.ts';

/** A Box of the stock, with its site. */
export interface BoxOfStock extends StockedBox {
  readonly site: string | null;
}

/** SQLite's LIMIT value for no limit. */
const ALL = { offset: 0, limit: -1 } as const;

function asked(sqlite: Sqlite, { site, sapNumber, state, serial }: StockFilter): StockedFilter {
  // The site is derived from the laptop's name, so it cannot be a condition of the query. There are few logs.
  const ofSite = allChains(sqlite).filter(({ laptop }) => siteOf(laptop) === site);
  const chains = site === null ? null : JSON.stringify(ofSite.map(({ ordinal }) => ordinal));
  return { chains, sap: sapNumber, state, searchText: foldForSearch(serial) };
}

/** The Boxes that match a filter, by serial. */
export function* stockedBoxes(
  sqlite: Sqlite,
  filter: StockFilter,
  page: { readonly offset: number; readonly limit: number } = ALL,
): Generator<BoxOfStock> {
  for (const box of stockedBoxesIn(sqlite, asked(sqlite, filter), page)) {
    yield { ...box, site: siteOf(box.laptop) };
  }
}

/** One page of the Boxes that match a filter, each with the person of its latest entry, and the total count. */
export function listStock(
  sqlite: Sqlite,
  filter: StockFilter,
  page: { readonly offset: number; readonly limit: number },
): { readonly rows: StockEntry[]; readonly total: number } {
  const ordinals = new Map(allChains(sqlite).map((one) => [one.chain, one.ordinal]));
  const rows = [...stockedBoxes(sqlite, filter, page)].map(
    ({ serial, sap, site, state, condition, laptop, at, chain, number }) => {
      const [entry] = entriesFrom(sqlite, ordinals.get(chain) ?? 0, number, 1);
      const worker = entry?.number === number ? entry.worker : '';
      return { serial, sapNumber: sap, site, state, condition, laptop, worker, at };
    },
  );
  return { rows, total: countStockedBoxes(sqlite, asked(sqlite, filter)) };
}

const none = (): StockLine['counts'] => ({
  site: 0, installer: 0, returned: 0, car: 0, removed: 0, defective: 0, lost: 0,
}); // prettier-ignore

/** The number of Boxes by site and variant, sorted by name, with unknown ones last. */
export function countStock(sqlite: Sqlite): StockLine[] {
  const lines = new Map<string, StockLine>();
  for (const { laptop, sap, state, boxes } of countsOfStock(sqlite)) {
    const site = siteOf(laptop);
    const key = JSON.stringify([site, sap]);
    const line = lines.get(key) ?? { site, sapNumber: sap, counts: none() };
    lines.set(key, { ...line, counts: { ...line.counts, [state]: line.counts[state] + boxes } });
  }
  const last = '\uFFFF';
  const order = ({ site, sapNumber }: StockLine) => `${site ?? last}\0${sapNumber ?? last}`;
  return [...lines.values()].toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
}
