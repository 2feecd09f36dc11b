import type { Clock } from '../../shared/clock.ts';
import type { CarId, GroupId, UserId } from '../../shared/ids.ts';
import type { CallOutput } from '../../shared/ipc/contract.ts';
import { makeProblem, type Problem } from '../../shared/problem.ts';
import type { Result } from '../../shared/result.ts';
import { type Instant, SECOND } from '../../shared/time.ts';
import type { OperatorClient } from '../operator/client.ts';
import { withDeadline } from '../operator/deadline.ts';
import { listCarAssignments, listCarEvents, readCar } from '../operator/endpoints/cars.ts';
import { listCustomers } from '../operator/endpoints/customers.ts';
import {
  listGroupCars,
  listGroupProducts,
  listGroupServices,
  listGroupUsers,
} from '../operator/endpoints/groups.ts';
import { listUserAssignments } from '../operator/endpoints/users.ts';
import { soundsNotOffered } from '../operator/not-offered.ts';
import type { OperatorError } from '../operator/operator-error.ts';
import { problemOf } from '../outcomes/problem-of.ts';
import type { Directory } from './directory.ts';
import {
  assignmentWithNames,
  carAsListed,
  eventWithNames,
  productAsListed,
  userAsListed,
} from './live-rows.ts';

/** Lists that are not kept here but read when somebody looks. None rejects; each ends within ten seconds. */
export interface LiveReads {
  readonly customers: () => Promise<CallOutput<'directory.customers'>>;
  readonly carAssignments: (id: CarId) => Promise<CallOutput<'directory.carAssignments'>>;
  readonly userAssignments: (id: UserId) => Promise<CallOutput<'directory.userAssignments'>>;
  /** The newest hundred. */
  readonly carEvents: (id: CarId) => Promise<CallOutput<'directory.carEvents'>>;
  readonly groupCars: (id: GroupId) => Promise<CallOutput<'directory.groupCars'>>;
  readonly groupUsers: (id: GroupId) => Promise<CallOutput<'directory.groupUsers'>>;
  readonly groupProducts: (id: GroupId) => Promise<CallOutput<'directory.groupProducts'>>;
  readonly groupServices: (id: GroupId) => Promise<CallOutput<'directory.groupServices'>>;
}

const DEADLINE_MS = 10 * SECOND;
/** The history of a car has no end. */
const EVENTS_SHOWN = 100;

type Read<Value> = (signal: AbortSignal) => Promise<Result<Value, OperatorError>>;

type Live<Row> =
  | { readonly state: 'read'; readonly rows: Row[]; readonly at: Instant }
  | { readonly state: 'not-offered' }
  | { readonly state: 'failed'; readonly problem: Problem };

/** What is asked, and how a row of the answer is shown. */
interface Question<Raw, Row> {
  readonly read: Read<readonly Raw[]>;
  readonly shown: (raw: Raw, at: Instant) => Row;
}

/** The live reads of one profile; what its environment does not offer is remembered until it is closed. */
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

  const look = async <Raw, Row>({ read, shown }: Question<Raw, Row>, signal: AbortSignal) => {
    const answer = await read(signal);
    if (!answer.ok) return answer;
    const at = clock.now();
    const rows = answer.value.map((raw) => shown(raw, at));
    return { ok: true, value: { state: 'read', rows, at } } as const;
  };

  const documented = <Raw, Row>(question: Question<Raw, Row>): Promise<Live<Row>> =>
    withDeadline(clock, DEADLINE_MS, async (signal) => {
      const answer = await look(question, signal);
      return answer.ok ? answer.value : failed(answer.error);
    });

  /**
   * A call that is an assumption. That it is not offered is believed only when a documented read of the same car or group
   * (`witness`) succeeds: behind a captive portal, and for a group that is gone, every call looks that way.
   */
  const assumed = <Raw, Row>(
    name: string,
    question: Question<Raw, Row>,
    witness: Read<unknown>,
  ): Promise<Live<Row>> =>
    withDeadline(clock, DEADLINE_MS, async (signal) => {
      if (notOffered.has(name)) return { state: 'not-offered' };
      const answer = await look(question, signal);
      if (answer.ok) return answer.value;
      if (!soundsNotOffered(answer.error)) return failed(answer.error);
      const seen = await witness(signal);
      if (!seen.ok) return failed(seen.error);
      notOffered.add(name);
      return { state: 'not-offered' };
    });

  const someOfGroup =
    (id: GroupId): Read<unknown> =>
    (signal) =>
      client.call(listGroupCars(id, { top: 1 }), { signal });

  return {
    customers: () =>
      documented({
        read: (signal) => client.pages(listCustomers, { signal }),
        shown: ({ id, name }) => ({ id, name }),
      }),
    carAssignments: (id) =>
      documented({
        read: (signal) => client.pages((page) => listCarAssignments(id, page), { signal }),
        shown: (row) => assignmentWithNames(directory, row),
      }),
    userAssignments: (id) =>
      documented({
        read: (signal) => client.pages((page) => listUserAssignments(id, page), { signal }),
        shown: (row) => assignmentWithNames(directory, row),
      }),
    carEvents: async (id) => {
      const newestFirst = {
        top: EVENTS_SHOWN,
        orderBy: [{ path: 'utcDateTime', descending: true }],
      } as const;
      const events = await assumed(
        'car-events',
        {
          read: (signal) => client.call(listCarEvents(id, newestFirst, assumptions), { signal }),
          shown: (row) => eventWithNames(directory, row),
        },
        (signal) => client.call(readCar(id), { signal }),
      );
      // The order may not be honoured.
      if (events.state === 'read') events.rows.sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
      return events;
    },
    groupCars: (id) =>
      documented({
        read: (signal) => client.pages((page) => listGroupCars(id, page), { signal }),
        shown: carAsListed,
      }),
    groupUsers: (id) =>
      assumed(
        'group-users',
        {
          read: (signal) => client.pages((page) => listGroupUsers(id, page, assumptions), { signal }),
          shown: userAsListed,
        },
        someOfGroup(id),
      ),
    groupProducts: (id) =>
      documented({
        read: (signal) => client.pages((page) => listGroupProducts(id, page), { signal }),
        shown: (row, at) => productAsListed(directory, row, at),
      }),
    groupServices: (id) =>
      assumed(
        'group-services',
        {
          read: (signal) => client.pages((page) => listGroupServices(id, page, assumptions), { signal }),
          shown: (row) => directory.viewService(row),
        },
        someOfGroup(id),
      ),
  };
}

function failed(error: OperatorError): { readonly state: 'failed'; readonly problem: Problem } {
  const unanswered = error.code === 'timeout' || error.code === 'reset' || error.code === 'aborted';
  // The sentences for a write that broke off speak of what may have been applied.
  return { state: 'failed', problem: unanswered ? makeProblem('read-unanswered') : problemOf(error) };
}
