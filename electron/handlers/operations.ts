import type { CallOutput, CallParsed } from '../../shared/ipc/contract.ts';
import { FIRST_LINES, LONGEST_QUEUE } from '../../shared/ipc/calls/operations.ts';
import type { SeenOperation } from '../../shared/domain/operation-commands.ts';
import type { CarId, OperationId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { OpenProfile } from '../session/open-profile.ts';
import { changeAssignment, createAssignment, endAssignment } from '../edits/assignments.ts';
import {
  installProduct,
  uninstallPreview,
  uninstallProduct,
  createCar,
  updateCar,
  recordEvent,
} from '../edits/cars-and-boxes.ts';
import {
  addCarToGroup,
  addProductToGroup,
  addUserToGroup,
  createGroup,
  deleteGroup,
  removeServiceFromGroup,
  renameGroup,
  removeUserByAddress,
  removeUserFromCustomer,
} from '../edits/groups-and-users.ts';
import type { EditParts } from '../edits/request-edit.ts';
import { readFormDrafts, removeFormDraft, saveFormDraft } from '../db/tables/queue/jobs.ts';
import { listOperations, type OperationRow, readOperation } from '../db/tables/queue/operations.ts';
import { type UserName, viewDetail } from '../operations/queue/detail.ts';
import { actionsFor } from '../operations/queue/actions.ts';
import { checkAdopted, findCandidates, requireUnchanged } from '../operations/queue/decisions.ts';
import { orderLines, viewLines, viewOperation } from '../operations/queue/views.ts';
import type { QueueParts } from '../operations/queue/parts.ts';
import type { QueueCommands } from '../operations/queue/commands.ts';
import type { Handlers } from './router.ts';

/* The operations at the operator: `edits.*` orders them outside of a job, `queue.*` shows and decides them. */

type EditHandlers = Pick<Handlers, Extract<keyof Handlers, `edits.${string}`>>;

/**
 * The `edits.*` calls: writes outside a guided flow. Each call runs one use case and returns the queued operation.
 */
export function editCalls(current: () => OpenProfile): EditHandlers {
  const parts = (): EditParts => {
    const { jobs, directory, client } = current();
    return { ...jobs, directory, client };
  };
  return {
    'edits.createCar': ({ car, description }) => createCar(parts(), car, description),
    'edits.updateCar': ({ carId, patch }) => updateCar(parts(), carId, patch),
    'edits.install': ({ carId, serialNumber }) => installProduct(parts(), carId, serialNumber),
    'edits.uninstallPreview': ({ productId, carId }) => uninstallPreview(parts(), productId, carId),
    'edits.uninstall': (removal) => uninstallProduct(parts(), removal),
    'edits.createAssignment': (wanted) => createAssignment(parts(), wanted),
    'edits.changeAssignment': ({ start, end, lifetime, renewableAfter, ...access }) =>
      changeAssignment(parts(), access, { start, end, lifetime, renewableAfter }),
    'edits.endAssignment': (access) => endAssignment(parts(), access),
    'edits.createGroup': ({ name }) => createGroup(parts(), name),
    'edits.renameGroup': ({ groupId, name }) => renameGroup(parts(), groupId, name),
    'edits.deleteGroup': ({ groupId }) => deleteGroup(parts(), groupId),
    'edits.addCarToGroup': ({ groupId, carId }) => addCarToGroup(parts(), groupId, carId),
    'edits.addUserToGroup': ({ groupId, userId }) => addUserToGroup(parts(), groupId, userId),
    'edits.addProductToGroup': ({ groupId, productId }) => addProductToGroup(parts(), groupId, productId),
    'edits.removeServiceFromGroup': ({ groupId, serviceId }) =>
      removeServiceFromGroup(parts(), groupId, serviceId),
    'edits.removeUserFromCustomer': ({ userId }) => removeUserFromCustomer(parts(), userId),
    'edits.removeUserByAddress': ({ emailAddress }) => removeUserByAddress(parts(), emailAddress),
    'edits.recordEvent': (event) => recordEvent(parts(), event),
    'edits.drafts': () => listDrafts(parts()),
    'edits.saveDraft': (draft) => saveDraft(parts(), draft),
  };
}

/** All unsaved forms of this profile and customer. */
function listDrafts({ database }: Pick<EditParts, 'database'>): CallOutput<'edits.drafts'> {
  return { drafts: [...readFormDrafts(database.sqlite)] };
}

/** Saves a form; null deletes it. No such form has a field for a secret. */
function saveDraft(
  { database, clock }: Pick<EditParts, 'database' | 'clock'>,
  { form, draft }: CallParsed<'edits.saveDraft'>,
): CallOutput<'edits.saveDraft'> {
  database.write((context) => {
    if (draft === null) removeFormDraft(context, form);
    else saveFormDraft(context, { form, draft }, clock.now());
  });
  return {};
}

type QueueHandlers = Pick<Handlers, Extract<keyof Handlers, `queue.${string}`>>;

/** The parts of an open profile's queue that the calls need. */
export interface OpenQueue {
  readonly queueParts: QueueParts;
  readonly commands: QueueCommands;
  /** Contacts the operator and the relay at once. */
  readonly wake: () => void;
}

/** The dependencies besides the queue itself. */
export interface QueueCallDeps {
  /** Moves the work of a cancelled new car to another car, in its job too. */
  readonly giveWorkToCar: (lost: OperationRow, car: CarId, seen: SeenOperation) => void;
  /** The name of a user according to the local copies. */
  readonly userName: UserName;
}

/** The `queue.*` calls. */
export function queueCalls(
  current: () => OpenQueue,
  { giveWorkToCar, userName }: QueueCallDeps,
): QueueHandlers {
  const sqliteNow = () => current().queueParts.database.sqlite;
  const rowOf = (id: OperationId) => {
    const row = readOperation(sqliteNow(), id);
    if (row === undefined) throw new ProblemError(makeProblem('not-found'));
    return row;
  };
  const after = (id: OperationId, act: (commands: QueueCommands) => void) => {
    act(current().commands);
    return viewOperation(sqliteNow(), rowOf(id));
  };
  return {
    'queue.list': ({ which, limit }) => {
      const sqlite = sqliteNow();
      return { operations: listOperations(sqlite, which, limit).map((row) => viewOperation(sqlite, row)) };
    },
    'queue.order': ({ show, text, car }) => {
      const question = { show, car, limit: LONGEST_QUEUE };
      const seqs = [...orderLines(sqliteNow(), question, text)];
      return { seqs, lines: viewLines(sqliteNow(), seqs.slice(0, FIRST_LINES)) };
    },
    'queue.lines': ({ seqs }) => ({ lines: viewLines(sqliteNow(), seqs) }),
    'queue.detail': ({ operationId }) => {
      const { database, policy, clock } = current().queueParts;
      return viewDetail({ sqlite: database.sqlite, now: clock.now(), policy }, rowOf(operationId), userName);
    },
    'queue.candidates': ({ operationId }) => findCandidates(current().queueParts, rowOf(operationId)),
    'queue.tryNow': () => {
      current().wake();
      return {};
    },
    // A headless run may retry more: there the caller is asked for nothing.
    'queue.retry': ({ operationId, seen }) => {
      const row = rowOf(operationId);
      requireUnchanged(row, seen);
      const { database, policy, clock } = current().queueParts;
      if (!actionsFor({ sqlite: database.sqlite, now: clock.now(), policy }, row).includes('retry')) {
        throw new ProblemError(makeProblem('step-not-ready', { state: row.state }));
      }
      return after(operationId, ({ retry }) => retry(operationId, seen));
    },
    'queue.hold': ({ operationId, seen }) => after(operationId, ({ hold }) => hold(operationId, seen)),
    'queue.release': ({ operationId, seen }) =>
      after(operationId, ({ release }) => release(operationId, seen)),
    'queue.cancel': ({ operationId, seen, dependants }) =>
      after(operationId, ({ cancel, cancelAll }) =>
        dependants === null ? cancel(operationId, seen) : cancelAll(operationId, seen, dependants),
      ),
    'queue.correct': ({ operationId, seen, values, reason }) =>
      after(operationId, ({ correct }) => correct(operationId, values, seen, reason)),
    'queue.decide': async ({ operationId, seen, wasDone, adopt }) => {
      if (wasDone && adopt !== null) await checkAdopted(current().queueParts, rowOf(operationId), adopt);
      return after(operationId, ({ decide }) => decide(operationId, wasDone, adopt, seen));
    },
    'queue.acknowledge': ({ operationId, seen, incidents }) =>
      after(operationId, ({ acknowledge }) => acknowledge(operationId, incidents, seen)),
    'queue.moveToCar': ({ operationId, seen, carId }) =>
      after(operationId, () => giveWorkToCar(rowOf(operationId), carId, seen)),
  };
}
