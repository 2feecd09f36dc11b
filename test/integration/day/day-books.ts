import { z } from 'zod';
import { isGiven } from '../../../electron/db/tables/queue/hand-overs.ts';
import { operationKind } from '../../../shared/domain/operation.ts';
import { customerId, jobId } from '../../../shared/ids.ts';
import { keptIn } from '../relay/running-relay.ts';
import type { Laptop } from '../hand-over/laptop.ts';
import { type DayPlaces, laptopsOf, plansAt } from './day-crew.ts';
import { jobsOn, plansAtRelay } from './day-night.ts';
import { CUSTOMERS } from './day-plan.ts';

/* The books of the day, read from each party by itself: lines of plain words that can be compared. */

/** Sorted, so that two books can be compared line by line. */
export const sorted = (lines: readonly string[]): readonly string[] => lines.toSorted();

const writeLine = (
  plate: string | null | undefined,
  write: string | null | undefined,
  detail: string | null | undefined,
): string => [`${plate}: ${write}`, ...(typeof detail === 'string' ? [detail] : [])].join(' ');

const body = z.looseObject({
  carId: z.number().nullish(),
  licensePlate: z.string().nullish(),
  serialNumber: z.string().nullish(),
  productId: z.number().nullish(),
  type: z.string().nullish(),
});

/** Every write that took effect at the operator: "PLATE: WRITE". */
export function writesAtOperator({ operator }: Pick<DayPlaces, 'operator'>): readonly string[] {
  const { journal, state } = operator;
  const carOfAccess = new Map<string, number>();
  for (const { payload } of operator.webhooks.attempts) {
    const { assignmentId, carId } = z
      .looseObject({ assignmentId: z.number().nullish(), carId: z.number().nullish() })
      .parse(payload);
    if (typeof carId === 'number' && typeof assignmentId === 'number')
      carOfAccess.set(`/assignments/${assignmentId}`, carId);
  }
  return journal.entries
    .filter(({ applied }) => applied)
    .map(({ operation, path, body: text }) => {
      const said = body.parse(text === null || text === '' ? {} : JSON.parse(text));
      const car = said.carId ?? carOfAccess.get(path) ?? null;
      const plate = car === null ? said.licensePlate : state.cars.get(car)?.licensePlate;
      const product = state.products.get(said.productId ?? 0);
      const detail = said.serialNumber ?? product?.serialNumber ?? said.type;
      return writeLine(plate, operation, detail);
    });
}

/** Each car of the plan as the operator holds it: its Boxes and its test accesses. */
export function carsAtOperator({ operator, cars }: Pick<DayPlaces, 'operator' | 'cars'>): readonly string[] {
  const { state } = operator;
  return cars.map(({ plate, customer, group, testUser, kind }) => {
    const held = [...state.cars.values()].filter(
      (car) => car.licensePlate === plate && car.customerId === customer,
    );
    const ids = new Set(held.map(({ id }) => id));
    const boxes = [...state.products.values()].filter(({ carId }) => carId !== null && ids.has(carId));
    const isInGroup = [...ids].some((id) => state.groups.get(group.id)?.carIds.has(id) === true);
    const accesses = [...state.assignments.values()].filter(
      ({ carId, userId: user, start }) =>
        ids.has(carId) && user === testUser && Date.parse(start) < Date.now(),
    );
    const serials = boxes.map(({ serialNumber }) => serialNumber).join(' ');
    const membership = kind === 'installation' ? ` ${isInGroup ? 'in' : 'not in'} its group` : '';
    return `${plate}: ${held.length} car, Box ${serials || 'none'}${membership}, ${accesses.length} test accesses`;
  });
}

const WRITE_OF: Partial<Record<z.infer<typeof operationKind>, string>> = {
  'create-car': 'PUT /cars',
  install: 'PUT /installations',
  uninstall: 'DELETE /installations',
  'add-car-to-group': 'PUT /groups/{groupId}/cars',
  'create-assignment': 'PUT /assignments',
  'create-event': 'PUT /events',
  'delete-assignment': 'DELETE /assignments/{assignmentId}',
};

const operationRow = z.object({
  kind: operationKind,
  state: z.string(),
  payload: z.string(),
  job_id: z.string().transform((id) => jobId.parse(id)),
});
const operationPayload = z.looseObject({ serialNumber: z.string().nullish(), type: z.string().nullish() });

/** An operation of a laptop in the words of the operator's book. */
export interface OperationLine {
  readonly write: string;
  readonly state: string;
  /** Another laptop goes on with its job. */
  readonly isElsewhere: boolean;
}

/** Every operation of every laptop. One that another laptop continued is there at both. */
export const operationsOnLaptops = (places: DayPlaces): readonly OperationLine[] =>
  everywhere(places, ({ sqlite, viewAny }) =>
    sqlite
      .prepare('SELECT kind, state, payload, job_id FROM operation WHERE job_id IS NOT NULL ORDER BY seq')
      .all()
      .map((row) => {
        const { kind, state, payload, job_id } = operationRow.parse(row);
        const said = operationPayload.parse(JSON.parse(payload));
        const plate = viewAny(job_id).car?.licensePlate;
        const detail = said.serialNumber ?? said.type;
        const write = writeLine(plate, WRITE_OF[kind], detail);
        return { state, write, isElsewhere: isGiven(sqlite, job_id) };
      }),
  );

