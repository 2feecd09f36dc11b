import { z } from 'zod';
import { groupId } from '../../../../shared/ids.ts';
import { makeProblem } from '../../../../shared/problem.ts';
import { ok } from '../../../../shared/result.ts';
import { listGroups, renameGroup } from '../../../operator/endpoints/groups-and-users.ts';
import { defineKind } from './define-kind.ts';
import { findingOfChange, prepareChange } from './shared-findings.ts';
import { type Finding, type Reading, sendable } from './kind.ts';
import { groupLane } from './references.ts';

const payload = z.object({ group: groupId, name: z.string().min(1) });

/** The name before the first sending; null = not known. */
const context = z.object({ before: z.string().nullable() }).nullable();

/** Renames a group. A name already in use answers 409. */
export const renameGroupKind = defineKind({
  kind: 'rename-group',
  version: 1,
  payload,
  context,
  traits: { endsBy: 'answer', isDoneWhenAbsent: false, isDoneOnConflict: false, negativeReads: 1 },
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
  prepare: (wanted, _bound, reading, before) =>
    prepareChange(before, {
      notOffered: reading.notOffered,
      wasAbsent: reading.wasAbsent,
      read: async () => {
        const groups = await readGroups(reading);
        return groups.ok ? ok(groups.value.find(({ id }) => id === wanted.group)?.name ?? null) : groups;
      },
      probe: () => probe(wanted, reading, before),
    }),
  request: ({ group, name }) => sendable(renameGroup(group, name)),
  reconcile: (wanted, _bound, reading, kept) => probe(wanted, reading, kept),
  cacheUpdate: ({ group, name }) => ({ of: 'group', group: { id: group, name } }),
});

/** Compares the operator's present name with the requested one and the one before the first sending. */
async function probe(
  { group, name }: z.infer<typeof payload>,
  reading: Reading,
  kept: z.infer<typeof context>,
): Promise<Finding> {
  const { notOffered } = reading;
  const groups = await readGroups(reading);
  if (!groups.ok) {
    // Without a list of groups the name is unknown; a resend could undo another person's change.
    return notOffered(groups.error)
      ? { found: 'undecidable', problem: makeProblem('outcome-not-reported') }
      : { found: 'nothing', error: groups.error };
  }
  const found = groups.value.find(({ id }) => id === group);
  if (found === undefined) return { found: 'absent', problem: makeProblem('operator-not-found') };
  return findingOfChange(
    [{ asked: name, before: kept?.before ?? undefined, now: found.name ?? '' }],
    ({ asked, now }) => makeProblem('changed-meanwhile', { asked, now }),
  );
}

const readGroups = ({ client, signal }: Reading) =>
  client.pages((page) => listGroups(page, client.assumptions), { signal });
