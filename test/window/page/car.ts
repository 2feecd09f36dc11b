import { jobCar } from '../../../shared/domain/job.ts';

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
