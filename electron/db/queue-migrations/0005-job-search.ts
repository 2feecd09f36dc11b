import { z } from 'zod';
import { foldForSearch } from '../../../shared/domain/serial.ts';
import type { Migration } from '../migrate.ts';

/** The parts of a job's data, as they were when this step was written, by which it is found again. */
const stored = z.object({
  car: z
    .object({
      licensePlate: z.string().nullable(),
      vin: z.string().nullable(),
      name: z.string(),
      brand: z.string().nullable(),
      model: z.string().nullable(),
    })
    .nullable()
    .catch(null),
  box: z.object({ serialNumber: z.string() }).nullable().catch(null),
});

/** Jobs are found again by their car and their Box. */
export const jobSearch: Migration = {
  version: 5,
  sql: `
CREATE TABLE job_search (
  job_id TEXT PRIMARY KEY REFERENCES job (id),
  search_text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
  fill: (sqlite) => {
    const keep = sqlite.prepare<[string, string]>(
      'INSERT INTO job_search (job_id, search_text) VALUES (?, ?)',
    );
    const jobs = sqlite.prepare<[], { id: string; data: string }>('SELECT id, data FROM job').all();
    for (const { id, data } of jobs) {
      const { car, box } = stored.parse(JSON.parse(data));
      const parts = [car?.licensePlate, car?.vin, car?.name, car?.brand, car?.model, box?.serialNumber];
      const text = parts.map((part) => foldForSearch(part ?? '')).filter((part) => part !== '');
      if (text.length > 0) keep.run(id, text.join(' '));
    }
  },
};
