import { z } from 'zod';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { type GroupId, groupId } from '../../../../shared/ids.ts';
import { makeProblem } from '../../../../shared/problem.ts';
import { createGroup, listGroupProducts, listGroups } from '../../../operator/endpoints/groups-and-users.ts';
import { type OperatorError, problemOf } from '../../../operator/operator-error.ts';
import { defineKind } from './define-kind.ts';
import { noContext, type Reading, sendable } from './kind.ts';

const payload = z.object({ name: z.string().min(1) });

/**
 * A group by name. An existing group with that name fulfils the order, whatever its origin: its id is adopted, also on
 * 409.
 */
export const createGroupKind = defineKind({
  kind: 'create-group',
  version: 1,
  payload,
  context: noContext,
  traits: { endsBy: 'answer', isDoneWhenAbsent: false, isDoneOnConflict: false, negativeReads: 2 },
  references: () => [],
  lane: ({ name }) => `group-name:${name.toLowerCase()}`,
  describe: ({ name }) => ({ key: 'operations.create-group', params: { group: name } }),
  correctable: [
    {
      field: 'groupName',
      form: 'text',
      read: ({ name }) => name,
      write: (wanted, name) => ({ ...wanted, name }),
    },
  ],
  prepare: async ({ name }, _bound, reading) => {
    const found = await groupNamed(name, reading);
    // Without a list of groups the operator's 409 still prevents a duplicate.
    if (!found.ok) {
      return reading.notOffered(found.error)
        ? { go: 'send', context: null }
        : { go: 'later', error: found.error };
    }
    return found.value === null
      ? { go: 'send', context: null }
      : { go: 'already', bindings: { id: found.value } };
  },
  candidates: async ({ name }, _bound, reading) => {
    const found = await groupNamed(name, reading);
    if (!found.ok) return found;
    return ok(
      found.value === null ? [] : [{ id: found.value, label: name, facts: [], start: null, end: null }],
    );
  },
  named: async (_wanted, _bound, { client, signal, notOffered }, id) => {
    const chosen = groupId.safeParse(id);
    if (!chosen.success) return makeProblem('group-not-there', { id });
    // No read returns a group by its number (spec part 4), but a missing group's products answer 404.
    const answer = await client.call(listGroupProducts(chosen.data, { top: 1 }), { signal });
    if (answer.ok) return null;
    const { error } = answer;
    if (error.code === 'not-found') return makeProblem('group-not-there', { id }, error.operatorMessage);
    return notOffered(error) ? null : problemOf(error);
  },
  request: ({ name }) => sendable(createGroup({ name }), ({ id }) => ({ id })),
  reconcile: async ({ name }, _bound, reading) => {
    const found = await groupNamed(name, reading);
    if (!found.ok) {
      return reading.notOffered(found.error)
        ? {
            found: 'undecidable',
            problem: makeProblem('outcome-not-reported'),
            // Only its number is missing, and a person can look that up.
            ifRefused: makeProblem('group-exists-unlisted', { group: name }),
          }
        : { found: 'nothing', error: found.error };
    }
    return found.value === null
      ? { found: 'not-applied' }
      : { found: 'applied', bindings: { id: found.value } };
  },
  cacheUpdate: ({ name }, _bound, bindings) => {
    const id = groupId.safeParse(bindings['id']);
    return id.success ? { of: 'group', group: { id: id.data, name } } : null;
  },
});

/** OData may not be supported on groups (assumption): the name is compared here. */
async function groupNamed(name: string, reading: Reading): Promise<Result<GroupId | null, OperatorError>> {
  const { client, signal } = reading;
  const groups = await client.pages((page) => listGroups(page, client.assumptions), { signal });
  if (!groups.ok) return err(groups.error);
  return ok(groups.value.find((group) => group.name === name.trim())?.id ?? null);
}
