import { parseArgs } from 'node:util';
import { z } from 'zod';
import { customerId } from '../shared/ids.ts';
import { relayRole } from '../shared/relay/access.ts';
import { createToken } from './access/tokens.ts';
import { Refusal, exitRefused } from './refusal.ts';
import { readStoreSettings } from './settings.ts';
import { openStore } from './store/open-store.ts';
import type { RelayStore } from './store/store.ts';
import type { StoredToken } from './store/tokens-store.ts';

const USAGE =
  'Say what to do: create --role installer|supervisor|admin --name NAME [--customer ID]..., list, or revoke --id ID | --name NAME.';

const create = z.object({
  role: relayRole,
  name: z.string(),
  customer: z.array(customerId).default([]),
});
const revoke = z.xor([
  z.strictObject({
    id: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  }),
  z.strictObject({ name: z.string() }),
]);

/** Works on the store while the relay runs: both open the same store, and the relay asks it at every request. */
async function main(args: readonly string[]): Promise<void> {
  const { command, options } = readArguments(args);
  const work = commands[command];
  if (work === undefined) throw new Refusal(USAGE);
  const settings = readStoreSettings(process.env);
  if (!settings.ok) throw new Refusal(settings.error);
  const store = await openStore(settings.value);
  try {
    process.stdout.write(await work(store, options));
  } finally {
    await store.close();
  }
}

type Command = (store: RelayStore, options: unknown) => Promise<string>;

const commands: Readonly<Record<string, Command>> = {
  create: async (store, options) => {
    const { role, name, customer } = understood(create, options);
    const made = await createToken(store, { role, name, customers: customer }, Date.now());
    if (!made.ok) throw new Refusal(made.error);
    return `${made.value.token}\n`;
  },

  list: async (store, options) => {
    understood(z.strictObject({}), options);
    const rows = (await store.listTokens()).map(describeToken);
    return [['id', 'state', 'role', 'customers', 'created', 'name'], ...rows]
      .map((cells) => `${cells.join('\t')}\n`)
      .join('');
  },

  revoke: async (store, options) => {
    const wanted = understood(revoke, options);
    const id = 'id' in wanted ? wanted.id : await idOfName(store, wanted.name.trim());
    if (!(await store.revokeToken(id, Date.now())))
      throw new Refusal(`There is no active token with id ${id}.`);
    return `revoked ${id}\n`;
  },
};

function readArguments(args: readonly string[]): { readonly command: string; readonly options: unknown } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        role: { type: 'string' },
        name: { type: 'string' },
        customer: { type: 'string', multiple: true },
        id: { type: 'string' },
      },
    });
    const [command, ...rest] = positionals;
    if (command === undefined || rest.length > 0) throw new Refusal(USAGE);
    return { command, options: values };
  } catch (reason) {
    // What parseArgs says quotes the arguments, and one of them may be a pasted token.
    throw new Refusal(USAGE, { cause: reason });
  }
}

function understood<Schema extends z.ZodType>(schema: Schema, options: unknown): z.output<Schema> {
  const parsed = schema.safeParse(options);
  if (parsed.success) return parsed.data;
  const option = parsed.error.issues[0]?.path[0];
  throw new Refusal(option === undefined ? USAGE : `--${String(option)} is missing or wrong. ${USAGE}`);
}

async function idOfName(store: RelayStore, name: string): Promise<number> {
  const active = (await store.listTokens()).filter(
    (token) => token.name === name && token.revokedAt === null,
  );
  const [only, ...others] = active;
  if (only === undefined) throw new Refusal(`There is no active token with that name.`);
  if (others.length > 0)
    throw new Refusal(`${active.length} active tokens have that name: revoke by --id (see list).`);
  return only.id;
}

function describeToken(token: StoredToken): readonly string[] {
  return [
    String(token.id),
    token.revokedAt === null ? 'active' : 'revoked',
    token.role,
    token.customers?.join(',') ?? 'all',
    new Date(token.createdAt).toISOString(),
    token.name,
  ];
}

await main(process.argv.slice(2)).catch(exitRefused);
