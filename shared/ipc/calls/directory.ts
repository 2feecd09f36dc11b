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
import { carId, customerId, eventId, groupId, productId, serviceId, userId } from '../../ids.ts';
import { call } from '../call.ts';

const search = z.object({ text: z.string().max(200), limit: z.number().int().min(1).max(200) });
/** A further page of the same search. */
const pagedSearch = search.extend({ offset: z.number().int().min(0).max(1_000_000) });

/** A read from the operator while a person waits; with a name its progress can be asked for, and it can be stopped. */
const live = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ ...shape, reading: readingId.optional() });

/** Local copies of what the operator knows. Answers at once, also offline. */
export const directoryCalls = {
  'directory.searchCars': call(search, asOfList(directoryCar)),
  /** Cars of recent jobs, newest first. */
  'directory.recentCars': call(z.object({ limit: z.number().int().min(1).max(50) }), asOfList(directoryCar)),
  /** Duplicate and VIN hints for a car about to be created. */
  'directory.carHints': call(
    z.object({ vin: z.string().max(200), licensePlate: z.string().max(200) }),
    z.object({ hints: z.array(carHint) }),
  ),
  'directory.searchGroups': call(search, asOfList(directoryGroup)),
  'directory.searchUsers': call(search, asOfList(directoryUser)),
  'directory.brands': call(z.object({}), asOfList(z.string())),
  'directory.keys': call(z.object({ brand: z.string().max(200) }), asOfList(directoryKey)),
  /** A key picture as a data URL, from the local copy, else fetched by the main process; null when it cannot be had. */
  'directory.picture': call(
    z.object({ url: z.string().max(2000) }),
    z.object({ dataUrl: z.string().nullable() }),
  ),
  /** The Directory screens: the same searches by pages, everything else too. */
  'directory.listCars': call(pagedSearch, asOfList(directoryCar)),
  'directory.listUsers': call(pagedSearch, asOfList(directoryUser)),
  'directory.listGroups': call(pagedSearch, asOfList(directoryGroup)),
  'directory.listProducts': call(pagedSearch, asOfList(directoryProductView)),
  'directory.listServices': call(pagedSearch, asOfList(directoryService)),
  'directory.car': call(z.object({ carId }), directoryCarDetails),
  'directory.product': call(z.object({ productId }), directoryProductView),
  'directory.productsInCar': call(z.object({ carId }), asOfList(directoryProductView)),
  'directory.service': call(z.object({ serviceId }), directoryService),
  'directory.user': call(z.object({ userId }), directoryUser),
  'directory.group': call(z.object({ groupId }), directoryGroup),
  /** Read from the operator on demand; these calls wait for the network, and report its failure. */
  'directory.customers': call(live({}), liveList(z.object({ id: customerId, name: z.string() }))),
  'directory.carAssignments': call(live({ carId }), liveList(directoryAssignment)),
  'directory.userAssignments': call(live({ userId }), liveList(directoryAssignment)),
  'directory.carEvents': call(live({ carId }), liveList(directoryEvent)),
  'directory.groupCars': call(live({ groupId }), liveList(directoryCar)),
  'directory.groupUsers': call(live({ groupId }), liveList(directoryUser)),
  'directory.groupProducts': call(live({ groupId }), liveList(directoryProductView)),
  'directory.groupServices': call(live({ groupId }), liveList(directoryService)),
  /** The keys of a brand that no list of brands names; they are kept here too. `not-offered` where there are none to read. */
  'directory.brandKeys': call(live({ brand: z.string().min(1).max(200) }), liveList(directoryKey)),
  /** One event of a car, as the operator has it. */
  'directory.eventNow': call(live({ carId, eventId }), liveOne(directoryEventDetails)),
  /** A service and its product, as the operator has them; the local copies learn it too. */
  'directory.serviceNow': call(live({ serviceId }), liveOne(directoryServiceNow)),
  /** Rows that a reading has brought so far; null = it is over, or was never begun. */
  'directory.readingProgress': call(
    z.object({ reading: readingId }),
    z.object({ rows: z.number().int().min(0).nullable() }),
  ),
  /** Ends a reading; its own call answers `stopped`. */
  'directory.stopReading': call(z.object({ reading: readingId }), z.object({})),
  'directory.sync': call(z.object({}), z.object({})),
  'directory.stopSync': call(z.object({}), z.object({})),
} as const;
