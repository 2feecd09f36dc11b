import type { Clock, Instant } from '../../shared/time.ts';
import type { CarId, EventId, GroupId, ServiceId, UserId } from '../../shared/ids.ts';
import type { CallOutput } from '../../shared/ipc/contract.ts';
import { makeProblem, type Problem } from '../../shared/problem.ts';
import type { CarEvent, Product, Service, Assignment, Car, User } from '../../shared/operator/resources.ts';
import { ok, type Result } from '../../shared/result.ts';
import type {
  DirectoryAssignment,
  DirectoryCar,
  DirectoryEvent,
  DirectoryEventDetails,
  DirectoryProductView,
  DirectoryUser,
  ReadingId,
} from '../../shared/domain/directory.ts';
import type { OperatorClient } from '../operator/client.ts';
import { listCarAssignments, listCarEvents, readCar, readEvent } from '../operator/endpoints/cars.ts';
import {
  listCustomers,
  listUserAssignments,
  listGroupCars,
  listGroupProducts,
  listGroupServices,
  listGroupUsers,
} from '../operator/endpoints/groups-and-users.ts';
import { readService, readServiceProduct, listKeys } from '../operator/endpoints/products.ts';
import { mayBeNotOffered, type OperatorError, problemOf } from '../operator/operator-error.ts';
import type { Identified, Page } from '../operator/paging.ts';
import type { OperatorRequest } from '../operator/request.ts';
import type { Directory } from './directory.ts';
import { keyFromRow, keyRow, productFromRow, productRow, userRow } from './rows.ts';
import { asText } from './views.ts';

/* Reads of data that is not kept. A person waits for each, sees its progress and may stop it. */

/** Options to follow and to end a reading. */
interface ReadOptions {
  readonly signal: AbortSignal;
  /** Called with the number of rows so far. */
  readonly onRows: (rows: number) => void;
}

/**
 * Live reads of data that has no local copy. None rejects. Each runs until its answer arrives or its signal aborts
 * it.
 */
export interface LiveReads {
  readonly customers: (options: ReadOptions) => Promise<CallOutput<'directory.customers'>>;
  /** Its rows are also stored locally. */
  readonly carAssignments: (
    id: CarId,
    options: ReadOptions,
  ) => Promise<CallOutput<'directory.carAssignments'>>;
  readonly userAssignments: (
    id: UserId,
    options: ReadOptions,
  ) => Promise<CallOutput<'directory.userAssignments'>>;
  /** The newest hundred. */
  readonly carEvents: (id: CarId, options: ReadOptions) => Promise<CallOutput<'directory.carEvents'>>;
  readonly groupCars: (id: GroupId, options: ReadOptions) => Promise<CallOutput<'directory.groupCars'>>;
  readonly groupUsers: (id: GroupId, options: ReadOptions) => Promise<CallOutput<'directory.groupUsers'>>;
  readonly groupProducts: (
    id: GroupId,
    options: ReadOptions,
  ) => Promise<CallOutput<'directory.groupProducts'>>;
  readonly groupServices: (
    id: GroupId,
    options: ReadOptions,
  ) => Promise<CallOutput<'directory.groupServices'>>;
  /** Its rows are also stored locally. */
  readonly brandKeys: (brand: string, options: ReadOptions) => Promise<CallOutput<'directory.brandKeys'>>;
  readonly eventNow: (
    car: CarId,
    id: EventId,
    options: ReadOptions,
  ) => Promise<CallOutput<'directory.eventNow'>>;
  /** Its rows are also stored locally. */
  readonly serviceNow: (id: ServiceId, options: ReadOptions) => Promise<CallOutput<'directory.serviceNow'>>;
}

/** Upper bound of events per read: a car's history grows without limit. */
const EVENTS_SHOWN = 100;

type Read<Value> = (options: ReadOptions) => Promise<Result<Value, OperatorError>>;

type Failed = { readonly state: 'failed'; readonly problem: Problem };
type Live<Value> =
  | { readonly state: 'read'; readonly value: Value; readonly at: Instant }
  | { readonly state: 'not-offered' }
  | Failed;

