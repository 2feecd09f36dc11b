import type { Migration } from '../migrate.ts';

/**
 * Cars of imported lists that are to be fitted. `fingerprint` names what the row said, so that the same list makes nothing
 * twice; the keys are what the car is recognised by. A row stays with the job that fits it.
 */
export const plannedCars: Migration = {
  version: 13,
  sql: `
CREATE TABLE planned_car (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  fingerprint TEXT NOT NULL UNIQUE,
  file TEXT NOT NULL,
  said TEXT NOT NULL,
  vin_key TEXT,
  plate_key TEXT,
  serial_key TEXT,
  search_text TEXT NOT NULL,
  imported_at INTEGER NOT NULL,
  job_id TEXT REFERENCES job (id)
) STRICT;
CREATE UNIQUE INDEX planned_vin ON planned_car (vin_key) WHERE vin_key IS NOT NULL AND job_id IS NULL;
CREATE UNIQUE INDEX planned_plate ON planned_car (plate_key) WHERE plate_key IS NOT NULL AND job_id IS NULL;
CREATE UNIQUE INDEX planned_serial ON planned_car (serial_key) WHERE serial_key IS NOT NULL AND job_id IS NULL;
CREATE INDEX planned_of_job ON planned_car (job_id) WHERE job_id IS NOT NULL;
`,
};
