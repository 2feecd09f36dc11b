import { createAssignment, changeAssignment, endAssignment } from '../../electron/edits/assignments.ts';
import {
  installProduct,
  uninstallProduct,
  createCar as orderCar,
  updateCar,
  recordEvent,
} from '../../electron/edits/cars-and-boxes.ts';
import {
  addCarToGroup,
  addProductToGroup,
  addUserToGroup,
  createGroup,
  deleteGroup,
  removeServiceFromGroup,
  renameGroup,
  removeUserFromCustomer,
} from '../../electron/edits/groups-and-users.ts';
import type { EditParts } from '../../electron/edits/request-edit.ts';
import { startJob } from '../../electron/jobs/start.ts';
import { installBox } from '../../electron/jobs/steps/box.ts';
import { chooseCar, createCar, chooseGroup } from '../../electron/jobs/steps/car.ts';
import { finishJob } from '../../electron/jobs/finish.ts';
import { recordAccess, removeTestAccess, startVerification } from '../../electron/jobs/steps/verify.ts';
import type { AssignmentRow } from '../../electron/db/tables/queue/assignments.ts';
import type { OperationRow } from '../../electron/db/tables/queue/operations.ts';
import type { OpenProfile } from '../../electron/session/open-profile.ts';
import { assignmentId, carId, groupId, type JobId, productId, serviceId, userId } from '../../shared/ids.ts';
import { ProblemError } from '../../shared/problem.ts';
import { DAY, MINUTE } from '../../shared/time.ts';
import type { Random } from '../operator/random.ts';
import { cars, carWithBox, holderOf, looseAccess, serialOf } from './fleet.ts';
import { carryOutLeaving } from './leaving.ts';
import type { Order } from './plan.ts';
import { carryOutPhoto, carryOutReviewing, type ReviewingMemory } from './reviewing.ts';

/** The person's memory from one order to the next, also when the app has crashed in between. */
export interface Memory extends ReviewingMemory {
  readonly jobs: Map<number, JobId>;
}

const spring = Date.UTC(2026, 2, 1);

/**
 * Asks the app for one thing, through the use cases behind the screens. Throws what they throw: a ProblemError means
 * "not taken". `refused` is called with what they throw later.
 */
