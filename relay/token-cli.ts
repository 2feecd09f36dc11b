import { parseArgs } from 'node:util';
import { z } from 'zod';
import { environment as environments, customerId } from '../shared/ids.ts';
import { relayRole } from '../shared/relay/access.ts';
import { HOUR, MINUTE, type Instant } from '../shared/time.ts';
import { createToken, rotateToken } from './access/credentials.ts';
import { answerHelp, Refusal, exitRefused } from './command-line.ts';
import { readStoreSettings } from './settings.ts';
import { openStore } from './store/open-store.ts';
import { StoreUnavailable, type RelayStore } from './store/store.ts';
import type { StoredToken } from './store/tokens-store.ts';

const USAGE =
  'Say what to do: create --role installer|supervisor|admin --name NAME [--customer ID]... [--environment uat|prod]... [--expires YYYY-MM-DD], list, revoke --id ID | --name NAME, or rotate --id ID | --name NAME [--overlap HOURS].';

const create = z.object({
  role: relayRole,
  name: z.string(),
  customer: z.array(customerId).default([]),
  environment: z.array(environments).default([]),
  // The token expires at the end of this day in the last time zone.
  expires: z.iso
    .date()
    .transform((day) => Date.parse(`${day}T00:00:00Z`) + 36 * HOUR)
    .nullable()
    .default(null),
});
const whichToken = {
  id: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
  name: z.string(),
};
const revoke = z.xor([z.strictObject({ id: whichToken.id }), z.strictObject({ name: whichToken.name })]);
const overlap = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number)
  .default(24);
const rotate = z.xor([
  z.strictObject({ id: whichToken.id, overlap }),
  z.strictObject({ name: whichToken.name, overlap }),
]);

/** Works on the store of a running relay, which queries it at every request. */
async function main(args: readonly string[]): Promise<void> {
  const { command, options } = readArguments(args);
  const named = commandName.safeParse(command);
  if (!named.success) throw new Refusal(USAGE);
  const settings = readStoreSettings(process.env);
  if (!settings.ok) throw new Refusal(settings.error);
  const store = await openStore(settings.value);
  try {
    process.stdout.write(await commands[named.data](store, options));
  } finally {
    await store.close();
  }
}

const commandName = z.enum(['create', 'list', 'revoke', 'rotate']);
type Command = (store: RelayStore, options: unknown) => Promise<string>;

const commands = {
  create: async (store, options) => {
    const { role, name, customer, environment, expires } = understood(create, options);
    const made = await createToken(
      store,
      { role, name, customers: customer, environments: environment, expiresAt: expires },
      Date.now(),
    );
    if (!made.ok) throw new Refusal(made.error);
    return `${made.value.token}\n`;
  },

  list: async (store, options) => {
    understood(z.strictObject({}), options);
    const rows = (await store.listTokens()).map((token) => describeToken(token, Date.now()));
    return [['id', 'state', 'role', 'customers', 'created', 'expires', 'last used', 'name'], ...rows]
      .map((cells) => `${cells.join('\t')}\n`)
      .join('');
  },

  revoke: async (store, options) => {
    const wanted = understood(revoke, options);
    const id = await idOf(store, wanted);
    if (!(await retryWhileBusy(() => store.revokeToken(id, Date.now())))) throw noSuchToken(id);
    return `revoked ${id}\n`;
  },

  rotate: async (store, options) => {
    const { overlap: hours, ...wanted } = understood(rotate, options);
    const id = await idOf(store, wanted);
    // A new token of one that is past its end would end with it.
    if (!(await activeTokens(store)).some((one) => one.id === id)) throw noSuchToken(id);
    const token = await rotateToken(store, id, Date.now() + hours * HOUR);
    if (token === null) throw noSuchToken(id);
    return `${token}\n`;
  },
} satisfies Readonly<Record<z.infer<typeof commandName>, Command>>;

function readArguments(args: readonly string[]): { readonly command: string; readonly options: unknown } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        role: { type: 'string' },
        name: { type: 'string' },
        customer: { type: 'string', multiple: true },
        environment: { type: 'string', multiple: true },
        id: { type: 'string' },
        expires: { type: 'string' },
        overlap: { type: 'string' },
      },
    });
    const [command, ...rest] = positionals;
    if (command === undefined || rest.length > 0) throw new Refusal(USAGE);
    return { command, options: values };
  } catch (reason) {
    // Error messages of parseArgs quote the arguments, and one of them may be a pasted token.
    throw new Refusal(USAGE, { cause: reason });
  }
}

function understood<Schema extends z.ZodType>(schema: Schema, options: unknown): z.output<Schema> {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  const option = parsed.error.issues[0]?.path[0];
  throw new Refusal(option === undefined ? USAGE : `--${String(option)} is missing or wrong. ${USAGE}`);
}

/**
 * How long a revocation is retried: a relay under attack has the database locked most of the time, and the revocation
 * is to end the attack.
 */
const PATIENCE = MINUTE;

async function retryWhileBusy<Kept>(write: () => Promise<Kept>): Promise<Kept> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await write();
    } catch (reason) {
      const isBusy = reason instanceof StoreUnavailable && reason.code.startsWith('SQLITE_BUSY');
      if (!isBusy || Date.now() > end) throw reason;
    }
  }
}

const noSuchToken = (id: number): Refusal => new Refusal(`There is no active token with id ${id}.`);

type Wanted = { readonly id: number } | { readonly name: string };

async function idOf(store: RelayStore, wanted: Wanted): Promise<number> {
  return 'id' in wanted ? wanted.id : idOfName(store, wanted.name.trim());
}

/** The tokens that are listed as active. */
const activeTokens = async (store: RelayStore): Promise<readonly StoredToken[]> =>
  (await store.listTokens()).filter((token) => stateOf(token, Date.now()) === 'active');

async function idOfName(store: RelayStore, name: string): Promise<number> {
  const active = (await activeTokens(store)).filter((token) => token.name === name);
  const [only, ...others] = active;
  if (only === undefined) throw new Refusal(`There is no active token with that name.`);
  if (others.length > 0)
    throw new Refusal(`${active.length} active tokens have that name: say --id instead (see list).`);
  return only.id;
}

function describeToken(token: StoredToken, now: Instant): readonly string[] {
  const moment = (at: Instant | null): string => (at === null ? '-' : new Date(at).toISOString());
  return [
    String(token.id),
    stateOf(token, now),
    token.role,
    `${token.customers?.join(',') ?? 'all'}${token.environments === null ? '' : ` in ${token.environments.join(',')}`}`,
    moment(token.createdAt),
    moment(token.expiresAt),
    moment(token.lastUsedAt),
    token.name,
  ];
}

function stateOf({ revokedAt, expiresAt }: StoredToken, now: Instant): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

answerHelp(`npm run relay:token -- COMMAND

${USAGE}`);
await main(process.argv.slice(2)).catch(exitRefused);
