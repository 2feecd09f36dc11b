import { foldForSearch } from '../../shared/domain/serial.ts';
import type { JobData } from './job-data.ts';

/** The search text of a job, folded as questions are: its car as it was then, and its Boxes. */
export function searchTextOf(data: JobData): string {
  const { car } = data;
  return [car?.licensePlate, car?.vin, car?.name, car?.brand, car?.model, ...serialsOf(data)]
    .map((part) => foldForSearch(part ?? ''))
    .filter((part) => part !== '')
    .join(' ');
}

/** The serials of a job's Boxes, the one that goes in first. */
export function serialsOf(data: JobData): readonly string[] {
  const boxes =
    data.kind === 'installation'
      ? [data.box]
      : data.kind === 'removal'
        ? [data.oldBox]
        : [data.box, data.oldBox];
  return boxes.flatMap((box) => (box === null ? [] : [box.serialNumber]));
}