export function carryOut(
  open: OpenProfile,
  memory: Memory,
  order: Order,
  random: Random,
  refused: (cause: unknown) => void,
): void {
  const edits: EditParts = { ...open.jobs, directory: open.directory, client: open.client };
  const inJob = (job: number, step: (id: JobId) => void) => {
    const id = memory.jobs.get(job);
    if (id !== undefined) step(id);
  };
  switch (order.ask) {
    case 'start-job':
      memory.jobs.set(order.job, startJob(open.jobs));
      return;
    case 'job-car': {
      const { car } = order;
      return inJob(order.job, (job) => {
        if (typeof car === 'number') chooseCar(open.jobs, job, carId.parse(car));
        else createCar(open.jobs, job, car);
      });
    }
    case 'job-box':
      return inJob(order.job, (job) => installBox(open.jobs, job, serialOf(order.product)));
    case 'job-group': {
      const choice =
        typeof order.group === 'number' ? { id: groupId.parse(order.group) } : { name: order.group };
      return inJob(order.job, (job) => chooseGroup(open.jobs, job, choice));
    }
    case 'job-verify':
      return inJob(order.job, (job) =>
        startVerification(open.jobs, job, userId.parse(order.user), order.minutes),
      );
    case 'job-saw':
      return inJob(order.job, (job) => recordAccess(open.jobs, job, order.what, true));
    case 'job-remove':
      return inJob(order.job, (job) => removeTestAccess(open.jobs, job));
    case 'job-finish':
      return inJob(order.job, (job) => finishJob(open.jobs, job));
    case 'start-leaving':
    case 'job-old-box':
    case 'job-losses':
    case 'job-take-out':
    case 'job-restore': {
      const job = carryOutLeaving(open, memory.jobs.get(order.job) ?? null, order);
      if (job !== null) memory.jobs.set(order.job, job);
      return;
    }
    case 'job-photo':
      return void carryOutPhoto(open, memory.jobs.get(order.job) ?? null, order).catch(refused);
    case 'review':
    case 'job-send-back':
      return carryOutReviewing(open, (job) => memory.jobs.get(job) ?? null, memory, order);
    case 'create-car':
      return void orderCar(edits, order.car, '').catch((cause: unknown) => {
        // A car that is there already is said to the person. The app may have been closed while the operator was asked: then nothing
        // is kept, and nothing was said to be.
        if (!(cause instanceof ProblemError) && open.database.sqlite.open) throw cause;
      });
    case 'update-car':
      return void updateCar(edits, carId.parse(order.car), order.patch);
    case 'install':
      return void installProduct(edits, carId.parse(order.car), serialOf(order.product));
    case 'uninstall':
      return void uninstallProduct(edits, { productId: productId.parse(order.product), seen: null }).catch(
        refused,
      );
    case 'create-access':
      return void createAssignment(edits, {
        carId: carId.parse(order.car),
        userId: userId.parse(order.user),
        start: spring + order.startDay * DAY,
        end: order.days === null ? null : spring + (order.startDay + order.days) * DAY,
        lifetime: null,
        renewableAfter: null,
      });
    case 'change-access': {
      const access = accessNamed(open, order.access, random);
      const end = order.endDay === null ? null : spring + order.endDay * DAY;
      return void (access === null ? null : changeAssignment(edits, access, { end }));
    }
    case 'end-access': {
      const access = accessNamed(open, order.access, random);
      return void (access === null ? null : endAssignment(edits, access));
    }
    case 'create-group':
      return void createGroup(edits, order.name);
    case 'rename-group':
      return void renameGroup(edits, groupId.parse(order.group), order.name);
    case 'delete-group':
      return void deleteGroup(edits, groupId.parse(order.group));
    case 'add-car':
      return void addCarToGroup(edits, groupId.parse(order.group), carId.parse(order.car));
    case 'add-user':
      return void addUserToGroup(edits, groupId.parse(order.group), userId.parse(order.user));
    case 'add-product':
      return void addProductToGroup(edits, groupId.parse(order.group), productId.parse(order.product));
    case 'remove-service':
      return void removeServiceFromGroup(edits, groupId.parse(order.group), serviceId.parse(order.service));
    case 'remove-user':
      return void removeUserFromCustomer(edits, userId.parse(order.user));
    case 'event':
      return void recordEvent(edits, {
        carId: carId.parse(order.car),
        userId: userId.parse(order.user),
        type: order.type,
        at: spring - order.minutesAgo * MINUTE,
      });
    case 'cancel-one': {
      const waiting = unfinished(open, ['ready', 'waiting', 'held', 'blocked']);
      return waiting.length === 0 ? undefined : open.commands.cancel(random.pick(waiting).id);
    }
    case 'try-now':
      return open.wake();
  }
}

/** Operations in these states, oldest first. */
export function unfinished(open: OpenProfile, states: readonly OperationRow['state'][]): OperationRow[] {
  return open.database.sqlite
    .prepare<[string], OperationRow>(
      'SELECT * FROM operation WHERE state IN (SELECT value FROM json_each(?)) ORDER BY seq',
    )
    .all(JSON.stringify(states));
}

/** An access of the fleet, or one this laptop has made. */
function accessNamed(open: OpenProfile, access: number | 'own', random: Random) {
  if (access !== 'own') {
    const car = access === looseAccess ? cars[4] : carWithBox;
    const user = holderOf(access);
    if (user === null) return null;
    return { assignmentId: assignmentId.parse(access), carId: carId.parse(car), userId: userId.parse(user) };
  }
  const own = open.database.sqlite
    .prepare<[], AssignmentRow>(`SELECT * FROM assignment WHERE assignment_id IS NOT NULL ORDER BY id`)
    .all()
    .filter((row) => open.directory.car(row.car_id) !== undefined);
  if (own.length === 0) return null;
  const row = random.pick(own);
  if (row.assignment_id === null) return null;
  return { assignmentId: row.assignment_id, carId: row.car_id, userId: row.user_id };
}
