import { jobCar } from '../../../shared/domain/job.ts';
import type { Answers } from './stand-in.ts';

/** A car of the fleet, chosen for a job. */
export const van = jobCar.parse({
  id: 42,
  origin: 'directory',
  name: 'Van 42',
  licensePlate: 'M BX 1042',
  vin: null,
  brand: null,
  model: null,
});

export const box = {
  serialNumber: '001234021',
  lookupSerial: '001234021',
  variant: null,
  sapNumber: null,
  label: null,
};

/** The answers of a laptop that has read nothing of the fleet yet. */
export const emptyCopies = {
  'jobs.mountings': () => ({ places: [], shared: false, readAt: null }),
  'directory.searchUsers': () => ({ rows: [], asOf: null }),
  'directory.recentCars': () => ({ rows: [], asOf: null }),
  'directory.searchCars': () => ({ rows: [], asOf: null }),
} satisfies Answers;
