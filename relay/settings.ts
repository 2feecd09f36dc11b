import { BlockList, isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { Environment } from '../shared/ids.ts';
import { err, ok, type Result } from '../shared/result.ts';
import type { S3Access } from './attachment-files.ts';
import { isLoopbackHost } from '../shared/addresses.ts';

/* The relay's settings, read from environment variables. */

/** Tests whether the `X-Forwarded-For` of an address is trusted. */
type Trusts = (address: string | undefined) => boolean;

/** The default without a named proxy. */
export const trustsNone: Trusts = () => false;

/** Parses a list such as `10.0.0.7, 10.1.0.0/16, ::1` into a test; null when it is malformed. */
export function readTrustedProxies(text: string): Trusts | null {
  const list = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address);
    if (family === 0) return null;
    const type = family === 6 ? 'ipv6' : 'ipv4';
    const most = family === 6 ? 128 : 32;
    if (bits === undefined) list.addAddress(address, type);
    else if (/^\d{1,3}$/.test(bits) && Number(bits) <= most) list.addSubnet(address, Number(bits), type);
    else return null;
  }
  return (address) => {
    const bare = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');
    const family = isIP(bare);
    return family !== 0 && list.check(bare, family === 6 ? 'ipv6' : 'ipv4');
  };
}

/**
 * The authentication that a receiver demands of a webhook. `required`: one of the secrets. `open`: none, by
 * configuration. `local-only`: none, for direct connections from this machine. `refuse`: no webhook is accepted.
 */
export type SecretPolicy =
  | { readonly mode: 'required'; readonly accepted: readonly string[] }
  | { readonly mode: 'open' }
  | { readonly mode: 'local-only' }
  | { readonly mode: 'refuse' };

/** Retention in days, by kind of data. */
export type KeepDays = {
  readonly results: number;
  readonly log: number;
  readonly reviews: number;
  readonly plans: number;
  readonly attachments: number;
};

/** The place of the bytes of complete attachments. */
export type AttachmentPlace =
  | { readonly place: 'database' }
  /** Absolute. */
  | { readonly place: 'folder'; readonly folder: string }
  | ({ readonly place: 's3' } & S3Access);

export type RelaySettings = {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** A PostgreSQL address, which may hold a password; null = SQLite in the data folder. */
  readonly databaseUrl: string | null;
  /** Size limit of that database in bytes; null = no space of it is reserved for the operator's results. */
  readonly databaseLimit: number | null;
  readonly secrets: Readonly<Record<Environment, SecretPolicy>>;
  /** Paths of PEM files; null = plain HTTP. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** Older data than this many days is dropped. */
  readonly keepDays: KeepDays;
  readonly attachments: AttachmentPlace;
  /** Largest number of long polls that wait at the same time. */
  readonly maxWaiting: number;
  /** The proxies whose `X-Forwarded-For` is trusted. */
  readonly trustsProxy: Trusts;
  /** Deadline in seconds for the complete arrival of a request. */
  readonly requestSeconds: number;
  /** Seconds that a stopping relay still serves while `/readyz` already reports that it stops. */
  readonly drainSeconds: number;
  /** Connections one address may have open before it has shown a right secret or token. */
  readonly connectionsPerAddress: number;
};

/** The environment variables that the relay reads; an empty value counts as not set. */
export type RelayVariables = Readonly<Record<string, string | undefined>>;

const MIB = 1024 * 1024;
const DEFAULT_DATA_DIR = './relay-data';
const flag = z
  .enum(['0', '1'], 'must be 0 or 1')
  .default('0')
  .transform((text) => text === '1');
const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most)
    .catch(Number.NaN)
    .refine((value) => !Number.isNaN(value), `must be a whole number from ${least} to ${most}`);

/** Several secrets, separated by commas. All are accepted, so that a secret can be rotated. */
const secretList = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine((secrets) => secrets.every((secret) => secret !== ''), 'has an empty secret between its commas')
  .optional();

/** Allows plain HTTP only on this machine, because photos and the access key travel over this connection. */
function isBucket(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.pathname.length < 2 || url.username !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname));
}

const variables = z.object({
  RELAY_HOST: z.string().trim().default('127.0.0.1'),
  RELAY_PORT: wholeNumber(0, 65_535).default(8787),
  RELAY_DATA_DIR: z.string().default(DEFAULT_DATA_DIR),
  RELAY_DATABASE_URL: z
    .string()
    .refine(
      (text) => /^postgres(ql)?:\/\/\S+$/.test(text) && URL.canParse(text),
      'must be a postgres:// address',
    )
    .optional(),
  RELAY_DATABASE_MIB: wholeNumber(1, 900_000).optional(),
  RELAY_SECRET_UAT: secretList,
  RELAY_SECRET_PROD: secretList,
  RELAY_ALLOW_NO_SECRET: flag,
  RELAY_TLS_CERT: z.string().optional(),
  RELAY_TLS_KEY: z.string().optional(),
  RELAY_ALLOW_PLAIN_HTTP: flag,
  RELAY_KEEP_DAYS: wholeNumber(1, 36_500).default(400),
  RELAY_KEEP_LOG_DAYS: wholeNumber(1, 36_500).default(3650),
  RELAY_KEEP_REVIEW_DAYS: wholeNumber(1, 36_500).default(3650),
  RELAY_KEEP_PLAN_DAYS: wholeNumber(1, 36_500).default(31),
  RELAY_KEEP_ATTACHMENT_DAYS: wholeNumber(1, 36_500).default(3650),
  RELAY_ATTACHMENTS: z.enum(['database', 'folder', 's3'], 'must be database, folder or s3').optional(),
  RELAY_ATTACHMENTS_DIR: z.string().optional(),
  RELAY_S3_URL: z
    .string()
    .refine(isBucket, 'must be the https:// address of a bucket, or http:// of one on this machine')
    .optional(),
  RELAY_S3_REGION: z.string().default('us-east-1'),
  RELAY_S3_KEY_ID: z.string().optional(),
  RELAY_S3_SECRET: z.string().optional(),
  RELAY_MAX_WAITING: wholeNumber(1, 100_000).default(5000),
  RELAY_TRUSTED_PROXIES: z
    .string()
    .transform(readTrustedProxies)
    .refine(
      (trusts) => trusts !== null,
      'must be addresses or networks such as 10.0.0.0/8, separated by commas',
    )
    .optional(),
  RELAY_REQUEST_SECONDS: wholeNumber(1, 300).default(30),
  RELAY_DRAIN_SECONDS: wholeNumber(0, 300).default(0),
  RELAY_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 100_000).default(1000),
});

