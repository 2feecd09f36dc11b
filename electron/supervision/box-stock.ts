import {
  type StockFilter,
  type StockLine,
  type StockState,
  stockStateOf,
} from '../../shared/domain/box-life.ts';
import { siteOf } from '../../shared/domain/place.ts';
import type { Sqlite } from '../db/open.ts';
import { allStockedBoxes, type StockedBox } from '../db/tables/supervision/boxes.ts';

/** A Box of the stock with its site and state. */
export interface BoxOfStock extends StockedBox {
  readonly site: string | null;
  readonly state: StockState;
}

/** The Boxes under a filter, by their serial. */
export function* stockedBoxes(sqlite: Sqlite, filter: StockFilter): Generator<BoxOfStock> {
  for (const box of allStockedBoxes(sqlite)) {
    const state = stockStateOf(box);
    const site = siteOf(box.laptop);
    if (state === null) continue;
    if (filter.site !== null && filter.site !== site) continue;
    if (filter.sapNumber !== null && filter.sapNumber !== box.sap) continue;
    yield { ...box, site, state };
  }
}

const none = (): StockLine['counts'] => ({
  site: 0, installer: 0, returned: 0, car: 0, removed: 0, defective: 0, lost: 0,
}); // prettier-ignore

/** The Boxes counted by site and variant, in the order of their names; the unknown ones last. */
export function countStock(sqlite: Sqlite, filter: StockFilter): StockLine[] {
  const lines = new Map<string, StockLine>();
  for (const { site, sap, state } of stockedBoxes(sqlite, filter)) {
    const key = JSON.stringify([site, sap]);
    const line = lines.get(key) ?? { site, sapNumber: sap, counts: none() };
    lines.set(key, { ...line, counts: { ...line.counts, [state]: line.counts[state] + 1 } });
  }
  const last = '\uFFFF';
  const order = ({ site, sapNumber }: StockLine) => `${site ?? last}\0${sapNumber ?? last}`;
  return [...lines.values()].toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
}
