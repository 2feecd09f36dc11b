import { describe, expect, it } from 'vitest';
import { createLeastByInput, type LeastParts } from '../../../electron/handlers/access.ts';
import { connectionIdOf } from '../../../electron/profiles/profile.ts';
import { createRouter } from '../../../electron/handlers/router.ts';
import { type OperationKind, operationKind } from '../../../shared/domain/operation.ts';
import { role, type Role } from '../../../shared/domain/people.ts';
import { customerId, jobId, logEntryId, type OperationId, operationId } from '../../../shared/ids.ts';
import {
  type CallByInput,
  type CallInput,
  type CallName,
  callNames,
  callsBeyond,
  contract,
  formsBeyond,
} from '../../../shared/ipc/contract.ts';
import { emptyLaptop } from '../ipc/as-administrator.ts';
import { OWN_WINDOW } from '../ipc/ask-as-window.ts';
import { refusingHandlers } from '../ipc/refusing-handlers.ts';
import { readTable } from './security-table.ts';

const address = {
  environment: 'uat',
  baseUrl: 'https://operator.example',
  apiKeyHeader: 'service-API-Key',
} as const;
const customer = { id: customerId.parse(1), name: 'Fleet North' };
const otherCustomer = { id: customerId.parse(3), name: 'Fleet South' };
const relay = { relayUrl: 'https://relay.example' };
const saved: CallInput<'connect.save'> = {
  address,
  credentials: { apiKey: 'k', username: 'u', password: 'p' },
  customer,
  relay: { ...relay, relayToken: 't' },
};
const order = { id: logEntryId.parse('0190a000-0000-7000-8000-000000000001') };

