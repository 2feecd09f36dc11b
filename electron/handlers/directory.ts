import { z } from 'zod';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { type CarId, carId } from '../../shared/ids.ts';
import { newestJobs } from '../db/tables/queue/jobs.ts';
import type { Handlers } from './router.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import type { Readings } from '../directory/readings.ts';

type DirectoryHandlers = Pick<Handlers, Extract<keyof Handlers, `directory.${string}`>>;

const jobWithCar = z.object({ car: z.object({ id: carId.nullable() }).nullable() });
/** Upper bound of jobs read for the recent cars: enough for a busy day, cheap to read. */
const MOST_JOBS_READ = 60;

/** The `directory.*` calls. */
export function directoryCalls(current: () => OpenProfile): DirectoryHandlers {
  const read: Readings['run'] = (reading, options) => current().readings.run(reading, options);
  return {
    'directory.searchCars': ({ text, limit }) => {
      const { directory, sync } = current();
      const found = directory.searchCars(text, limit);
      if (found.rows.length === 0 && text.trim() !== '') sync.syncSoon();
      return found;
    },
    'directory.recentCars': ({ limit }) => {
      const { database, directory } = current();
      const ids = newestJobs(database.sqlite, MOST_JOBS_READ)
        .map(({ data }) => jobWithCar.parse(JSON.parse(data)).car?.id)
        .filter((id): id is CarId => id !== null && id !== undefined);
      const rows = [...new Set(ids)]
        .slice(0, limit)
        .map((id) => directory.car(id))
        .filter((car) => car !== undefined);
      return { rows, asOf: directory.asOf('cars') };
    },
    'directory.carHints': (typed) => ({ hints: [...current().directory.carHints(typed)] }),
    'directory.searchGroups': ({ text, limit }) => current().directory.searchGroups(text, limit),
    'directory.searchUsers': ({ text, limit }) => current().directory.searchUsers(text, limit),
    'directory.brands': () => current().directory.brands(),
    'directory.keys': ({ brand }) => current().directory.keys(brand),
    'directory.picture': async ({ url }) => ({ dataUrl: await current().pictures.get(url) }),
    'directory.listCars': (page) => current().directory.listCars(page),
    'directory.listUsers': (page) => current().directory.listUsers(page),
    'directory.listGroups': (page) => current().directory.listGroups(page),
    'directory.listProducts': (page) => current().directory.listProducts(page),
    'directory.listServices': (page) => current().directory.listServices(page),
    'directory.car': ({ carId }) => known(current().directory.carDetails(carId)),
    'directory.group': ({ groupId }) => known(current().directory.group(groupId)),
    'directory.user': ({ userId }) => known(current().directory.user(userId)),
    'directory.product': ({ productId }) => {
      const { directory } = current();
      return directory.viewProduct(known(directory.product(productId)));
    },
    'directory.productsInCar': ({ carId }) => {
      const { directory } = current();
      const { rows, asOf } = directory.productsInCar(carId);
      return { rows: rows.map(directory.viewProduct), asOf };
    },
    'directory.service': ({ serviceId }) => known(current().directory.service(serviceId)),
    'directory.customers': ({ reading }) => read(reading, (options) => current().live.customers(options)),
    'directory.carAssignments': ({ carId, reading }) =>
      read(reading, (options) => current().live.carAssignments(carId, options)),
    'directory.userAssignments': ({ userId, reading }) =>
      read(reading, (options) => current().live.userAssignments(userId, options)),
    'directory.carEvents': ({ carId, reading }) =>
      read(reading, (options) => current().live.carEvents(carId, options)),
    'directory.groupCars': ({ groupId, reading }) =>
      read(reading, (options) => current().live.groupCars(groupId, options)),
    'directory.groupUsers': ({ groupId, reading }) =>
      read(reading, (options) => current().live.groupUsers(groupId, options)),
    'directory.groupProducts': ({ groupId, reading }) =>
      read(reading, (options) => current().live.groupProducts(groupId, options)),
    'directory.groupServices': ({ groupId, reading }) =>
      read(reading, (options) => current().live.groupServices(groupId, options)),
    'directory.brandKeys': ({ brand, reading }) =>
      read(reading, (options) => current().live.brandKeys(brand, options)),
    'directory.eventNow': ({ carId, eventId, reading }) =>
      read(reading, (options) => current().live.eventNow(carId, eventId, options)),
    'directory.serviceNow': ({ serviceId, reading }) =>
      read(reading, (options) => current().live.serviceNow(serviceId, options)),
    'directory.readingProgress': ({ reading }) => ({ rows: current().readings.progress(reading) }),
    'directory.stopReading': ({ reading }) => {
      current().readings.stop(reading);
      return {};
    },
    'directory.sync': () => {
      void current().sync.start();
      return {};
    },
    'directory.stopSync': async () => {
      await current().sync.stop();
      return {};
    },
  };
}

/** Returns the row; ProblemError `not-found` if it was deleted since the screen showed it. */
function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new ProblemError(makeProblem('not-found'));
  return value;
}
