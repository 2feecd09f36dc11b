import type { InstallationData } from '../job-data.ts';
import type { HandedInstallation } from './content.ts';
import { type Giving, isUnsent, settledOf, testsThrough } from './giving.ts';

/** An installation: done steps travel as done; failed and unsent ones are decided again. */
export function installationContent({
  envelope,
  change: { row, context },
  data,
  operations,
}: Giving<InstallationData>): HandedInstallation {
  const by = (id: string | null | undefined) => operations.find((operation) => operation.id === id);
  const done = (id: string | null | undefined) => by(id)?.state === 'done';
  const isReported = data.car === null || data.car.operation === null || done(data.car.operation);
  return {
    version: 1,
    ...envelope,
    job: {
      id: row.id,
      worker: row.worker,
      startedAt: row.started_at,
      data: {
        ...data,
        car: isReported ? data.car : null,
        box: done(data.box?.operation) ? data.box : null,
        // With the Box that is asked for there goes the label that was photographed here.
        label: data.box === null || done(data.box.operation) ? data.label : data.box.label,
        group: done(data.group?.operation) ? data.group : null,
        ...testsThrough(data, done),
      },
    },
    settled: operations
      .filter(({ state }) => state === 'done')
      .map((operation) => settledOf(context.sqlite, operation)),
    todo: todoOf(data, (id) => {
      const operation = by(id);
      return operation !== undefined && isUnsent(operation);
    }),
  };
}

function todoOf(
  { car, box, group }: InstallationData,
  unsent: (id: string | null) => boolean,
): HandedInstallation['todo'] {
  return {
    car:
      car !== null && unsent(car.operation)
        ? {
            name: car.name,
            licensePlate: car.licensePlate ?? '',
            vin: car.vin ?? '',
            brand: car.brand ?? '',
            model: car.model ?? '',
          }
        : null,
    serial: box !== null && unsent(box.operation) ? box.serialNumber : null,
    group:
      group !== null && unsent(group.operation)
        ? group.id === null
          ? { name: group.name }
          : { id: group.id }
        : null,
  };
}
