import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The documented answers of an operation. */
export interface DocumentedStatuses {
  readonly success: number;
  readonly refusals: readonly number[];
}

const spec = readFileSync(join(import.meta.dirname, '../../../docs/spec/vehicle-access-api-v3.md'), 'utf8');

/** `METHOD /path` → the statuses its line in part 4 of the spec names; without those that only mention it. */
export const documented: ReadonlyMap<string, DocumentedStatuses> = new Map(
  [...spec.matchAll(/^\| (GET|PUT|PATCH|DELETE) \| (\/[^\s|]+) \|.*\| (20\d)\b([^|]*) \|$/gm)].map(
    ([, method, path, success, rest = '']) => {
      const errors = (/Errors (.*)/.exec(rest)?.[1] ?? '').replaceAll(/\([^)]*\)/g, '');
      const refusals = [...errors.matchAll(/\b[45]\d\d\b/g)].map(([status]) => Number(status));
      return [`${method} ${path}`, { success: Number(success), refusals }] as const;
    },
  ),
);

/** Where the spec shows no answers: what its part 7 says of every operation. */
const general: Readonly<Record<string, DocumentedStatuses>> = {
  GET: { success: 200, refusals: [400, 401, 404, 500] },
  PUT: { success: 204, refusals: [400, 401, 404, 409, 415, 500] },
  DELETE: { success: 204, refusals: [400, 401, 404, 409, 500] },
};

/** The statuses to provoke of an operation. */
export function statusesOf(operation: string): DocumentedStatuses {
  return documented.get(operation) ?? general[operation.split(' ')[0] ?? ''] ?? { success: 0, refusals: [] };
}
