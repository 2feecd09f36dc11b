import { json, refuse, type Answer } from '../http/answer.ts';
import type { Call } from '../http/call.ts';
import { page } from '../odata/collection.ts';
import { QueryOptionError } from '../odata/tokens.ts';

type ListRules = {
  readonly filterFields?: readonly string[];
  /** The spec does not say whether query options work here: the settings decide. */
  readonly notShown?: boolean;
};

/** A collection as a plain JSON array, narrowed and cut by the query options. An unreadable option answers 400. */
export function listOf(
  call: Call,
  rows: readonly object[],
  fields: readonly string[],
  rules: ListRules = {},
): Answer {
  const { settings } = call;
  const allIgnored = rules.notShown === true && settings.queryOptionsWhereNotShown === 'ignored';
  if (allIgnored) return json(200, call.random.shuffled(rows));
  try {
    return json(
      200,
      page(
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
      ),
    );
  } catch (error) {
    if (!(error instanceof QueryOptionError)) throw error;
    call.violated('malformed-query-option', error.message);
    throw refuse(400, error.message);
  }
}
