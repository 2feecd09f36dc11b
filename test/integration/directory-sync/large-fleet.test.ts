import { expect, test } from 'vitest';
import { z } from 'zod';
import type { SyncState } from '../../../shared/domain/status.ts';
import { car as carResource } from '../../../shared/operator/resources.ts';
import { notable } from '../../operator/seed/notable.ts';
import { longFrom } from '../../runner/long.ts';
import { connected } from './connected.ts';
import { startOperatorProcess } from './operator-process.ts';

/** The cars, and after how many a person stops. */
const fleets = [
  [1_000, 400],
  [20_000, 6_000],
].map(([cars = 0, stopAfter = 0], index) => [cars, longFrom(1, index), stopAfter] as const);
/** Less than the client asks for: every page is capped. */
const LARGEST_PAGE = 150;
/** Rows that are committed together, at most. */
const BATCH = 1000;

/** A first sync reads these before the complete read, which alone reports its rows. */
const NEWEST_FIRST = 200;

const ownedCars = z.array(carResource.extend({ customerId: z.number() }));
const ownedRows = z.array(z.looseObject({ id: z.number(), customerId: z.number() }));
const requests = z.array(z.looseObject({ sequence: z.number(), path: z.string() }));

type Running = Extract<SyncState, { state: 'running' }>;
const carRows = (states: readonly SyncState[]) =>
  states
    .filter((state): state is Running => state.state === 'running' && state.part === 'cars')
    .map(({ rows }) => rows);

test.each(fleets)(
  '%i cars come with progress, can be stopped and taken up, leave turns to everybody else, and are an exact copy%s',
  async (cars, _mark, stopAfter) => {
    const operator = await startOperatorProcess(cars);
    await operator.tell('POST', '/settings', { maxTop: LARGEST_PAGE });
    const { database, directory, sync, progress, onProgress } = connected(operator.url);
    let stopAt = stopAfter;
    /** The cars that the pass found stored. */
    let begunAt = 0;
    /** Set by other work that waits for a turn, cleared by every report. */
    let hadTurn = true;
    const reports: { readonly rows: number; readonly othersHadTurn: boolean; readonly found: number }[] = [];
    onProgress((state) => {
      if (state.state !== 'running' || state.part !== 'cars' || state.rows <= begunAt) return;
      // A person searches meanwhile for a car of the first pages.
      const found = directory.searchCars('mbx1077', 1).rows.length;
      reports.push({ rows: state.rows, othersHadTurn: hadTurn, found });
      hadTurn = false;
      setImmediate(() => {
        hadTurn = true;
      });
      if (state.rows >= stopAt) void sync.stop();
    });

    expect(await sync.start()).toMatchObject({ state: 'stopped', problem: { code: 'cancelled' } });
    const carsKept = () =>
      z.number().parse(database.sqlite.prepare('SELECT count(*) FROM car').pluck().get());
    const reported = reports.at(-1)?.rows ?? 0;
    expect(carsKept()).toBe(Math.min(cars, reported + NEWEST_FIRST));
    expect(reported).toBeLessThan(stopAfter + BATCH);
    expect(directory.asOf('products')).not.toBeNull();
    expect(directory.asOf('cars')).toBeNull();
    const before = (await operator.ask('/journal', requests)).at(-1)?.sequence ?? 0;
    const firstPass = reports.splice(0);
    begunAt = reported;
    stopAt = Number.POSITIVE_INFINITY;

    expect(await sync.start()).toMatchObject({ state: 'complete', notOffered: [] });
    const asked = await operator.ask(`/journal?after=${before}`, requests);
    expect(new Set(asked.map(({ path }) => path))).toEqual(new Set(['/cars']));

    // Small commits, each reported, and other work had a turn between any two.
    for (const [pass, storedBefore] of [
      [firstPass, 0],
      [reports, reported],
    ] as const) {
      const batches = pass.map(({ rows }, index) => rows - (pass[index - 1]?.rows ?? storedBefore));
      expect(batches.filter((rows) => rows <= 0 || rows > BATCH)).toEqual([]);
      expect(pass.filter(({ othersHadTurn, found }) => !othersHadTurn || found !== 1)).toEqual([]);
    }
    expect(carRows(progress).at(-1)).toBe(cars);

    const theirs = (await operator.ask('/state/cars', ownedCars))
      .filter(({ customerId }) => customerId === notable.customerId)
      .map(({ customerId: _owner, ...car }) => car);
    expect(theirs).toHaveLength(cars);
    expect(carsKept()).toBe(cars);
    const differing = theirs.filter((car) => {
      const { id, name, vin, licensePlate, brand, model } = car;
      const ours = directory.car(id);
      return (
        JSON.stringify([ours?.name, ours?.vin, ours?.licensePlate, ours?.brand, ours?.model]) !==
        JSON.stringify([name, vin, licensePlate, brand, model])
      );
    });
    expect(differing).toEqual([]);
    for (const table of ['product', 'service'] as const) {
      const rows = await operator.ask(`/state/${table}s`, ownedRows);
      const wanted = rows.filter(({ customerId }) => customerId === notable.customerId).map(({ id }) => id);
      const kept = z
        .array(z.number())
        .parse(database.sqlite.prepare(`SELECT id FROM "${table}"`).pluck().all());
      expect(new Set(kept)).toEqual(new Set(wanted));
    }
    expect(await operator.ask('/violations', z.array(z.unknown()))).toEqual([]);
  },
);
