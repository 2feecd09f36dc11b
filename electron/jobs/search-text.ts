import { foldForSearch } from '../../shared/domain/serial.ts';
import type { JobData } from './job-data.ts';

/** What a job is found by, folded as questions are: its car as it was then, and its Box. */
export function searchTextOf({ car, box }: Pick<JobData, 'car' | 'box'>): string {
  return [car?.licensePlate, car?.vin, car?.name, car?.brand, car?.model, box?.serialNumber]
    .map((part) => foldForSearch(part ?? ''))
    .filter((part) => part !== '')
    .join(' ');
}
