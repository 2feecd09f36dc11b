import type {
  DirectoryCar,
  DirectoryGroup,
  DirectoryProductView,
  DirectoryService,
  DirectoryUser,
} from '../../shared/domain/directory.ts';
import { foldForSearch, foldSerial } from '../../shared/domain/serial.ts';
import type { Sqlite } from '../db/open.ts';
import { searchGroupRows } from '../db/tables/directory/groups.ts';
import { readPartTime } from '../db/tables/directory/passes.ts';
import { searchProductRows, searchServiceRows } from '../db/tables/directory/products.ts';
import { searchUserRows } from '../db/tables/directory/users.ts';
import type { AsOf } from './answers.ts';
import { searchCarRows } from './car-search.ts';
import { productFromRow } from './rows.ts';
import { productView, serviceFromRow } from './views.ts';

/** A page of a search. */
export interface SearchPage {
  readonly text: string;
  readonly limit: number;
  readonly offset: number;
}

/** Everything that is kept here, by pages; the same search as while typing. */
export interface DirectoryLists {
  readonly listCars: (page: SearchPage) => AsOf<DirectoryCar>;
  readonly listUsers: (page: SearchPage) => AsOf<DirectoryUser>;
  readonly listGroups: (page: SearchPage) => AsOf<DirectoryGroup>;
  readonly listProducts: (page: SearchPage) => AsOf<DirectoryProductView>;
  readonly listServices: (page: SearchPage) => AsOf<DirectoryService>;
}

/** The lists over an open directory.db. */
export function createLists(sqlite: Sqlite): DirectoryLists {
  const words = (text: string) => ({ folded: foldSerial(text), typed: text.trim().toLowerCase() });
  return {
    listCars: ({ text, limit, offset }) => ({
      rows: [...searchCarRows(sqlite, text, limit, offset)],
      asOf: readPartTime(sqlite, 'cars'),
    }),
    listUsers: ({ text, limit, offset }) => ({
      rows: [...searchUserRows(sqlite, foldForSearch(text), limit, offset)],
      asOf: readPartTime(sqlite, 'users'),
    }),
    listGroups: ({ text, limit, offset }) => ({
      rows: [...searchGroupRows(sqlite, foldForSearch(text), limit, offset)],
      asOf: readPartTime(sqlite, 'groups'),
    }),
    listProducts: ({ text, limit, offset }) => ({
      rows: searchProductRows(sqlite, words(text), limit, offset).map((row) =>
        productView(sqlite, productFromRow(row)),
      ),
      asOf: readPartTime(sqlite, 'products'),
    }),
    listServices: ({ text, limit, offset }) => ({
      rows: searchServiceRows(sqlite, words(text), limit, offset).map((row) => serviceFromRow(sqlite, row)),
      asOf: readPartTime(sqlite, 'services'),
    }),
  };
}
