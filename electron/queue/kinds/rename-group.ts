import { z } from 'zod';
import { groupId } from '../../../shared/ids.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { listGroups, renameGroup } from '../../operator/endpoints/groups.ts';
import { defineKind } from './define-kind.ts';
import { noContext, sendAtOnce, sendable } from './kind.ts';
import { groupLane } from './lanes.ts';

const payload = z.object({ group: groupId, name: z.string().min(1) });

/** Gives a group another name. A name that another group has answers 409. */
export const renameGroupKind = defineKind({
  kind: 'rename-group',
  version: 1,
  payload,
  context: noContext,
  traits: { endsBy: 'answer', absenceIsGoal: false, conflictIsGoal: false, negativeReads: 1 },
  references: () => [],
  lane: ({ group }) => groupLane(group),
  describe: ({ name }) => ({ key: 'operations.rename-group', params: { group: name } }),
  correctable: [
    {
      field: 'groupName',
      form: 'text',
      read: ({ name }) => name,
      write: (wanted, name) => ({ ...wanted, name }),
    },
  ],
  prepare: sendAtOnce,
  request: ({ group, name }) => sendable(renameGroup(group, name)),
  reconcile: async ({ group, name }, _bound, { client, signal, notOffered }) => {
    const groups = await client.pages((page) => listGroups(page, client.assumptions), { signal });
    if (!groups.ok) {
      // Without a list of groups nothing tells; the same name once more could undo what somebody else has done since.
      return notOffered(groups.error)
        ? { found: 'undecidable', problem: makeProblem('outcome-not-told') }
        : { found: 'nothing', error: groups.error };
    }
    const found = groups.value.find(({ id }) => id === group);
    if (found === undefined) return { found: 'contradiction', problem: makeProblem('operator-not-found') };
    return found.name === name ? { found: 'applied', bindings: {} } : { found: 'not-applied' };
  },
  echo: ({ group, name }) => ({ of: 'group', group: { id: group, name } }),
});
