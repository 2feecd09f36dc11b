import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { trustsNone, readSettings, readStoreSettings, type RelayVariables } from '../../../relay/settings.ts';

function settings(variables: RelayVariables) {
  const read = readSettings(variables);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

/** The settings of a guide's tables, each with the value beside it; `none` is nothing set. */
async function reportedIn(guide: string) {
  const rows = (await readFile(guide, 'utf8')).matchAll(/\| +(`RELAY_[^|]*`) +\| +`?([^\s`|]+)`? +\|/g);
  return [...rows].flatMap(([, names = '', value = '']) =>
    [...names.matchAll(/RELAY_\w+/g)].map(([name]) => ({
      name,
      value: value === 'none' ? '' : value.replace(',', ''),
    })),
  );
}

describe('relay settings', () => {
  it('are for this machine alone when nothing is set', () => {
    expect(settings({})).toEqual({
      host: '127.0.0.1',
      port: 8787,
      dataDir: resolve('relay-data'),
      databaseUrl: null,
      databaseLimit: null,
      secrets: { uat: { mode: 'local-only' }, prod: { mode: 'local-only' } },
      tls: null,
      keepDays: { results: 400, log: 3650, reviews: 3650, plans: 31, attachments: 3650 },
      attachments: { place: 'folder', folder: resolve('relay-data/attachments') },
      maxWaiting: 5000,
      trustsProxy: trustsNone,
      requestSeconds: 30,
      drainSeconds: 0,
      connectionsPerAddress: 1000,
    });
  });

  it('are in the guides, with their defaults', async () => {
    const guides = await Promise.all(['relay/README.md', 'docs/relay-deployment.md'].map(reportedIn));
    const reported = guides.flat();
    for (const { name, value } of reported) {
      expect({ name, value, read: settings({ [name]: value }) }).toMatchObject({ read: settings({}) });
    }
    const known = [...(await readFile('relay/settings.ts', 'utf8')).matchAll(/^ {2}(RELAY_\w+):/gm)];
    expect(new Set(reported.map(({ name }) => name))).toEqual(new Set(known.map(([, name]) => name)));
  });

  it('counts empty settings as not set', () => {
    expect(
      settings({ RELAY_PORT: '', RELAY_SECRET_UAT: '', RELAY_DATABASE_URL: '', RELAY_TLS_KEY: '' }),
    ).toEqual(settings({}));
  });

  it('accept several secrets of one environment side by side', () => {
    expect(settings({ RELAY_SECRET_PROD: 'old, new' }).secrets).toEqual({
      uat: { mode: 'local-only' },
      prod: { mode: 'required', accepted: ['old', 'new'] },
    });
  });

  it('refuse webhooks without a secret where others can reach the relay, unless allowed', () => {
    const open = { RELAY_HOST: '0.0.0.0', RELAY_ALLOW_PLAIN_HTTP: '1' };
    expect(settings(open).secrets.uat).toEqual({ mode: 'refuse' });
    expect(settings({ ...open, RELAY_ALLOW_NO_SECRET: '1' }).secrets.uat).toEqual({ mode: 'open' });
  });

  it('allow a public address with a certificate', () => {
    const tls = { RELAY_TLS_CERT: '/cert.pem', RELAY_TLS_KEY: '/key.pem' };
    expect(settings({ RELAY_HOST: '0.0.0.0', ...tls }).tls).toEqual({
      certFile: '/cert.pem',
      keyFile: '/key.pem',
    });
  });

  it.each([
    ['RELAY_PORT', { RELAY_PORT: '65536' }],
    ['RELAY_PORT', { RELAY_PORT: 'canary' }],
    ['RELAY_SECRET_UAT', { RELAY_SECRET_UAT: 'canary,' }],
    ['RELAY_ALLOW_NO_SECRET', { RELAY_ALLOW_NO_SECRET: 'canary' }],
    ['RELAY_TLS_CERT', { RELAY_TLS_CERT: 'canary' }],
    ['RELAY_TLS_KEY', { RELAY_TLS_KEY: 'canary' }],
    ['RELAY_KEEP_DAYS', { RELAY_KEEP_DAYS: '0' }],
    ['RELAY_DATABASE_URL', { RELAY_DATABASE_URL: 'mysql://canary' }],
    ['RELAY_DATABASE_MIB', { RELAY_DATABASE_MIB: '0' }],
    ['RELAY_MAX_WAITING', { RELAY_MAX_WAITING: '0' }],
    ['RELAY_TRUSTED_PROXIES', { RELAY_TRUSTED_PROXIES: '10.0.0.1, canary' }],
    ['RELAY_TRUSTED_PROXIES', { RELAY_TRUSTED_PROXIES: '10.0.0.0/33' }],
    ['RELAY_ATTACHMENTS', { RELAY_ATTACHMENTS: 'canary' }],
    ['RELAY_ATTACHMENTS', { RELAY_ATTACHMENTS: 's3', RELAY_S3_URL: 'https://s3.example.com/canary' }],
    ['RELAY_S3_URL', { RELAY_S3_URL: 'http://s3.example.com/canary' }],
    ['RELAY_S3_URL', { RELAY_S3_URL: 'https://canary@s3.example.com/photos' }],
    ['RELAY_S3_URL', { RELAY_S3_URL: 'https://s3.example.com' }],
    ['RELAY_REQUEST_SECONDS', { RELAY_REQUEST_SECONDS: '0' }],
    ['RELAY_CONNECTIONS_PER_ADDRESS', { RELAY_CONNECTIONS_PER_ADDRESS: '0' }],
  ])('name %s when it is wrong, in one sentence without the value', (name, variables) => {
    const read = readSettings(variables);
    const sentence = read.ok ? '' : read.error;
    expect(sentence).toMatch(new RegExp(`^${name} [^\\n]+\\.$`));
    expect(sentence).not.toContain('canary');
  });

  it('keep attachments in PostgreSQL unless a place is set, because replicas share no disk', () => {
    const database = { RELAY_DATABASE_URL: 'postgres://db.example.com/relay' };
    expect(settings(database).attachments).toEqual({ place: 'database' });
    const bucket = {
      RELAY_ATTACHMENTS: 's3',
      RELAY_S3_URL: 'https://s3.example.com/photos',
      RELAY_S3_KEY_ID: 'id',
      RELAY_S3_SECRET: 'secret',
    };
    const { RELAY_S3_URL: url, RELAY_S3_KEY_ID: keyId, RELAY_S3_SECRET: secret } = bucket;
    expect(settings({ ...database, ...bucket }).attachments).toEqual({
      place: 's3',
      url,
      region: 'us-east-1',
      keyId,
      secret,
    });
    const folder = { RELAY_ATTACHMENTS: 'folder', RELAY_ATTACHMENTS_DIR: '/srv/photos' };
    expect(settings({ ...database, ...folder }).attachments).toEqual({
      place: 'folder',
      folder: resolve('/srv/photos'),
    });
  });

  it('name the trusted proxies', () => {
    const { trustsProxy } = settings({ RELAY_TRUSTED_PROXIES: '10.0.0.7, 192.168.0.0/16, ::1' });
    const asked = ['10.0.0.7', '::ffff:10.0.0.7', '10.0.0.8', '192.168.3.4', '::1', undefined];
    expect(asked.map(trustsProxy)).toEqual([true, true, false, true, true, false]);
  });

  it('of the relay itself do not keep the token command from working', () => {
    const variables = { RELAY_HOST: '0.0.0.0', RELAY_PORT: 'wrong', RELAY_DATA_DIR: '/srv/relay' };
    expect(readStoreSettings(variables)).toMatchObject({
      ok: true,
      value: { dataDir: '/srv/relay', databaseUrl: null },
    });
    const databaseUrl = 'postgres://relay@db.example.com/relay';
    expect(readStoreSettings({ RELAY_DATABASE_URL: databaseUrl })).toMatchObject({ value: { databaseUrl } });
  });
});
