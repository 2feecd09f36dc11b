import type { Language } from '../../../shared/domain/settings.ts';
import type { Translate } from '../../base/translator.ts';
import type { BoxOfStock } from '../../supervision/box-stock.ts';
import { CSV_START, csvDialect, csvLine, localTime } from './table-csv.ts';

/** The stock as CSV, one Box a line. Columns keep their order, because readers count them. */
export function* stockCsv(
  boxes: Iterable<BoxOfStock>,
  translate: Translate,
  language: Language,
): Generator<string> {
  const dialect = csvDialect(language);
  const say = (key: string) => translate({ key, params: {} });
  const heads = ['serial', 'variant', 'site', 'state', 'laptop'].map((name) => say(`exports.column.${name}`));
  yield CSV_START + csvLine([...heads, say('boxes.stock.since')], dialect);
  for (const { serial, sap, site, state, laptop, at } of boxes) {
    yield csvLine([serial, sap, site, say(`boxes.stock.state.${state}`), laptop, localTime(at)], dialect);
  }
}
