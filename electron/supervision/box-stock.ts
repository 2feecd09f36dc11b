import {
  type StockEntry,
  type StockFilter,
  type StockLine,
  type StockState,
  stockStateOf,
} from '../../shared/domain/box-life.ts';
import { siteOf } from '../../shared/domain/place.ts';
import { foldForSearch } from '../../shared/domain/serial.ts';
import type { Sqlite } from '../db/open.ts';
import { allChains } from '../db/tables/supervision/chains.ts';
import { entriesFrom } from '../db/tables/supervision/entries.ts';
import { allStockedBoxes, type StockedBox } from '../db/tables/supervision/boxes.ts';

/** A Box of the stock with its site and state. */
export interface BoxOfStock extends StockedBox {
  readonly site: string | null;
  readonly state: StockState;
}

/** The Boxes under a filter, by their serial. */
export function* stockedBoxes(sqlite: Sqlite, filter: StockFilter): Generator<BoxOfStock> {
  const wanted = foldForSearch(filter.serial);
  for (const box of allStockedBoxes(sqlite)) {
    const state = stockStateOf(box);
    const site = siteOf(box.laptop);
    if (state === null) continue;
    if (filter.site !== null && filter.site !== site) continue;
    if (filter.sapNumber !== null && filter.sapNumber !== box.sap) continue;
    if (filter.state !== null && filter.state !== state) continue;
    if (!foldForSearch(box.serial).includes(wanted)) continue;
    yield { ...box, site, state };
  }
}

/** A page of the Boxes under a filter, each with the person of its latest entry, and their number. */
export function listStock(
  sqlite: Sqlite,
  filter: StockFilter,
  page: { readonly offset: number; readonly limit: number },
): { readonly rows: StockEntry[]; readonly total: number } {
  const all = [...stockedBoxes(sqlite, filter)];
  const ordinals = new Map(allChains(sqlite).map((one) => [one.chain, one.ordinal]));
  const rows = all
    .slice(page.offset, page.offset + page.limit)
    .map(({ serial, sap, site, state, condition, laptop, at, chain, number }) => {
      const [entry] = entriesFrom(sqlite, ordinals.get(chain) ?? 0, number, 1);
      const worker = entry?.number === number ? entry.worker : '';
      return { serial, sapNumber: sap, site, state, condition, laptop, worker, at };
    });
  return { rows, total: all.length };
}

const everyBox: StockFilter = { site: null, sapNumber: null, state: null, serial: '' };

const none = (): StockLine['counts'] => ({
  site: 0, installer: 0, returned: 0, car: 0, removed: 0, defective: 0, lost: 0,
}); // prettier-ignore

/** The Boxes counted by site and variant, in the order of their names; the unknown ones last. */
export function countStock(sqlite: Sqlite): StockLine[] {
  const lines = new Map<string, StockLine>();
  for (const { site, sap, state } of stockedBoxes(sqlite, everyBox)) {
    const key = JSON.stringify([site, sap]);
    const line = lines.get(key) ?? { site, sapNumber: sap, counts: none() };
    lines.set(key, { ...line, counts: { ...line.counts, [state]: line.counts[state] + 1 } });
  }
  const last = '\uFFFF';
  const order = ({ site, sapNumber }: StockLine) => `${site ?? last}\0${sapNumber ?? last}`;
  return [...lines.values()].toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
}