/** The live reads of one profile; calls that its environment does not offer are remembered until it is closed. */
export function createLiveReads({
  client,
  directory,
  clock,
}: {
  readonly client: OperatorClient;
  readonly directory: Directory;
  readonly clock: Clock;
}): LiveReads {
  const { assumptions } = client;
  const notOffered = new Set<string>();

  const documented = async <Value>(read: Read<Value>, options: ReadOptions): Promise<Live<Value>> => {
    const answer = await read(options);
    return answer.ok ? { state: 'read', value: answer.value, at: clock.now() } : failed(answer.error);
  };

  /**
   * A call whose path is an assumption. "Not offered" is believed only when a documented read of the same car or group
   * (`witness`) succeeds. Behind a captive portal, or for a deleted group, every call looks not offered.
   */
  const assumed = async <Value>(
    name: string,
    read: Read<Value>,
    witness: Read<unknown>,
    options: ReadOptions,
  ): Promise<Live<Value>> => {
    if (notOffered.has(name)) return { state: 'not-offered' };
    const answer = await read(options);
    if (answer.ok) return { state: 'read', value: answer.value, at: clock.now() };
    if (!mayBeNotOffered(answer.error)) return failed(answer.error);
    const seen = await witness(options);
    if (!seen.ok) return failed(seen.error);
    notOffered.add(name);
    return { state: 'not-offered' };
  };

  /** A whole collection, with the number of rows read so far. */
  const pages =
    <Row extends Identified>(build: (page: Page) => OperatorRequest<readonly Row[]>): Read<readonly Row[]> =>
    ({ signal, onRows }) => {
      let count = 0;
      return client.pages(build, {
        signal,
        onPage: (rows) => {
          count += rows.length;
          onRows(count);
        },
      });
    };

  const carIsThere =
    (id: CarId): Read<unknown> =>
    ({ signal }) =>
      client.call(readCar(id), { signal });
  const groupIsThere =
    (id: GroupId): Read<unknown> =>
    ({ signal }) =>
      client.call(listGroupCars(id, { top: 1 }), { signal });

  return {
    customers: async (options) =>
      rowsShown(await documented(pages(listCustomers), options), ({ id, name }) => ({ id, name })),
    carAssignments: async (id, options) => {
      const read = pages((page) => listCarAssignments(id, page));
      const answer = await documented(read, options);
      if (answer.state === 'read') {
        directory.recordCarAccesses(id, answer.value);
        await directory.written();
      }
      return rowsShown(answer, (row) => assignmentWithNames(directory, row));
    },
    userAssignments: async (id, options) =>
      rowsShown(
        await documented(
          pages((page) => listUserAssignments(id, page)),
          options,
        ),
        (row) => assignmentWithNames(directory, row),
      ),
    carEvents: async (id, options) => {
      const newestFirst = {
        top: EVENTS_SHOWN,
        orderBy: [{ path: 'utcDateTime', descending: true }],
      } as const;
      const read: Read<readonly CarEvent[]> = ({ signal }) =>
        client.call(listCarEvents(id, newestFirst, assumptions), { signal });
      const answer = await assumed('car-events', read, carIsThere(id), options);
      const events = rowsShown(answer, (row) => eventWithNames(directory, row));
      // The operator may ignore the requested order.
      if (events.state === 'read') events.rows.sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
      return events;
    },
    groupCars: async (id, options) =>
      rowsShown(
        await documented(
          pages((page) => listGroupCars(id, page)),
          options,
        ),
        carAsListed,
      ),
    groupUsers: async (id, options) => {
      const read = pages((page) => listGroupUsers(id, page, assumptions));
      return rowsShown(await assumed('group-users', read, groupIsThere(id), options), userAsListed);
    },
    groupProducts: async (id, options) =>
      rowsShown(
        await documented(
          pages((page) => listGroupProducts(id, page)),
          options,
        ),
        (row, at) => productAsListed(directory, row, at),
      ),
    groupServices: async (id, options) => {
      const read = pages((page) => listGroupServices(id, page, assumptions));
      return rowsShown(await assumed('group-services', read, groupIsThere(id), options), (row) =>
        directory.viewService(row),
      );
    },
    brandKeys: async (brand, options) => {
      const answer = await pages((page) => listKeys(brand, page))(options);
      if (!answer.ok) {
        // "Invalid brand" and "brand not found" (spec part 4, Keyfob), and the answer of an environment without a
        // catalogue.
        const none = answer.error.code === 'invalid' || mayBeNotOffered(answer.error);
        return none ? { state: 'not-offered' } : failed(answer.error);
      }
      if (answer.value.length > 0) {
        directory.recordKeys(brand, answer.value);
        await directory.written();
      }
      return {
        state: 'read',
        rows: answer.value.map((key) => keyFromRow(keyRow(brand, key))),
        at: clock.now(),
      };
    },
    eventNow: async (car, id, options) => {
      const read: Read<CarEvent> = ({ signal }) => client.call(readEvent(id, assumptions), { signal });
      const answer = await assumed('event', read, carIsThere(car), options);
      return answer.state === 'read' ? { ...answer, value: eventDetails(directory, answer.value) } : answer;
    },
    serviceNow: async (id, options) => {
      const answer = await documented(({ signal }) => readServiceWithProduct(client, id, signal), options);
      if (answer.state !== 'read') return answer;
      const { service, product } = answer.value;
      if (product !== null) directory.recordProduct(product);
      directory.recordService({ ...service, productId: product?.id ?? null });
      await directory.written();
      const view = product === null ? null : productAsListed(directory, product, answer.at);
      const shown = directory.viewService({ ...service, productId: product?.id ?? null });
      return { ...answer, value: { service: shown, product: view } };
    },
  };
}

/**
 * Reads a service and its product. The product is null when the operator reports none, even by an error in its own
 * wording: the service was read a moment ago.
 */