const everywhere = <Line>(
  places: DayPlaces,
  read: (laptop: Laptop, name: string, customer: number) => readonly Line[],
): readonly Line[] =>
  laptopsOf(places).flatMap((laptop) =>
    CUSTOMERS.flatMap((customer) => read(laptop.of(customer), laptop.name, customer)),
  );

const entryRow = z.object({ number: z.number(), hash: z.string(), type: z.string() });
const entryLine = (laptop: string, { number, hash, type }: z.infer<typeof entryRow>): string =>
  `${laptop} ${number} ${type} ${hash}`;

/** The entries of every laptop's log. */
export const logsOnLaptops = (places: DayPlaces): readonly string[] =>
  everywhere(places, ({ sqlite }, name) =>
    sqlite
      .prepare('SELECT number, hash, type FROM log_entry')
      .all()
      .map((row) => entryLine(name, entryRow.parse(row))),
  );

/** The same as the relay keeps them. */
export const logsAtRelay = ({ relay }: DayPlaces): Promise<readonly string[]> =>
  ofBoth(async (owner) => {
    const any = { jobId: null, worker: null, type: null, from: null, until: null, ofToken: null };
    const { rows } = await relay.store.readLog({ ...owner, ...any, after: 0, limit: 10_000 });
    return rows.map((row) => entryLine(row.laptop, row));
  });

type Owner = { readonly environment: 'uat'; readonly customerId: ReturnType<typeof customerId.parse> };

async function ofBoth<Line>(read: (owner: Owner) => Promise<readonly Line[]>): Promise<readonly Line[]> {
  const owners = CUSTOMERS.map((id) => ({ environment: 'uat', customerId: customerId.parse(id) }) as const);
  return (await Promise.all(owners.map(read))).flat();
}

/** The results that the operator delivered, byte for byte. */
export const resultsSent = ({ operator }: DayPlaces): readonly string[] =>
  operator.webhooks.attempts
    .filter(({ status }) => status === 204)
    .map(({ kind, payload }) => `${kind} ${JSON.stringify(payload)}`);

/** The same as the relay keeps them. */
export const resultsKept = ({ relay }: DayPlaces): Promise<readonly string[]> =>
  ofBoth(async ({ customerId: customer }) => {
    const { results } = await keptIn(relay.store, customer);
    return results.map(({ kind, body: bytes }) => `${kind} ${bytes.toString('utf8')}`);
  });

const reviewRow = z.object({ job_id: z.string(), verdict: z.string(), comment: z.string() });
const reviewLine = ({ job_id, verdict, comment }: z.infer<typeof reviewRow>): string =>
  `${job_id} ${verdict} ${comment}`;

/** The reviews that the office wrote. */
export const reviewsWritten = ({ office }: DayPlaces): readonly string[] =>
  office
    .both()
    .flatMap(({ sqlite }) => sqlite.prepare('SELECT job_id, verdict, comment FROM outgoing_review').all())
    .map((row) => reviewLine(reviewRow.parse(row)));

/** The same as the relay keeps them. */
export const reviewsAtRelay = ({ relay }: DayPlaces): Promise<readonly string[]> =>
  ofBoth(async (owner) => {
    const { rows } = await relay.store.readReviews({
      ...owner,
      jobId: null,
      after: 0,
      limit: 500,
      ofToken: null,
    });
    return rows.map(({ jobId: job_id, verdict, comment }) => reviewLine({ job_id, verdict, comment }));
  });

/** The same at the laptop that finished the job. */
export const reviewsAtBays = (places: DayPlaces): readonly string[] =>
  everywhere(places, (laptop) => {
    const own = new Set<string>(jobsOn(laptop).flatMap(({ id, isDone }) => (isDone ? [id] : [])));
    return laptop.sqlite
      .prepare('SELECT job_id, verdict, comment FROM review')
      .all()
      .map((row) => reviewRow.parse(row))
      .filter(({ job_id }) => own.has(job_id))
      .map(reviewLine);
  });

/** Each planned job as the relay has it: "PLATE: STATE LAPTOP, REASON". */
export const plansKept = ({ relay }: DayPlaces): Promise<readonly string[]> =>
  ofBoth(async ({ customerId: customer }) =>
    (await plansAtRelay({ relay }, customer)).map(({ work, holder }) =>
      planLine(work.car.licensePlate, holder?.act ?? 'planned', holder),
    ),
  );

/** The same as a laptop shows it on its board. */
export const plansShown = ({ both }: DayPlaces['office']): readonly string[] =>
  both().flatMap((laptop) =>
    plansAt(laptop).map(({ work, state, holder }) => planLine(work.car.licensePlate, state, holder)),
  );

const planLine = (
  plate: string,
  state: string,
  holder: { readonly laptop: string; readonly reason: string } | null,
): string => `${plate}: ${state} ${holder?.laptop ?? ''}, ${holder?.reason ?? ''}`;

/** The finished jobs of all laptops: "PLATE: KIND, JOB of LAPTOP". */
export const jobsFinished = (places: DayPlaces): readonly string[] =>
  everywhere(places, (laptop, name) =>
    jobsOn(laptop)
      .filter(({ isDone }) => isDone)
      .map(({ plate, kind, id }) => `${plate}: ${kind}, ${id} of ${name}`),
  );

/** The laptops whose log says that another one began a car as well. */
export const rivalsLogged = (places: DayPlaces): readonly string[] =>
  everywhere(places, ({ sqlite }, name) =>
    sqlite
      .prepare("SELECT number FROM log_entry WHERE type = 'planned-job-rival'")
      .all()
      .map(() => name),
  );
