import { json, refuse, type Answer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { page } from '../odata/collection.ts';
import { QueryOptionError } from '../odata/tokens.ts';

type ListRules<Row> = {
  readonly filterFields?: readonly string[];
  /** The spec does not say whether query options work here: the settings decide. */
  readonly notShown?: boolean;
  /** How one row looks on the wire, where the rows are not in that shape yet: only those of the page are made. */
  readonly shape?: (row: Row) => object;
};

/** A collection as a plain JSON array, narrowed and cut by the query options. An unreadable option answers 400. */
export function listOf<Row extends object>(
  call: Call,
  rows: readonly Row[],
  fields: readonly string[],
  rules: ListRules<Row> = {},
): Answer {
  const { settings } = call;
  const shaped = (kept: readonly Row[]) => (rules.shape === undefined ? kept : kept.map(rules.shape));
  const allIgnored = rules.notShown === true && settings.queryOptionsWhereNotShown === 'ignored';
  if (allIgnored) return json(200, shaped(call.random.shuffled(rows)));
  try {
    const kept = page(
      rows,
      call.request.query,
      {
        fields,
        filterFields: rules.filterFields ?? fields,
        defaultPageSize: settings.defaultPageSize,
        maxTop: settings.maxTop,
        ignored: settings.ignoredQueryOptions,
      },
      call.random,
    );
    return json(200, shaped(kept));
  } catch (error) {
    if (!(error instanceof QueryOptionError)) throw error;
    call.violated('malformed-query-option', error.message);
    throw refuse(400, error.message);
  }
}
