import { logChainId } from '../../../shared/relay/log.ts';
import { expect, test } from 'vitest';
import { createTranslator } from '../../../electron/base/translator.ts';
import { stockCsv } from '../../../electron/reports/exports/table-csv.ts';

const box = {
  serial: '=0011',
  sap: 'SAP-100',
  place: 'site',
  condition: 'lost',
  laptop: 'Munich / Bay 1',
  chain: logChainId.parse('c0000000-0000-4000-8000-000000000001'),
  number: 1,
  site: 'Munich',
  state: 'lost',
  at: new Date(2026, 10, 21, 8, 5).getTime(),
} as const;

test('the stock is one Box a line, in the language of the person, and runs no formula', () => {
  const lines = [...stockCsv([box], createTranslator('en'), 'en')];
  expect(lines).toEqual([
    '\uFEFFBox serial number,Box variant,Site,State,Laptop,Since\r\n',
    "'=0011,SAP-100,Munich,Lost,Munich / Bay 1,2026-11-21 08:05\r\n",
  ]);
  expect([...stockCsv([box], createTranslator('de'), 'de')][1]).toContain(';Verloren;');
});
