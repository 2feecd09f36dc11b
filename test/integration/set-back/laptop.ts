import { copyFileSync, cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { createChecklists } from '../../../electron/jobs/checklists.ts';
import { readOperation } from '../../../electron/db/tables/queue/operations.ts';
import { unreadRelayNotes } from '../../../electron/db/tables/queue/relay-exchange.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { openProfile } from '../../../electron/session/open-profile.ts';
import { realOutside } from '../../../electron/session/outside.ts';
import { enqueue } from '../../../electron/operations/queue/enqueue.ts';
import { createAssignmentKind } from '../../../electron/operations/queue/kinds/create-assignment.ts';
import { createCarKind } from '../../../electron/operations/queue/kinds/create-car.ts';
import { createEventKind } from '../../../electron/operations/queue/kinds/create-event.ts';
import { defaultPolicy } from '../../../electron/operations/queue/parts.ts';
import type { OperationState } from '../../../shared/domain/operation.ts';
import { carId, customerId, localAssignmentId, type OperationId, userId } from '../../../shared/ids.ts';
import { DAY } from '../../../shared/time.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { RunningOperator } from '../../operator/start.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { connection } from '../profiles/core.ts';
import { cutTransport } from '../profiles/cut-transport.ts';
import { tempFolder } from '../relay/temp-folder.ts';

const ACCESS_FROM = Date.UTC(2031, 0, 1);

/** The profile of a laptop with the real disk. `isCut`: the operator cannot be reached. */
export function openLaptop(
  operator: RunningOperator,
  place: {
    readonly dataDir: string;
    readonly relay?: { readonly relayUrl: string; readonly relayToken: string };
    readonly isCut?: boolean;
  },
) {
  let isCut = place.isCut ?? false;
  const ids = createIds();
  const open = openProfile({
    profile: {
      ...connection(operator),
      customer: { id: customerId.parse(notable.customerId), name: 'Fleet North' },
      relay: place.relay ?? null,
      keeping: 'memory-only',
    },
    dataDir: place.dataDir,
    clock: machineClock,
    random: () => 0,
    ids,
    policy: { ...defaultPolicy, quarantineMs: 200, resultDeadlineMs: 50 },
    checklists: createChecklists({ folder: null, remembered: () => [] }),
    worker: () => 'Jo',
    userAgent: 'Boxwright/test',
    log: () => undefined,
    publish: () => undefined,
    pid: process.pid,
    outside: { ...realOutside, openTransport: cutTransport(() => isCut) },
  });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await open.close();
    isOpen = false;
  };
  onTestFinished(close);
  const { baseUrl, environment } = open.profile.address;
  const target = { baseUrl, environment, customerId: open.profile.customer.id };
  const put = <Payload>(
    kind: Parameters<typeof enqueue<Payload>>[2]['kind'],
    payload: (self: OperationId) => Payload,
  ): OperationId => {
    const id = ids.operation();
    open.database.write((context) => {
      enqueue(
        context,
        target,
        { id, kind, payload: payload(id), job: null, after: [] },
        open.queueParts.clock.now(),
      );
      // Whatever is asked for in the app has an entry of its own.
      open.jobs.log.append(context, {
        job: null,
        type: 'checklist-answered',
        data: { item: 'n', answer: 1 },
      });
      context.changed('log');
    });
    open.engine.wake();
    return id;
  };
  return {
    open,
    close,
    reconnect: () => {
      isCut = false;
      open.wake();
    },
    orderCar: (licensePlate: string) =>
      put(createCarKind, (self) => ({
        self,
        name: `Van ${licensePlate}`,
        vin: null,
        licensePlate,
        brand: 'Ford',
        model: null,
      })),
    orderAccess: () =>
      put(createAssignmentKind, (self) => ({
        local: localAssignmentId.parse(self),
        car: carId.parse(20_001),
        carLabel: 'M QX 4711',
        userId: userId.parse(9001),
        userName: 'Bay 3 Tester',
        period: { from: 'fixed' as const, start: ACCESS_FROM, end: ACCESS_FROM + DAY },
      })),
    orderEvent: () =>
      put(createEventKind, (self) => ({
        self,
        car: carId.parse(20_001),
        carLabel: 'M QX 4711',
        userId: userId.parse(9001),
        type: 'CarOpened' as const,
        at: machineClock.now(),
        utcOffsetMinutes: 60,
        userAgent: 'Boxwright/test',
      })),
    row: (id: OperationId) => readOperation(open.database.sqlite, id),
    comesTo: (id: OperationId, ...states: readonly OperationState[]) =>
      vi.waitFor(
        () => {
          const row = readOperation(open.database.sqlite, id);
          if (row === undefined || !states.includes(row.state)) {
            throw new Error(`${row?.state} instead of ${states.join()}; ${row?.problem}`);
          }
          return row;
        },
        { interval: 20 },
      ),
    notes: () => unreadRelayNotes(open.database.sqlite).map(({ matter, count }) => ({ matter, count })),
    isUploaded: () =>
      vi.waitFor(() => {
        const { state } = open.uploadState();
        if (state !== 'up-to-date') throw new Error(state);
      }),
  };
}

/** A copy of a closed laptop's data, for later. */
export function imageOf(dataDir: string): string {
  const image = tempFolder();
  cpSync(dataDir, image, { recursive: true });
  return image;
}

/** Sets a disk back to its image: the file system knows each file as it did when the image was taken. */
export function setBackInPlace(dataDir: string, image: string): void {
  for (const name of readdirSync(dataDir)) {
    const [was, is] = [join(image, name), join(dataDir, name)];
    if (!readdirSync(image).includes(name)) rmSync(is, { recursive: true });
    else if (statSync(is).isDirectory()) setBackInPlace(is, was);
    else copyFileSync(was, is);
  }
}
