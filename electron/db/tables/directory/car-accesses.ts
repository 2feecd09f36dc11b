import type { CarId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** The accesses of one car as last read; `accesses` is JSON that directory/ parses. */
export interface CarAccessesRow {
  readonly car_id: CarId;
  readonly accesses: string;
  readonly read_at: Instant;
}

/** Keeps the newest list of a car. */
export function writeCarAccesses({ sqlite }: WriteContext, row: CarAccessesRow): void {
  sqlite
    .prepare<CarAccessesRow>(
      `INSERT INTO car_accesses (car_id, accesses, read_at) VALUES (@car_id, @accesses, @read_at)
       ON CONFLICT (car_id) DO UPDATE SET accesses = excluded.accesses, read_at = excluded.read_at`,
    )
    .run(row);
}

/** The list of a car; undefined = never read. */
export function readCarAccesses(sqlite: Sqlite, car: CarId): CarAccessesRow | undefined {
  return sqlite.prepare<[CarId], CarAccessesRow>('SELECT * FROM car_accesses WHERE car_id = ?').get(car);
}
