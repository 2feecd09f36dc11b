import { z } from 'zod';
import {
  asOfList,
  carHint,
  directoryAssignment,
  directoryCar,
  directoryCarDetails,
  directoryEvent,
  directoryEventDetails,
  directoryGroup,
  directoryKey,
  directoryProductView,
  directoryService,
  directoryServiceNow,
  directoryUser,
  liveList,
  liveOne,
  readingId,
} from '../../domain/directory.ts';
import { carId, customerId, eventId, groupId, productId, serviceId, userId, jobId } from '../../ids.ts';
import { call } from '../messages.ts';
import { instant } from '../../time.ts';
import { jobCar } from '../../domain/job.ts';
import { jobKind } from '../../domain/job-steps.ts';
import { boxCondition, boxTarget, MOST_MOVED, stockBox } from '../../domain/boxes.ts';

/* The IPC calls that look things up: in the copies of the operator's records, at the operator, in all data of this laptop, and in its Boxes. */

const search = z.object({ text: z.string().max(200), limit: z.number().int().min(1).max(200) });
/** A further page of the same search. */
const pagedSearch = search.extend({ offset: z.number().int().min(0).max(1_000_000) });

/** A live read from the operator. With a reading id its progress can be queried, and it can be stopped. */
const live = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...shape, reading: readingId.optional() });

/** Searches of the local copy of the operator's data. They answer at once, also offline. */
export const directoryCalls = {
  'directory.searchCars': call('installer', search, asOfList(directoryCar)),
  /** Cars of recent jobs, newest first. */
  'directory.recentCars': call(
    'installer',
    z.object({ limit: z.number().int().min(1).max(50) }),
    asOfList(directoryCar),
  ),
  /** Duplicate and VIN hints for a car about to be created. */
  'directory.carHints': call(
    'installer',
    z.object({ vin: z.string().max(200), licensePlate: z.string().max(200) }),
    z.object({ hints: z.array(carHint) }),
  ),
  'directory.searchGroups': call('installer', search, asOfList(directoryGroup)),
  'directory.searchUsers': call('installer', search, asOfList(directoryUser)),
  'directory.brands': call('installer', z.object({}), asOfList(z.string())),
  'directory.keys': call('installer', z.object({ brand: z.string().max(200) }), asOfList(directoryKey)),
  /**
   * A key picture as a data URL, from the local copy, else fetched by the main process; null if it is unavailable.
   */
  'directory.picture': call(
    'installer',
    z.object({ url: z.string().max(2000) }),
    z.object({ dataUrl: z.string().nullable() }),
  ),
  /** Lists for the Directory screens, by pages. */
  'directory.listCars': call('installer', pagedSearch, asOfList(directoryCar)),
  'directory.listUsers': call('installer', pagedSearch, asOfList(directoryUser)),
  'directory.listGroups': call('installer', pagedSearch, asOfList(directoryGroup)),
  'directory.listProducts': call('installer', pagedSearch, asOfList(directoryProductView)),
  'directory.listServices': call('installer', pagedSearch, asOfList(directoryService)),
  'directory.car': call('installer', z.object({ carId }), directoryCarDetails),
  'directory.product': call('installer', z.object({ productId }), directoryProductView),
  'directory.productsInCar': call('installer', z.object({ carId }), asOfList(directoryProductView)),
  'directory.service': call('installer', z.object({ serviceId }), directoryService),
  'directory.user': call('installer', z.object({ userId }), directoryUser),
  'directory.group': call('installer', z.object({ groupId }), directoryGroup),
  /** Live reads from the operator. They wait for the network and report its failures. */
  'directory.customers': call(
    'installer',
    live({}),
    liveList(z.object({ id: customerId, name: z.string() })),
  ),
  'directory.carAssignments': call('installer', live({ carId }), liveList(directoryAssignment)),
  'directory.userAssignments': call('installer', live({ userId }), liveList(directoryAssignment)),
  'directory.carEvents': call('installer', live({ carId }), liveList(directoryEvent)),
  'directory.groupCars': call('installer', live({ groupId }), liveList(directoryCar)),
  'directory.groupUsers': call('installer', live({ groupId }), liveList(directoryUser)),
  'directory.groupProducts': call('installer', live({ groupId }), liveList(directoryProductView)),
  'directory.groupServices': call('installer', live({ groupId }), liveList(directoryService)),
  /** The keys of a brand that no local brand list has; stored on this laptop too. `not-offered` if there are none. */
  'directory.brandKeys': call(
    'installer',
    live({ brand: z.string().min(1).max(200) }),
    liveList(directoryKey),
  ),
  /** One event of a car, as the operator has it. */
  'directory.eventNow': call('installer', live({ carId, eventId }), liveOne(directoryEventDetails)),
  /** A service and its product, read from the operator; the local copies are updated too. */
  'directory.serviceNow': call('installer', live({ serviceId }), liveOne(directoryServiceNow)),
  /** The number of rows that a live read has received so far; null = it has ended, or never began. */
  'directory.readingProgress': call(
    'installer',
    z.object({ reading: readingId }),
    z.object({ rows: z.number().int().min(0).nullable() }),
  ),
  /** Stops a live read; its own call then answers `stopped`. */
  'directory.stopReading': call('installer', z.object({ reading: readingId }), z.object({})),
  'directory.sync': call('installer', z.object({}), z.object({})),
  'directory.stopSync': call('installer', z.object({}), z.object({})),
} as const;

