import { z } from 'zod';
import { groupId, productId } from '../../../../shared/ids.ts';
import { makeProblem } from '../../../../shared/problem.ts';
import { addProductToGroup, listGroupProducts } from '../../../operator/endpoints/groups-and-users.ts';
import { readProduct } from '../../../operator/endpoints/products.ts';
import { eq } from '../../../operator/request.ts';
import { defineKind } from './define-kind.ts';
import { noContext, sendAtOnce, sendable } from './kind.ts';
import { groupLane } from './references.ts';

const payload = z.object({
  product: productId,
  serialNumber: z.string(),
  group: groupId,
  groupName: z.string(),
});

/**
 * Membership of a product. The spec only names the call. Its body and answers are assumptions, including 409 for a
 * member as with cars and users.
 */
export const addProductToGroupKind = defineKind({
  kind: 'add-product-to-group',
  version: 1,
  payload,
  context: noContext,
  traits: {
    endsBy: 'answer',
    isDoneWhenAbsent: false,
    isDoneOnConflict: true,
    negativeReads: 1,
    assumed: true,
  },
  references: () => [],
  lane: ({ group }) => groupLane(group),
  describe: ({ serialNumber, groupName }) => ({
    key: 'operations.add-product-to-group',
    params: { serial: serialNumber, group: groupName },
  }),
  prepare: sendAtOnce,
  request: ({ group, product }, _bound, _context, assumptions) =>
    sendable(addProductToGroup(group, product, assumptions)),
  reconcile: async ({ group, product }, _bound, { client, signal }) => {
    const filter = eq('id', product);
    const members = await client.pages((page) => listGroupProducts(group, { ...page, filter }), { signal });
    if (!members.ok) {
      return members.error.code === 'not-found'
        ? { found: 'absent', problem: makeProblem('operator-not-found') }
        : { found: 'nothing', error: members.error };
    }
    if (members.value.some(({ id }) => id === product)) return { found: 'applied', bindings: {} };
    // The group exists: a 404 to the write concerned the product, or the call.
    const known = await client.call(readProduct(product, client.assumptions), { signal });
    return {
      found: 'not-applied',
      ifAbsent: known.ok
        ? makeProblem('operator-not-offered', { feature: 'groups.addProduct' })
        : makeProblem('operator-not-found'),
    };
  },
});