async function readServiceWithProduct(
  client: OperatorClient,
  id: ServiceId,
  signal: AbortSignal,
): Promise<Result<{ readonly service: Service; readonly product: Product | null }, OperatorError>> {
  const service = await client.call(readService(id), { signal });
  if (!service.ok) return service;
  const product = await client.call(readServiceProduct(id), { signal });
  if (product.ok) return ok({ service: service.value, product: product.value });
  return product.error.code === 'not-found' ? ok({ service: service.value, product: null }) : product;
}

/** Converts the rows of an answer to those of a list. */
function rowsShown<Raw, Row>(answer: Live<readonly Raw[]>, shown: (raw: Raw, at: Instant) => Row) {
  if (answer.state !== 'read') return answer;
  const { value, at } = answer;
  return { state: 'read', rows: value.map((raw) => shown(raw, at)), at } as const;
}

function failed(error: OperatorError): Failed {
  const unanswered = error.code === 'timeout' || error.code === 'reset' || error.code === 'aborted';
  // The sentences for an interrupted write mention what may have been applied; a read needs others.
  return { state: 'failed', problem: unanswered ? makeProblem('read-unanswered') : problemOf(error) };
}

type Names = Pick<Directory, 'car' | 'user'>;

/** The rows just read, with the names that the local copies know. */
export function assignmentWithNames(directory: Names, assignment: Assignment): DirectoryAssignment {
  const { id, carId, userId, start, end, lifetime, renewableAfter } = assignment;
  const car = typeof carId === 'number' ? directory.car(carId) : undefined;
  const user = typeof userId === 'number' ? directory.user(userId) : undefined;
  return {
    id,
    carId: carId ?? null,
    carLabel: car === undefined ? null : (car.licensePlate ?? car.name),
    userId: userId ?? null,
    userName: user?.name ?? null,
    start,
    end,
    lifetime: lifetime ?? null,
    renewableAfter: renewableAfter ?? null,
  };
}

function eventWithNames(directory: Names, event: CarEvent): DirectoryEvent {
  const { id, type, utcDateTime, userId } = event;
  const user = typeof userId === 'number' ? directory.user(userId) : undefined;
  return { id, type: type ?? '', at: utcDateTime, userName: user?.name ?? null };
}

/** Fields of an event with a place of their own on the screen. */
const namedEventFields = new Set([
  'id',
  'type',
  'carId',
  'userId',
  // Further formats of the same timestamp.
  'utcDateTime',
  'dateTime',
  'userAgent',
  'latitude',
  'longitude',
]);

/** One event with all that the operator reports of it. */
function eventDetails(directory: Names, event: CarEvent): DirectoryEventDetails {
  const car = typeof event.carId === 'number' ? directory.car(event.carId) : undefined;
  const others = Object.entries(event).flatMap(([field, value]) => {
    const text = asText(value);
    return namedEventFields.has(field) || text === null ? [] : [[field, text] as const];
  });
  return {
    ...eventWithNames(directory, event),
    carLabel: car === undefined ? null : (car.licensePlate ?? car.name),
    userAgent: event.userAgent,
    latitude: event.latitude ?? null,
    longitude: event.longitude ?? null,
    otherFields: Object.fromEntries(others),
  };
}

function carAsListed({ id, name, licensePlate, vin, brand, model }: Car): DirectoryCar {
  return { id, name, licensePlate, vin, brand, model };
}

/** The user as the local copies display it. */
function userAsListed(user: User): DirectoryUser {
  const { id, name, email_address: emailAddress } = userRow(user);
  return { id, name, emailAddress };
}

function productAsListed(
  directory: Pick<Directory, 'viewProduct'>,
  product: Product,
  at: Instant,
): DirectoryProductView {
  return directory.viewProduct(productFromRow(productRow(product, at)));
}

interface Stopped {
  readonly state: 'stopped';
}

/** Reads that a person waits for. Each request has its own deadline; the whole read has none. */
export interface Readings {
  /** Runs one read; a stopped one resolves to `stopped`, unless its answer is there already. Rejects when the read does. */
  readonly run: <Answer extends { readonly state: string }>(
    id: ReadingId | undefined,
    read: (options: ReadOptions) => Promise<Answer>,
  ) => Promise<Answer | Stopped>;
  /** Rows so far; null = no such reading is under way. */
  readonly progress: (id: ReadingId) => number | null;
  /** No effect after the end of the read. */
  readonly stop: (id: ReadingId) => void;
}

/** Tracks the readings of one profile. `moved` is called when a reading has more rows. */
export function createReadings(moved: () => void): Readings {
  const underWay = new Map<ReadingId, { readonly abort: AbortController; rows: number }>();
  return {
    run: async (id, read) => {
      const reading = { abort: new AbortController(), rows: 0 };
      if (id !== undefined) underWay.set(id, reading);
      const { signal } = reading.abort;
      try {
        const answer = await read({
          signal,
          onRows: (rows) => {
            reading.rows = rows;
            moved();
          },
        });
        return signal.aborted && answer.state === 'failed' ? { state: 'stopped' } : answer;
      } finally {
        if (id !== undefined) underWay.delete(id);
      }
    },
    progress: (id) => underWay.get(id)?.rows ?? null,
    stop: (id) => underWay.get(id)?.abort.abort(),
  };
}