/** A job as a search result: by its car, its Box, or its worker. */
export const foundJob = z.object({
  id: jobId,
  kind: jobKind,
  car: jobCar.nullable(),
  /** As typed or scanned; null until a Box was taken. */
  serialNumber: z.string().nullable(),
  worker: z.string(),
  startedAt: instant,
  finishedAt: instant.nullable(),
});
export type FoundJob = z.infer<typeof foundJob>;

/** The results of one search on this laptop, best first in every part. */
export const found = z.object({
  cars: z.array(directoryCar),
  boxes: z.array(directoryProductView),
  jobs: z.array(foundJob),
  groups: z.array(directoryGroup),
  users: z.array(directoryUser),
});
export type Found = z.infer<typeof found>;

/** Finds records by any remembered fact. Answers from this laptop, also offline. */
export const findingCalls = {
  /** Nothing typed: the newest jobs and their cars. `limit` counts for each part. */
  'finding.find': call(
    'installer',
    z.object({ text: z.string().max(200), limit: z.number().int().min(1).max(20) }),
    found,
  ),
} as const;

const serial = z.string().max(20_000);

/** Boxes outside jobs: their places, and whether they may be fitted. */
export const boxCalls = {
  /** The Boxes at hand, and the defective or lost ones that were not returned; latest movement first. */
  'boxes.list': call('installer', z.object({}), z.object({ boxes: z.array(stockBox) })),
  /**
   * The stored data of these Boxes, in the order of the input. ProblemErrors `serial-missing`, `serial-malformed`,
   * `box-ambiguous`.
   */
  'boxes.read': call(
    'installer',
    z.object({ serials: z.array(serial).max(MOST_MOVED) }),
    z.object({ boxes: z.array(stockBox) }),
  ),
  /** Records the new place of Boxes, all or nothing. ProblemErrors as of `boxes.read`. */
  'boxes.move': call(
    'installer',
    z.object({ serials: z.array(serial).min(1).max(MOST_MOVED), to: boxTarget }),
    z.object({}),
  ),
  /** Marks a Box; `good` lets it be fitted again. ProblemErrors as of `boxes.read`, `reason-missing`, `name-too-long`. */
  'boxes.mark': call(
    { from: 'installer', upTo: 'lead' },
    z.object({ serial, condition: boxCondition, reason: z.string().max(20_000) }),
    z.object({}),
  ),
} as const;