const numbered = (number: number) => `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [OWN_JOB, TAKEN_JOB] = [jobId.parse(numbered(1)), jobId.parse(numbered(2))];

/** The operations of a laptop at work, each of another kind, of a job or outside each. */
const operations = new Map<
  OperationId,
  { readonly kind: OperationKind; readonly job_id: typeof OWN_JOB | null }
>();
const ordered = (kind: OperationKind, job: typeof OWN_JOB | null): CallInput<'queue.hold'> => {
  const id = operationId.parse(numbered(100 + operations.size));
  operations.set(id, { kind, job_id: job });
  return { operationId: id, seen: { state: 'ready', attempts: 0, revision: 0 } };
};
const corrected = (...order: Parameters<typeof ordered>): CallInput<'queue.correct'> => ({
  ...ordered(...order),
  values: { name: 'x' },
  reason: '',
});
/** The forms of a command for an order; `more`: its other input. */
const commanded = <More extends object>(more: More) => {
  const give = (kinds: readonly OperationKind[], job: typeof OWN_JOB | null) =>
    kinds.map((kind) => ({ ...ordered(kind, job), ...more }));
  return {
    'an order of a job, or one that an installer gives': [
      ...give(operationKind.options, OWN_JOB),
      ...give(['create-car', 'update-car', 'create-group', 'add-car-to-group', 'create-event'], null),
    ],
    'an order outside a job that a lead gives': give(
      ['install', 'uninstall', 'rename-group', 'add-product-to-group', 'remove-service-from-group'],
      null,
    ),
    'an order outside a job that a supervisor gives': give(
      [
        'create-assignment',
        'update-assignment',
        'delete-assignment',
        'add-user-to-group',
        'delete-group',
        'remove-user-from-customer',
        'remove-user-by-address',
      ],
      null,
    ),
  };
};
const working: LeastParts = {
  connected: () => [
    { address, customer, relay },
    { address, customer: otherCustomer, relay: null },
  ],
  operation: (id) => operations.get(id),
  leastToRestore: (job) => (job === TAKEN_JOB ? 'supervisor' : 'installer'),
};

/** Inputs of each form that the table names. */
const forms: {
  readonly [Name in CallByInput]: Readonly<Record<string, readonly CallInput<Name>[]>>;
} = {
  'connect.save': {
    'the connection of this laptop with another login or token': [
      saved,
      { ...saved, credentials: { apiKey: 'x', username: 'y', password: 'z' } },
      { ...saved, relay: { ...relay, relayToken: 'another' } },
      { ...saved, replaces: connectionIdOf({ address, customerId: customer.id }) },
      { ...saved, customer: otherCustomer, relay: null },
    ],
    'another environment, address, customer or relay': [
      { ...saved, address: { ...address, environment: 'prod' } },
      { ...saved, address: { ...address, baseUrl: 'https://other.example' } },
      { ...saved, customer: { ...customer, id: customerId.parse(2) } },
      { ...saved, relay: { relayUrl: 'https://other.example', relayToken: 't' } },
      { ...saved, relay: null },
      { ...saved, customer: otherCustomer },
      { ...saved, replaces: connectionIdOf({ address, customerId: otherCustomer.id }) },
    ],
  },
  'boxes.mark': {
    'as defective or lost': [
      { serial: '001', condition: 'defective', reason: 'x' },
      { serial: '001', condition: 'lost', reason: 'x' },
    ],
    'as good again': [{ serial: '001', condition: 'good', reason: 'x' }],
  },
  'jobs.restore': {
    'accesses that this laptop has read': [{ jobId: OWN_JOB, keys: ['x'] }],
    'accesses that only a hand-over file names': [{ jobId: TAKEN_JOB, keys: ['x'] }],
  },
  'queue.retry': commanded({}),
  'queue.hold': commanded({}),
  'queue.release': commanded({}),
  'queue.cancel': commanded({ dependants: null }),
  'queue.decide': commanded({ wasDone: true, adopt: null }),
  'queue.acknowledge': commanded({ incidents: 1 }),
  'queue.correct': {
    'a car, a new group or the Box of a job': [
      ...(['create-car', 'update-car', 'create-group'] as const).map((kind) => corrected(kind, null)),
      ...(['create-car', 'create-group', 'install'] as const).map((kind) => corrected(kind, OWN_JOB)),
    ],
    'the name of a group that is there, or a Box outside a job': [
      corrected('rename-group', null),
      corrected('install', null),
    ],
    'the times of an access, or the address of a user who is removed': [
      corrected('create-assignment', OWN_JOB),
      corrected('create-assignment', null),
      corrected('update-assignment', OWN_JOB),
      corrected('update-assignment', null),
      corrected('remove-user-by-address', null),
    ],
  },
  'removal.decide': {
    'keep, or let it wait': [
      { ...order, decision: 'keep' },
      { ...order, decision: 'wait' },
    ],
    'carry it out now': [{ ...order, decision: 'now' }],
  },
};
const formsOf: Readonly<Partial<Record<CallName, Readonly<Record<string, readonly unknown[]>>>>> = forms;

/** Asks a real router before handlers that all answer `not-connected`. */
async function codeOf(own: Role, name: CallName, input: unknown): Promise<string> {
  const router = createRouter({
    handlers: refusingHandlers(),
    ready: () => Promise.resolve(),
    inPage: (_page, work) => work(),
    refusal: () => null,
    role: () => own,
    leastByInput: createLeastByInput(working),
    isTrustedSender: () => true,
    log: () => undefined,
  });
  const answer = await router.handle(name, input, OWN_WINDOW);
  return answer.ok ? 'answered' : answer.error.code;
}

const refusals: readonly string[] = [
  'role-lead-needed',
  'role-supervisor-needed',
  'role-administrator-needed',
];
/** Every other code comes from behind the check of the role. */
const refusalOf = async (own: Role, name: CallName, input: unknown) => {
  const code = await codeOf(own, name, input);
  return refusals.includes(code) ? code : 'asked';
};
const codeFor = (allowed: readonly Role[]) => `role-${allowed[0]}-needed`;

const table = readTable();
const asked = table.flatMap(({ calls, form, allowed }) =>
  calls.map((name) => ({ name, form, allowed, inputs: formsOf[name]?.[form] ?? [{}] })),
);

describe('the table of docs/security.md', () => {
  it('has each call of the contract once, and each form of those whose input decides', () => {
    const listed = asked.map(({ name, form }) => `${name} ${form}`.trim());
    const there = callNames.flatMap((name) => {
      const named = formsOf[name];
      return named === undefined ? [name] : Object.keys(named).map((form) => `${name} ${form}`);
    });
    expect(listed.toSorted()).toEqual(there.toSorted());
  });

  it('gives a higher role everything that a lower one has', () => {
    for (const { calls, allowed } of table)
      expect({ calls, allowed }).toEqual({ calls, allowed: role.options.slice(-allowed.length) });
  });

  it.each(role.options)('is the router’s for the role %s', async (own) => {
    for (const { name, form, allowed, inputs } of asked) {
      for (const input of inputs) {
        const is = allowed.includes(own) ? 'asked' : codeFor(allowed);
        expect({ name, form, is: await refusalOf(own, name, input) }).toEqual({ name, form, is });
      }
    }
  });

  it.each(role.options)('is sent to the window of the role %s', (own) => {
    const refusedForms = [
      ...new Set(asked.filter(({ allowed }) => !allowed.includes(own)).map(({ name }) => name)),
    ];
    const someForm = new Set(asked.filter(({ allowed }) => allowed.includes(own)).map(({ name }) => name));
    expect([...formsBeyond(own)].toSorted()).toEqual(refusedForms.toSorted());
    expect([...callsBeyond(own)].toSorted()).toEqual(
      refusedForms.filter((name) => !someForm.has(name)).toSorted(),
    );
  });
});

describe('a refusal by role', () => {
  it('comes before the input is read', async () => {
    expect(await codeOf('installer', 'edits.deleteGroup', 'no object')).toBe('role-supervisor-needed');
    expect(await codeOf('supervisor', 'edits.deleteGroup', 'no object')).toBe('input-invalid');
  });

  it('asks the role at each call: one that was lowered meanwhile counts', async () => {
    let own: Role = 'supervisor';
    const router = createRouter({
      handlers: refusingHandlers(),
      ready: () => Promise.resolve(),
      inPage: (_page, work) => work(),
      refusal: () => null,
      role: () => own,
      leastByInput: createLeastByInput(emptyLaptop),
      isTrustedSender: () => true,
      log: () => undefined,
    });
    const ask = () => router.handle('connect.disconnect', {}, OWN_WINDOW);
    expect(await ask()).toMatchObject({ error: { code: 'not-connected' } });
    own = 'installer';
    expect(await ask()).toMatchObject({ error: { code: 'role-supervisor-needed' } });
  });

  it('lets an installer connect a laptop that has no connection', () => {
    const least = createLeastByInput(emptyLaptop);
    const first = contract['connect.save'].input.parse(saved);
    expect(least['connect.save'](first)).toBe('installer');
    expect(least['connect.save']({ ...first, relay: null })).toBe('installer');
  });

  it('lets no installer connect a laptop whose connection could not be read', () => {
    const least = createLeastByInput({ ...emptyLaptop, connected: () => 'unknown' });
    expect(least['connect.save'](contract['connect.save'].input.parse(saved))).toBe('supervisor');
  });
});
