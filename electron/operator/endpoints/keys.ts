import { z } from 'zod';
import { listOf } from '../../../shared/parsing.ts';
import { key, type Key } from '../../../shared/operator/resources.ts';
import { type Assumptions, standardAssumptions } from '../../../shared/operator/assumptions.ts';
import { type ListQuery, renderQuery } from '../odata.ts';
import { type OperatorRequest, readRequest } from '../request.ts';

const textList = listOf(z.string());
const keyList = listOf(key);

/** The brands of the key catalogue, in the spelling that the key list expects. */
export function listBrands(
  assumptions: Assumptions = standardAssumptions,
): OperatorRequest<readonly string[]> {
  return readRequest({
    endpoint: 'brands.list',
    path: assumptions.paths.brands,
    schema: textList,
    scope: 'none',
    assumed: true,
  });
}

/** `GET /brands/{brand}/keys`. `brand` is a value of the brands list; 400 or 404 when it is not. */
export function listKeys(brand: string, query: ListQuery = {}): OperatorRequest<readonly Key[]> {
  return readRequest({
    endpoint: 'keys.list',
    path: `/brands/${encodeURIComponent(brand.toWellFormed())}/keys`,
    query: renderQuery(query),
    schema: keyList,
    scope: 'none',
  });
}
