import type { DirectoryCar, DirectoryProductView } from '../../shared/domain/directory.ts';
import type { Found, FoundJob } from '../../shared/ipc/calls/directory.ts';
import { neverReached } from '../../shared/never.ts';
import type { Route } from '../navigation/route.ts';

/** One line of the search results. */
export type FoundLine =
  | { readonly kind: 'car'; readonly car: DirectoryCar }
  | { readonly kind: 'box'; readonly box: DirectoryProductView }
  | { readonly kind: 'job'; readonly job: FoundJob }
  | { readonly kind: 'group'; readonly id: number; readonly name: string }
  | {
      readonly kind: 'user';
      readonly id: number;
      readonly name: string;
      readonly emailAddress: string | null;
    };

/** All results as one list, the most wanted kinds first. */
export function linesOf({ cars, boxes, jobs, groups, users }: Found): readonly FoundLine[] {
  return [
    ...cars.map((car) => ({ kind: 'car', car }) as const),
    ...boxes.map((box) => ({ kind: 'box', box }) as const),
    ...jobs.map((job) => ({ kind: 'job', job }) as const),
    ...groups.map(({ id, name }) => ({ kind: 'group', id, name }) as const),
    ...users.map(({ id, name, emailAddress }) => ({ kind: 'user', id, name, emailAddress }) as const),
  ];
}

/** A unique key of a line. */
export function keyOfLine(line: FoundLine): string {
  switch (line.kind) {
    case 'car':
      return `car-${line.car.id}`;
    case 'box':
      return `box-${line.box.id}`;
    case 'job':
      return `job-${line.job.id}`;
    case 'group':
    case 'user':
      return `${line.kind}-${line.id}`;
    default:
      return neverReached(line);
  }
}

/** The route that a line opens. */
export function routeOfLine(line: FoundLine): Route {
  switch (line.kind) {
    case 'car':
      return { screen: 'directory', section: 'cars', id: String(line.car.id) };
    case 'box':
      return { screen: 'directory', section: 'products', id: String(line.box.id) };
    case 'job':
      return { screen: 'job', jobId: line.job.id };
    case 'group':
      return { screen: 'directory', section: 'groups', id: String(line.id) };
    case 'user':
      return { screen: 'directory', section: 'users', id: String(line.id) };
    default:
      return neverReached(line);
  }
}

/** The car of a line into which a Box could be fitted at once. */
export function carOfLine(line: FoundLine): DirectoryCar | null {
  return line.kind === 'car' ? line.car : null;
}