/**
 * The relay's settings from environment variables.
 *
 * @returns the settings, or one plain sentence that names the variable that is wrong and never repeats its value.
 */
export function readSettings(source: RelayVariables): Result<RelaySettings, string> {
  const parsed = variables.safeParse(withoutEmpty(source));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return err(`${String(issue?.path[0])} ${issue?.message}.`);
  }
  const values = parsed.data;
  const tls = tlsFiles(values.RELAY_TLS_CERT, values.RELAY_TLS_KEY);
  if (!tls.ok) return tls;
  const attachments = attachmentPlace(values);
  if (!attachments.ok) return attachments;
  const local = isLoopbackHost(values.RELAY_HOST);
  if (tls.value === null && !local && !values.RELAY_ALLOW_PLAIN_HTTP) {
    return err(
      `RELAY_HOST ${values.RELAY_HOST} can be reached from outside, and plain HTTP would show results and tokens to everyone on the way: set RELAY_TLS_CERT and RELAY_TLS_KEY, or RELAY_ALLOW_PLAIN_HTTP=1 where something in front encrypts.`,
    );
  }
  const policy = (accepted: readonly string[] | undefined): SecretPolicy => {
    if (accepted !== undefined) return { mode: 'required', accepted };
    if (values.RELAY_ALLOW_NO_SECRET) return { mode: 'open' };
    return { mode: local ? 'local-only' : 'refuse' };
  };
  return ok({
    host: values.RELAY_HOST,
    port: values.RELAY_PORT,
    dataDir: resolve(values.RELAY_DATA_DIR),
    databaseUrl: values.RELAY_DATABASE_URL ?? null,
    databaseLimit: values.RELAY_DATABASE_MIB === undefined ? null : values.RELAY_DATABASE_MIB * MIB,
    secrets: { uat: policy(values.RELAY_SECRET_UAT), prod: policy(values.RELAY_SECRET_PROD) },
    tls: tls.value,
    keepDays: {
      results: values.RELAY_KEEP_DAYS,
      log: values.RELAY_KEEP_LOG_DAYS,
      reviews: values.RELAY_KEEP_REVIEW_DAYS,
      plans: values.RELAY_KEEP_PLAN_DAYS,
      attachments: values.RELAY_KEEP_ATTACHMENT_DAYS,
    },
    attachments: attachments.value,
    maxWaiting: values.RELAY_MAX_WAITING,
    trustsProxy: values.RELAY_TRUSTED_PROXIES ?? trustsNone,
    requestSeconds: values.RELAY_REQUEST_SECONDS,
    drainSeconds: values.RELAY_DRAIN_SECONDS,
    connectionsPerAddress: values.RELAY_CONNECTIONS_PER_ADDRESS,
  });
}

/** The location of the store, which is all that the commands of the relay need. */
export type StoreSettings = Pick<RelaySettings, 'dataDir' | 'databaseUrl' | 'databaseLimit'>;

/** Reads only the variables for the location of the store, so that a command works without the relay's other ones. */
export function readStoreSettings(source: RelayVariables): Result<StoreSettings, string> {
  return readSettings({
    RELAY_DATA_DIR: source['RELAY_DATA_DIR'],
    RELAY_DATABASE_URL: source['RELAY_DATABASE_URL'],
  });
}

function withoutEmpty(source: RelayVariables): RelayVariables {
  return Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
}

/** Replicas share no disk, so with PostgreSQL the bytes stay in the database unless a place is configured. */
function attachmentPlace(values: z.output<typeof variables>): Result<AttachmentPlace, string> {
  const place = values.RELAY_ATTACHMENTS ?? (values.RELAY_DATABASE_URL === undefined ? 'folder' : 'database');
  switch (place) {
    case 'database':
      return ok({ place });
    case 'folder':
      return ok({
        place,
        folder: resolve(values.RELAY_ATTACHMENTS_DIR ?? join(values.RELAY_DATA_DIR, 'attachments')),
      });
    case 's3': {
      const {
        RELAY_S3_URL: url,
        RELAY_S3_KEY_ID: keyId,
        RELAY_S3_SECRET: secret,
        RELAY_S3_REGION: region,
      } = values;
      if (url === undefined || keyId === undefined || secret === undefined) {
        return err('RELAY_ATTACHMENTS is s3, which needs RELAY_S3_URL, RELAY_S3_KEY_ID and RELAY_S3_SECRET.');
      }
      return ok({ place, url, region, keyId, secret });
    }
  }
}

function tlsFiles(cert: string | undefined, key: string | undefined): Result<RelaySettings['tls'], string> {
  if (cert === undefined && key === undefined) return ok(null);
  if (cert === undefined) return err('RELAY_TLS_KEY is set without RELAY_TLS_CERT: set both or neither.');
  if (key === undefined) return err('RELAY_TLS_CERT is set without RELAY_TLS_KEY: set both or neither.');
  return ok({ certFile: cert, keyFile: key });
}
