import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineKind, textField } from '../../../electron/operations/queue/kinds/define-kind.ts';
import {
  type Finding,
  type KindSpec,
  noContext,
  type Preparation,
  sendable,
  sendAtOnce,
} from '../../../electron/operations/queue/kinds/kind.ts';
import { createGroup } from '../../../electron/operator/endpoints/groups-and-users.ts';
import { deleteAssignment } from '../../../electron/operator/endpoints/assignments.ts';
import { assignmentId } from '../../../shared/ids.ts';
import { standardAssumptions } from '../../../shared/operator/assumptions.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { ok } from '../../../shared/result.ts';
import { bound, loaded, making, scriptedOperator } from './scripted-operator.ts';

interface Payload {
  readonly name: string;
}
type Spec<Context> = KindSpec<Payload, Context>;

/** The parts that every kind has. */
const parts = {
  kind: 'create-group',
  version: 1,
  payload: z.object({ name: z.string().min(1) }),
  traits: { endsBy: 'answer', isDoneWhenAbsent: false, isDoneOnConflict: false, negativeReads: 1 },
  references: () => [making],
  lane: ({ name }) => `lane:${name}`,
  describe: ({ name }) => ({ key: 'operations.create-group', params: { group: name } }),
  request: ({ name }) => sendable(createGroup({ name })),
} satisfies Partial<Spec<never>>;
const nothingFound: Finding = { found: 'not-applied' };

/** A kind without any of the parts that may be left out. */
const bare: Spec<null> = {
  ...parts,
  context: noContext,
  prepare: sendAtOnce,
  reconcile: () => Promise.resolve(nothingFound),
};

/** A kind that keeps a number from before the sending. */
const full: Spec<{ readonly seen: number }> = {
  ...parts,
  context: z.object({ seen: z.number() }),
  prepare: (_payload, _bound, _reading, before) =>
    Promise.resolve({ go: 'send', context: { seen: (before?.seen ?? 0) + 1 } }),
  reconcile: (_payload, _bound, _reading, { seen }) =>
    Promise.resolve({ found: 'applied', bindings: { id: seen } }),
  dedupeKey: ({ name }) => `key:${name}`,
  unprepared: () => ({ seen: 0 }),
  assignment: (_payload, _bound, { seen }) => ({ effect: 'delete', local: null, assignmentId: seen }),
  cascadeDeletes: (_payload, { seen }) => (seen === 0 ? null : []),
  cacheUpdate: () => null,
  unknown: () => Promise.resolve(makeProblem('box-unknown', { serial: '1' })),
  learned: (_payload, { seen }) => ({ sap: String(seen), variantChecked: true }),
  correctable: [textField('name', 'text')],
  candidates: () => Promise.resolve(ok([])),
  named: (_payload, _bound, _reading, id) => Promise.resolve(makeProblem('group-not-there', { id })),
};
const withPreparation = (preparation: Preparation<{ readonly seen: number }>) =>
  loaded(defineKind({ ...full, prepare: () => Promise.resolve(preparation) }), { name: 'Bay 3' });

const operation = loaded(defineKind(full), { name: 'Bay 3' });
const plain = loaded(defineKind(bare), { name: 'Bay 3' });
const reading = scriptedOperator().reading();

describe('the stored form', () => {
  it('has lane, references and the dedupe key of the kind', () => {
    const stored = { payload: '{"name":"Bay 3"}', lane: 'lane:Bay 3', references: [making] };
    expect(defineKind(full).store({ name: 'Bay 3' })).toEqual({ ...stored, dedupeKey: 'key:Bay 3' });
    expect(defineKind(bare).store({ name: 'Bay 3' })).toEqual({ ...stored, dedupeKey: null });
    expect(operation.references()).toEqual([making]);
  });

  it.each(['', '{', 'null', '{"name":""}'])('that cannot be read is a problem: %o', (text) => {
    expect(defineKind(full).load(text)).toMatchObject({
      ok: false,
      error: { code: 'payload-damaged', params: {} },
    });
  });

  it('that cannot be read names the field for support', () => {
    const damaged = defineKind(full).load('{"name":""}');
    expect(!damaged.ok && damaged.error.raw).toContain('at name');
    const rewritten = operation.rewritten(() => ({}));
    expect(!rewritten.ok && rewritten.error.raw).toContain('at name');
  });

  it('is rewritten only as the schema allows', () => {
    const rewritten = operation.rewritten(() => ({ name: 'Bay 4' }));
    expect(rewritten).toMatchObject({ ok: true, value: { payload: '{"name":"Bay 4"}', lane: 'lane:Bay 4' } });
    expect(operation.rewritten((payload) => payload)).toMatchObject({
      ok: true,
      value: { lane: 'lane:Bay 3' },
    });
    expect(operation.rewritten(() => ({}))).toMatchObject({ ok: false, error: { code: 'input-invalid' } });
  });

  it('is corrected where the kind offers it', () => {
    expect(operation.corrected({ name: 'Bay 4' })).toMatchObject({
      ok: true,
      value: { dedupeKey: 'key:Bay 4' },
    });
    expect(plain.corrections()).toEqual([]);
    expect(plain.corrected({ name: 'Bay 4' })).toMatchObject({ ok: false });
  });
});

