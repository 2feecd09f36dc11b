import { z } from 'zod';
import { parseProxyList } from '../base/network/proxy-list.ts';
import { readAuthorities } from '../base/network/trust.ts';
import { headerName, serviceAddress } from '../../shared/domain/profile.ts';
import { jsonText } from '../../shared/json-text.ts';
import { environment } from '../../shared/environment.ts';
import { customerId } from '../../shared/ids.ts';
import { assumptionsSchema } from '../../shared/operator/assumptions.ts';

/** The process environment, or a part of it. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The parser of one variable, and the sentence for a refused one. The value itself is never shown. */
export interface Reader<Value> {
  readonly schema: z.ZodType<Value>;
  readonly mustBe: string;
}

const reader = <Value>(schema: z.ZodType<Value>, mustBe: string): Reader<Value> => ({ schema, mustBe });

/** Values from files end in line ends and spaces; a header cannot carry them. */
const headerText = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,500}$/);
const HEADER_TEXT = 'must be one word of plain characters, 500 at most';
const customerNumber = z.preprocess((text) => (typeof text === 'string' ? text.trim() : text), customerId);
const loginText = z.string().min(1).max(500);
const LOGIN_TEXT = 'must not be longer than 500 characters';
const ADDRESS = 'must be an https address without a query (http only for this machine)';
/** The differences from the standard names and paths, as JSON. */
const assumptionsText = jsonText.pipe(assumptionsSchema);
const LONGEST_QUARANTINE_SECONDS = 3600;

/** Every variable that says who the profile is and how it is let in (architecture.md §9). */
export const profileVariables = {
  BOXWRIGHT_ENVIRONMENT: reader(
    z
      .string()
      .transform((text) => text.trim().toLowerCase())
      .pipe(environment),
    'must be uat or prod',
  ),
  BOXWRIGHT_BASE_URL: reader(serviceAddress, ADDRESS),
  BOXWRIGHT_API_KEY: reader(headerText, HEADER_TEXT),
  BOXWRIGHT_API_KEY_HEADER: reader(headerName, 'must be a header name of letters, digits and dashes'),
  BOXWRIGHT_USERNAME: reader(loginText, LOGIN_TEXT),
  BOXWRIGHT_PASSWORD: reader(loginText, LOGIN_TEXT),
  BOXWRIGHT_CUSTOMER_ID: reader(customerNumber, 'must be the number of a customer'),
  BOXWRIGHT_RELAY_URL: reader(serviceAddress, ADDRESS),
  BOXWRIGHT_RELAY_TOKEN: reader(headerText, HEADER_TEXT),
  BOXWRIGHT_ASSUMPTIONS: reader(
    assumptionsText,
    'must be a JSON object of names in docs/design/assumptions.md',
  ),
} as const;

/** Variables that change how the app runs and may be set beside any profile. */
export const settingVariables = {
  BOXWRIGHT_DATA_DIR: reader(z.string().trim().min(1), 'must be a folder'),
  BOXWRIGHT_QUARANTINE_SECONDS: reader(
    z
      .string()
      .trim()
      .regex(/^\d{1,6}(\.\d{1,3})?$/)
      .transform(Number)
      .refine((seconds) => seconds <= LONGEST_QUARANTINE_SECONDS),
    `must be a number of seconds from 0 to ${LONGEST_QUARANTINE_SECONDS}`,
  ),
  BOXWRIGHT_POLICY_FILE: reader(z.string().trim().min(1), 'must be a file'),
  BOXWRIGHT_PROXY: reader(
    z
      .string()
      .trim()
      .max(1_000)
      .refine((text) => parseProxyList(text).length > 0),
    'must be a list such as "PROXY host:port; DIRECT"',
  ),
  BOXWRIGHT_CA_FILE: reader(
    z
      .string()
      .trim()
      .transform((file, context) => {
        const found = readAuthorities(file);
        if (found.ok) return found.value;
        context.addIssue({ code: 'custom', message: found.error });
        return z.NEVER;
      }),
    'must be a readable file of certificates in PEM form, 2 MiB at most',
  ),
} as const;

export type VariableName = keyof typeof profileVariables | keyof typeof settingVariables;

/** The faults of a configuration: names and reasons, never a value. */
export interface VariablesRefusal {
  readonly missing: readonly VariableName[];
  readonly refused: readonly { readonly name: VariableName; readonly reason: string }[];
}

/** Is it set to anything? Empty and blank count as not set. */
export function isSet(variables: Variables, name: VariableName): boolean {
  return (variables[name] ?? '').trim() !== '';
}

/** Reads variables one by one and keeps account of what is missing or refused, so that all of it can be reported at once. */
export interface VariableReading {
  /** Undefined when it is missing or refused; both are noted. */
  readonly required: <Value>(name: VariableName, from: Reader<Value>) => Value | undefined;
  /** `absent` when it is not set; undefined when it is refused, which is noted. */
  readonly optional: <Value, Absent>(
    name: VariableName,
    from: Reader<Value>,
    absent: Absent,
  ) => Value | Absent | undefined;
  readonly refusal: VariablesRefusal;
}

/** Starts reading. */
export function readingOf(variables: Variables): VariableReading {
  const missing: VariableName[] = [];
  const refused: { name: VariableName; reason: string }[] = [];
  const read = <Value>(name: VariableName, { schema, mustBe }: Reader<Value>): Value | undefined => {
    const parsed = schema.safeParse(variables[name]);
    if (parsed.success) return parsed.data;
    refused.push({ name, reason: mustBe });
    return undefined;
  };
  return {
    required: (name, from) => {
      if (isSet(variables, name)) return read(name, from);
      missing.push(name);
      return undefined;
    },
    optional: (name, from, absent) => (isSet(variables, name) ? read(name, from) : absent),
    refusal: { missing, refused },
  };
}
