import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { insertAttempt } from '../../../electron/db/tables/queue/operation-history.ts';
import { expectResult } from '../../../electron/db/tables/queue/results.ts';
import { moveOperation, readOperation } from '../../../electron/db/tables/queue/operations.ts';
import { matchResult } from '../../../electron/operations/assignments/match.ts';
import { enqueue } from '../../../electron/operations/queue/enqueue.ts';
import { updateAssignmentKind } from '../../../electron/operations/queue/kinds/update-assignment.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import { assignmentId, carId, customerId } from '../../../shared/ids.ts';
import { feedResult } from '../../../shared/relay/results.ts';
import { toOperatorDateTime } from '../../../shared/time.ts';

const START = Date.UTC(2026, 10, 21, 8);
const END = START + 900_000;
const target = {
  environment: 'uat',
  baseUrl: 'https://operator.example/v3',
  customerId: customerId.parse(4711),
} as const;
const access = assignmentId.parse(77);
const SENT = 'A1';

/**
 * A change of an access that the operator has accepted, and a result of some change of that access. Answers how the result is
 * matched: `found` = it is of our change, `asked` = our change is looked up first, `none` = it is of another one.
 */
function matched(
  result: {
    readonly checksum?: string;
    readonly environment?: string;
    readonly customerId?: number;
    readonly echo?: readonly unknown[];
  },
  {
    patch = { start: START, end: END },
    hasLeft = true,
  }: { readonly patch?: { readonly start: number; readonly end?: number }; readonly hasLeft?: boolean } = {},
): 'found' | 'asked' | 'none' {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-match-'));
  const database = openQueueDatabase(join(folder, 'queue.db'), target, () => undefined);
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const id = createIds().operation();
  const payload = {
    assignment: access,
    local: null,
    car: carId.parse(1),
    carLabel: 'M BX 1042',
    userName: 'Bay 3 Tester',
    patch,
  };
  database.write((context) => {
    const read = () => {
      const row = readOperation(context.sqlite, id);
      if (row === undefined) throw new Error('The operation was not written.');
      return row;
    };
    enqueue(context, target, { id, kind: updateAssignmentKind, payload, job: null }, START);
    expectResult(context, id, { kind: 'updated', assignmentId: access });
    if (!hasLeft) return;
    moveOperation(context, read(), 'sending', START, { attempt: 1, context: 'null' });
    const attempt = { operation_id: id, number: 1, started_at: START, checksum: SENT };
    insertAttempt(context, { ...attempt, start_at: null, end_at: null });
    moveOperation(context, read(), 'awaiting-result', START, {});
  });
  const { environment = 'uat', customerId: customer = 4711, checksum = SENT, echo } = result;
  const updated = feedResult.parse({
    sequence: 7,
    environment,
    customerId: customer,
    receivedAt: START,
    kind: 'updated',
    payload: {
      checksum,
      assignmentId: access,
      customerId: customer,
      operationSucceeded: true,
      errorMessage: null,
      ...(echo === undefined ? {} : { updateData: echo }),
    },
  });
  const match = matchResult(database.sqlite, updated, 'one');
  if (match.match === 'found') return match.operation.id === id ? 'found' : 'none';
  if (match.match !== 'none') throw new Error(`A result of a change is matched as ${match.match}.`);
  return match.ask.some((row) => row.id === id) ? 'asked' : 'none';
}

const at = (path: string, value: string | null) => ({ op: 'replace', path, value });
const start = toOperatorDateTime(START);
const end = toOperatorDateTime(END);
const other = toOperatorDateTime(START + 60_000);

test('a result with the body that was sent is of the change, in either case of letters', () => {
  expect(matched({})).toBe('found');
  expect(matched({ checksum: SENT.toLowerCase() })).toBe('found');
});

test('a result of another customer or another environment is of no change of ours, whatever body it names', () => {
  expect(matched({ customerId: 4712 })).toBe('none');
  expect(matched({ environment: 'prod' })).toBe('none');
});

test('a result does not match a change that was never sent', () => {
  expect(matched({}, { hasLeft: false })).toBe('none');
});

test('a result of another body matches our change only after a read, and another one where it echoes other times', () => {
  const echoed = (...echo: readonly unknown[]) => matched({ checksum: 'B2', echo });
  expect(matched({ checksum: 'B2' })).toBe('asked');
  expect(echoed(at('/start', start), at('/end', end))).toBe('asked');
  expect(echoed(at('/start', other), at('/end', end))).toBe('none');
  expect(echoed(at('/start', start), at('/end', other))).toBe('none');
  expect(echoed(at('/end', null))).toBe('none');
});

test('an echo that cannot be read, or names something else than the times, says nothing against our change', () => {
  const echoed = (...echo: readonly unknown[]) => matched({ checksum: 'B2', echo });
  expect(echoed(at('/start', 'tomorrow'))).toBe('asked');
  expect(echoed(at('/lifetime', '60'))).toBe('asked');
});

test('an echo of a time that our change leaves as it is is of another change', () => {
  const patch = { start: START };
  expect(matched({ checksum: 'B2', echo: [at('/start', start)] }, { patch })).toBe('asked');
  expect(matched({ checksum: 'B2', echo: [at('/end', end)] }, { patch })).toBe('none');
});
