import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { refusedRelay, relayProcess } from './relay-process.ts';
import { runningRelay } from './running-relay.ts';
import { tempFolder } from './temp-folder.ts';

/** The one sentence a relay that cannot start says. */
async function refusal(variables: Readonly<Record<string, string>>): Promise<string> {
  const refused = await refusedRelay({ RELAY_PORT: '0', RELAY_DATA_DIR: tempFolder(), ...variables });
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toMatch(/^[^\n]+\.\n$/);
  return refused.stderr;
}

function selfSigned(): { readonly cert: string; readonly key: string } {
  const folder = tempFolder();
  const paths = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ];
  execFileSync('openssl', [...args, '-subj', '/CN=localhost', '-keyout', paths.key, '-out', paths.cert], {
    stdio: 'ignore',
  });
  return paths;
}

describe('the relay', () => {
  it('prints one line when it is ready, and its warnings elsewhere', async () => {
    const relay = await relayProcess(tempFolder(), { RELAY_ALLOW_NO_SECRET: '0', RELAY_SECRET_PROD: 'abc' });
    for (const path of ['/healthz', '/readyz']) expect((await fetch(relay.url + path)).status).toBe(200);
    relay.child.kill('SIGINT');
    const ended = await relay.ended;
    expect(ended).toMatchObject({ code: 0, stdout: `relay listening on ${relay.url}\n` });
    expect(ended.stderr.match(/RELAY_SECRET_UAT is not set/g)).toHaveLength(1);
    expect(ended.stderr).not.toContain('RELAY_SECRET_PROD');
  });

  it('serves HTTPS with its own certificate', async () => {
    const { cert, key } = selfSigned();
    const relay = await runningRelay({ RELAY_TLS_CERT: cert, RELAY_TLS_KEY: key });
    expect(relay.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const status = await new Promise((resolve, reject) => {
      request(`${relay.url}/healthz`, { rejectUnauthorized: false, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });

  it.each(['0.0.0.0', '::', '192.0.2.1', 'relay.example.com'])('refuses plain HTTP on %s', async (host) => {
    expect(await refusal({ RELAY_HOST: host })).toMatch(
      /RELAY_HOST .*RELAY_TLS_CERT.*RELAY_ALLOW_PLAIN_HTTP=1/,
    );
  });

  it('refuses a port that is taken', async () => {
    const other = await runningRelay();
    const { port } = new URL(other.url);
    expect(await refusal({ RELAY_PORT: port })).toMatch(/already in use/);
  });

  it('refuses a certificate that cannot be used, without naming the key', async () => {
    const { cert } = selfSigned();
    const key = join(tempFolder(), 'key.pem');
    expect(await refusal({ RELAY_TLS_CERT: cert, RELAY_TLS_KEY: key })).toMatch(
      /RELAY_TLS_KEY names a file that cannot be read/,
    );
    writeFileSync(key, 'not a key');
    expect(await refusal({ RELAY_TLS_CERT: cert, RELAY_TLS_KEY: key })).toMatch(/in PEM form/);
  });

  it('refuses an unreachable database server, without its password', async () => {
    expect(await refusal({ RELAY_DATABASE_URL: 'postgres://relay:canary@127.0.0.1:1/relay' })).toMatch(
      /^(?!.*canary).*RELAY_DATABASE_URL .*\(ECONNREFUSED\)/,
    );
  });

  it('refuses the database of a newer version by name', async () => {
    const dataDir = tempFolder();
    const db = new Database(join(dataDir, 'relay.db'));
    db.pragma('user_version = 99');
    db.close();
    expect(await refusal({ RELAY_DATA_DIR: dataDir })).toMatch(
      /relay\.db was written by a newer relay \(schema 99;/,
    );
  });

  it('refuses a file that is no database, and leaves it unchanged', async () => {
    const dataDir = tempFolder();
    writeFileSync(join(dataDir, 'relay.db'), 'something else entirely');
    expect(await refusal({ RELAY_DATA_DIR: dataDir })).toMatch(/relay\.db .*cannot be used/);
  });

  it('refuses a data folder that is a file', async () => {
    const file = join(tempFolder(), 'file');
    writeFileSync(file, '');
    expect(await refusal({ RELAY_DATA_DIR: file })).toMatch(/data folder .* cannot be used/);
  });
});
