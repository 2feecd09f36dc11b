import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chainOf, writeChain } from '../../../electron/db/tables/supervision/logs.ts';
import { writeBoxFactsOfEntry } from '../../../electron/db/tables/supervision/boxes.ts';
import { listStock, stockedBoxes } from '../../../electron/supervision/copies-reader.ts';
import { boxCondition, boxPlace, type StockFilter } from '../../../shared/domain/boxes.ts';
import { foldForSearch } from '../../../shared/domain/serial.ts';
import { logChainId } from '../../../shared/relay/log.ts';
import { bench } from '../frame/bench.ts';
import { atMost, type Row } from '../frame/rows.ts';
import { openFleet } from '../supervision/fleet-file.ts';
import { percentile, timed } from '../supervision/timing.ts';

const BOXES = 50_000;
const LAPTOPS = 40;
const ROUNDS = 40;
const PAGE = 100;
/** A page takes at most this share of the time that reading all Boxes takes. */
const MOST = 0.15;
const BEGINS = 1_700_000_000_000;
const everything: StockFilter = { site: null, sapNumber: null, state: null, serial: '' };

/** A supervisor's copies with so many Boxes: each was moved, every tenth one was also marked. */
function stockIn(folder: string) {
  const database = openFleet(join(folder, 'supervision.db'));
  database.write((context) => {
    const chains = Array.from({ length: LAPTOPS }, (_, index) => {
      const row = chainOf(
        context,
        logChainId.parse(`c0000000-0000-4000-8000-${String(index).padStart(12, '0')}`),
      );
      writeChain(context, { ...row, laptop: `Hall ${index % 8} / Bay ${index}` });
      return row.ordinal;
    });
    for (let box = 0; box < BOXES; box += 1) {
      const serial = `00${1_000_000 + ((box * 7919) % BOXES)}`;
      const fact = {
        key: foldForSearch(serial),
        serial,
        sap: `SAP-${box % 12}`,
        number: box + 1,
        at: BEGINS + box * 1000,
      };
      writeBoxFactsOfEntry(context, chains[box % LAPTOPS] ?? 0, box + 1, [
        { ...fact, aspect: 'place', value: boxPlace.options[box % 5] ?? 'site' },
        ...(box % 10 === 0
          ? [{ ...fact, aspect: 'condition' as const, value: boxCondition.options[(box / 10) % 3] ?? 'good' }]
          : []),
      ]);
    }
  });
  return database;
}

/** A person's questions of the list: they page, filter and type a serial. */
const questions: Readonly<Record<string, (round: number) => readonly [StockFilter, number]>> = {
  'the first page': () => [everything, 0],
  'a page anywhere': (round) => [everything, (round * 7919) % (BOXES - PAGE)],
  'the last page': () => [everything, BOXES - PAGE],
  'a page of a site': (round) => [{ ...everything, site: `Hall ${round % 8}` }, BOXES / 20],
  'a page of a variant and state': (round) => [
    { ...everything, sapNumber: `SAP-${round % 12}`, state: 'installer' },
    0,
  ],
  'a part of a serial': (round) => [{ ...everything, serial: String(100 + round) }, 0],
};

await bench('stock', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-stock-'));
  const database = stockIn(folder);
  try {
    const { sqlite } = database;
    const middleOf = (ask: (round: number) => unknown) =>
      percentile(
        Array.from({ length: ROUNDS }, (_, round) => timed(() => ask(round)).processorMs),
        0.5,
      );
    const all = middleOf(() => [...stockedBoxes(sqlite, everything)]);
    return Object.entries(questions).map(([name, ask]): Row => {
      const took = middleOf((round) => {
        const [filter, offset] = ask(round);
        return listStock(sqlite, filter, { offset, limit: PAGE });
      });
      return atMost({ what: `${name}, against all ${BOXES} Boxes`, unit: '×', rounds: [took / all] }, MOST);
    });
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
