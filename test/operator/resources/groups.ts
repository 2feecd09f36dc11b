import { z } from 'zod';
import { created, noContent, refuse, type Answer } from '../http/answer.ts';
import { bodyOf, patchOf } from '../http/body.ts';
import type { CustomerCall } from '../http/call.ts';
import { allOf, groupOf, idIn } from './lookups.ts';
import { listOf } from './listing.ts';

const newGroup = z.object({ name: z.string().nullable().optional() });

/** PUT /groups: names are unique per customer. */
export function createGroup(call: CustomerCall): Answer {
  const name = acceptableName(call, bodyOf(call, newGroup).name ?? null);
  const id = call.state.nextId('groups');
  call.state.groups.set(id, {
    id,
    customerId: call.customer.id,
    name,
    carIds: new Set(),
    userIds: new Set(),
    productIds: new Set(),
    serviceIds: new Set(),
  });
  return created(id);
}

const namePatch = z
  .array(
    z.object({ op: z.literal('replace'), path: z.literal('/name'), value: z.string().nullable().optional() }),
  )
  .min(1);

/** PATCH /groups/{groupId}: renames, nothing else. */
export function renameGroup(call: CustomerCall): Answer {
  const group = groupOf(call, idIn(call, 'groupId'));
  for (const { value } of patchOf(call, namePatch))
    group.name = acceptableName(call, value ?? null, group.id);
  return noContent;
}

function acceptableName(call: CustomerCall, name: string | null, ownId?: number): string {
  if (name === null || name.trim() === '') throw refuse(400, 'The name of a group must not be empty.');
  if (name.length > call.settings.maxGroupNameLength) throw refuse(400, 'The name of the group is too long.');
  const taken = allOf(call, call.state.groups).some((group) => group.name === name && group.id !== ownId);
  if (taken) throw refuse(409, `A group with the name '${name}' already exists.`);
  return name;
}

/** GET /groups, named by the spec only: id and name. */
export function listGroups(call: CustomerCall): Answer {
  const rows = allOf(call, call.state.groups).map(({ id, name }) => ({ id, name }));
  return listOf(call, rows, ['id', 'name'], { notShown: true });
}

/** DELETE /groups/{groupId}, assumed: the container goes, its members stay. */
export function deleteGroup(call: CustomerCall): Answer {
  call.state.groups.delete(groupOf(call, idIn(call, 'groupId')).id);
  return noContent;
}