describe('the context', () => {
  it('of an earlier sending is given to the next', async () => {
    expect(await operation.prepare(bound, reading, null)).toEqual({ go: 'send', context: '{"seen":1}' });
    expect(await operation.prepare(bound, reading, '{"seen":4}')).toEqual({
      go: 'send',
      context: '{"seen":5}',
    });
  });

  it.each([
    [
      { go: 'already', bindings: { id: 1 } },
      { go: 'already', bindings: { id: 1 } },
    ],
    [
      { go: 'already', bindings: { id: 1 }, context: { seen: 2 } },
      { go: 'already', bindings: { id: 1 }, context: '{"seen":2}' },
    ],
    [
      { go: 'wait', problem: makeProblem('operator-not-found') },
      { go: 'wait', problem: makeProblem('operator-not-found') },
    ],
  ] satisfies readonly (readonly [Preparation<{ readonly seen: number }>, object])[])(
    'is stored as text: %o',
    async (preparation, wanted) => {
      expect(await withPreparation(preparation).prepare(bound, reading, null)).toStrictEqual(wanted);
    },
  );

  it('is the value that a later read compares with', async () => {
    expect(await operation.reconcile(bound, reading, '{"seen":4}')).toEqual({
      found: 'applied',
      bindings: { id: 4 },
    });
  });

  it('that was never learned leaves a read afterwards without a finding, unless the kind keeps none', async () => {
    expect(await operation.reconcile(bound, reading, 'null')).toEqual({
      found: 'undecidable',
      problem: makeProblem('outcome-not-reported'),
    });
    expect(await plain.reconcile(bound, reading, 'null')).toEqual(nothingFound);
  });

  it('gives the facts of the operation, and none where it is damaged', () => {
    expect(operation.assignment(bound, '{"seen":4}')).toEqual({
      effect: 'delete',
      local: null,
      assignmentId: 4,
    });
    expect(operation.cascadeDeletes('{"seen":4}')).toEqual([]);
    expect(operation.cascadeDeletes('{"seen":0}')).toBeNull();
    expect(operation.learned('{"seen":4}')).toEqual({ sap: '4', variantChecked: true });
    for (const damaged of ['{', 'null', '{"seen":"x"}']) {
      expect(operation.assignment(bound, damaged)).toBeNull();
      expect(operation.cascadeDeletes(damaged)).toBeNull();
      expect(operation.learned(damaged)).toEqual({});
    }
    expect(operation.learned(null)).toEqual({});
  });

  it('of an operation that was never prepared is the kind’s, as text', () => {
    expect(operation.unprepared()).toBe('{"seen":0}');
    expect(plain.unprepared()).toBeNull();
  });
});

it('a part that the kind lacks says nothing', async () => {
  expect(plain.assignment(bound, 'null')).toBeNull();
  expect(plain.cascadeDeletes('null')).toEqual([]);
  expect(plain.learned('null')).toEqual({});
  expect(plain.cacheUpdate(bound, {})).toBeNull();
  expect(await plain.unknown(bound, reading)).toBeNull();
  expect(plain.candidates).toBeNull();
  expect(plain.named).toBeNull();
});

it('a part that the kind has is asked', async () => {
  expect(await operation.unknown(bound, reading)).toEqual(makeProblem('box-unknown', { serial: '1' }));
  expect(await operation.candidates?.(bound, reading)).toEqual(ok([]));
  expect(await operation.named?.(bound, reading, 4)).toEqual(makeProblem('group-not-there', { id: 4 }));
  expect(operation.describe()).toEqual({ key: 'operations.create-group', params: { group: 'Bay 3' } });
});

it('a write carries the MD5 of its body in capitals, and the name of its endpoint', () => {
  const { endpoint, checksum } = operation.request(bound, '{"seen":1}', standardAssumptions);
  // {"name":"Bay 3"}
  expect({ endpoint, checksum }).toEqual({
    endpoint: 'groups.create',
    checksum: '59D53CC4E6111B7ED472DEEBF330343A',
  });
  expect(sendable(deleteAssignment(assignmentId.parse(9))).checksum).toBe('D41D8CD98F00B204E9800998ECF8427E');
});

it('a write that is refused brings nothing', async () => {
  const operator = scriptedOperator({ 'PUT /groups': 409 });
  expect(await operator.send(operation, { seen: 1 })).toMatchObject({
    ok: false,
    error: { code: 'conflict' },
  });
  operator.answers.set('PUT /groups', { id: 3 });
  expect(await operator.send(operation, { seen: 1 })).toEqual({ ok: true, value: {} });
});
