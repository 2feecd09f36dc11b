import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/migrations/queue.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { createInstallationLog, entryHash, type InstallationLog } from '../../../electron/log/append.ts';
import { verifyLog } from '../../../electron/log/verify.ts';
import { LOG_CHAIN_START, type LogEntry, type LogHead } from '../../../shared/relay/log.ts';
import { nothingOutside } from '../../integration/profiles/nothing-outside.ts';
import { bench } from '../frame/bench.ts';
import { reported, type Row } from '../frame/rows.ts';
import { inTurn, ratios } from '../frame/turns.ts';

const ENTRIES = 1_000_000;
/** Made and then verified: the making is not timed, and a million entries need not be held at once. */
const PIECE = 20_000;
const APPENDS = 1000;
const ROUNDS = 5;

const { clock } = nothingOutside;
const data = { serial: '001234021', car: 'M BX 1077', step: 'box' };

/** A row of its own transaction, synced, with and without the chain. */
async function append(database: Database, log: InstallationLog): Promise<readonly Row[]> {
  database.sqlite.exec('CREATE TABLE plain (id INTEGER PRIMARY KEY, data TEXT NOT NULL) STRICT');
  const plain = database.sqlite.prepare('INSERT INTO plain (data) VALUES (?)');
  const many = (once: () => void) => async () => {
    const from = performance.now();
    for (let count = 0; count < APPENDS; count += 1) {
      once();
      await database.synced();
    }
    return (performance.now() - from) / APPENDS;
  };
  const taken = await inTurn(
    [
      {
        name: 'chained',
        round: many(() =>
          database.write((context) => log.append(context, { job: null, type: 'box-chosen', data })),
        ),
      },
      {
        name: 'plain',
        round: many(() => database.write(() => plain.run(JSON.stringify(data)))),
      },
    ],
    ROUNDS,
  );
  const of = (name: string) => taken.get(name) ?? [];
  return [
    reported({ what: 'append with its hash, until it is on the disk', unit: 'ms', rounds: of('chained') }),
    reported({
      what: 'append as a multiple of a plain row, both until they are on the disk',
      unit: '×',
      rounds: ratios(of('chained'), of('plain')),
    }),
  ];
}

/** A chain of a million, verified in pieces. */
async function verify(): Promise<readonly Row[]> {
  let head: LogHead = { number: 0, hash: LOG_CHAIN_START };
  let ms = 0;
  const perPiece: number[] = [];
  while (head.number < ENTRIES) {
    const piece = [...pieceAfter(head)];
    const from = performance.now();
    const findings = await verifyLog(piece, [], head);
    const took = performance.now() - from;
    if (findings.kind !== 'sound') throw new Error('the chain is sound');
    head = findings.head;
    ms += took;
    perPiece.push(took / PIECE);
  }
  return [
    reported({ what: `verify ${ENTRIES} entries`, unit: 's', rounds: [ms / 1000] }),
    reported({ what: 'verify one entry', unit: 'µs', rounds: perPiece.map((took) => took * 1000) }),
  ];
}

function* pieceAfter(head: LogHead): Generator<LogEntry> {
  const ids = createIds();
  let previousHash = head.hash;
  for (let number = head.number + 1; number <= head.number + PIECE; number += 1) {
    const entry = {
      number,
      id: ids.logEntry(),
      at: clock.now(),
      clockOffsetMs: null,
      worker: 'Bay 3 Tester',
      jobId: null,
      type: 'box-chosen',
      data: JSON.stringify(data),
      previousHash,
    };
    const hash = entryHash(entry);
    yield { ...entry, hash };
    previousHash = hash;
  }
}

await bench('log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-log-'));
  try {
    const database = openDatabase({
      file: join(folder, 'queue.db'),
      migrations: queueMigrations,
      durability: 'full',
      onCommitted: () => undefined,
    });
    const log = createInstallationLog({
      ids: createIds(),
      clock,
      worker: () => 'Bay 3 Tester',
      clockOffsetMs: () => null,
    });
    const rows = [...(await append(database, log)), ...(await verify())];
    database.close();
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
