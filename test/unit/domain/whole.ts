import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** The values that do not come out of a schema as they went in: the contract drops each field that its schema does not know. */
export const changedBy = (schema: z.ZodType, ...values: readonly unknown[]): readonly unknown[] =>
  values.flatMap((value): readonly unknown[] => {
    const { data, error } = schema.safeParse(value);
    if (error !== undefined) return [z.prettifyError(error)];
    return isDeepStrictEqual(data, value) ? [] : [{ value, data }];
  });

/** Those of the values that a schema takes. */
export const takenBy = (schema: z.ZodType, ...values: readonly unknown[]): readonly unknown[] =>
  values.filter((value) => schema.safeParse(value).success);

/** The values on which a schema is wrong: it refuses one of `good`, or takes one of `bad`. */
export const misjudged = (
  schema: z.ZodType,
  good: readonly unknown[],
  bad: readonly unknown[],
): readonly unknown[] => [
  ...good.filter((value) => !schema.safeParse(value).success),
  ...takenBy(schema, ...bad),
];

/** The so-manyth local id of a test. */
export const localId = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A sentence with a value of each kind. */
export const aSentence = { key: 'jobs.step.car', params: { car: 'Van 7', count: 2 } };
/** A problem with the words of the refusing side. */
export const aProblem = { code: 'operator-failing', params: { status: 500 }, raw: 'Internal error' };
