import { expect, test } from 'vitest';
import { createKeptRoles } from '../../../electron/people/role-sources.ts';
import type { RelayClient } from '../../../electron/relay/client.ts';
import { relayError, type RelayError } from '../../../electron/relay/relay-error.ts';
import { relayMe, type RelayRole } from '../../../shared/relay/access.ts';
import { err, ok } from '../../../shared/result.ts';
import { memorySettings } from './memory-stores.ts';

const bay = { url: 'https://relay.example', token: 'token of bay 3' };
type Asked = Pick<RelayClient, 'me'>;
const answering = (role: RelayRole): Asked => ({
  me: async () => ok(relayMe.parse({ name: 'Bay 3', role, customers: null, now: 1 })),
});
const failing = (code: RelayError['code']): Asked => ({ me: async () => err(relayError(code, '')) });

function laptop(content?: unknown) {
  const settings = memorySettings(content);
  const changes: string[] = [];
  const reports: unknown[] = [];
  const start = () =>
    createKeptRoles(
      settings,
      () => changes.push('status'),
      (cause) => reports.push(cause),
    );
  return { settings, changes, reports, start };
}

test('a role holds without a connection and over a restart, for its relay and token alone', async () => {
  const { settings, changes, start } = laptop();
  const roles = start();
  expect(roles.of(bay)).toBe('unknown');
  await roles.noting(answering('supervisor'), bay).me();
  expect(roles.of(bay)).toBe('supervisor');
  const again = start();
  expect(again.of(bay)).toBe('supervisor');
  expect(again.of({ ...bay, token: 'another' })).toBe('unknown');
  expect(again.of({ ...bay, token: null })).toBe('unknown');
  expect(again.of({ ...bay, url: 'https://other.example' })).toBe('unknown');
  expect(settings.text()).not.toContain(bay.token);
  expect(changes).toEqual(['status']);
});

test('the next answer counts, whichever it is; without an answer the last role stays', async () => {
  const roles = laptop().start();
  for (const role of ['supervisor', 'installer', 'admin', 'supervisor'] as const) {
    await roles.noting(answering(role), bay).me();
    expect(roles.of(bay)).toBe(role);
  }
  for (const code of ['unreachable', 'failing', 'unreadable', 'aborted'] as const) {
    await roles.noting(failing(code), bay).me();
    expect(roles.of(bay)).toBe('supervisor');
  }
});

test('a token that the relay refuses has no role any more, also after a restart', async () => {
  const { start } = laptop();
  const roles = start();
  await roles.noting(answering('admin'), bay).me();
  await roles.noting(failing('refused'), bay).me();
  expect(roles.of(bay)).toBe('unknown');
  expect(start().of(bay)).toBe('unknown');
});

test('an unreadable role is unknown', async () => {
  for (const content of ['damaged', {}, { roles: 'all' }])
    expect(laptop(content).start().of(bay)).toBe('unknown');
  const { settings, start } = laptop();
  await start().noting(answering('supervisor'), bay).me();
  const raised = (settings.text() ?? '').replace('"supervisor"', '"owner"');
  expect(laptop(JSON.parse(raised)).start().of(bay)).toBe('unknown');
});

test('a role that cannot be written is in force for this run', async () => {
  const reports: unknown[] = [];
  const full = new Error('disk full');
  const settings = {
    read: () => undefined,
    write: () => {
      throw full;
    },
  };
  const roles = createKeptRoles(
    settings,
    () => undefined,
    (cause) => reports.push(cause),
  );
  await roles.noting(answering('installer'), bay).me();
  expect(roles.of(bay)).toBe('installer');
  expect(reports).toEqual([full]);
});

test('the roles of exchanged tokens do not grow without end', async () => {
  const { start } = laptop();
  const roles = start();
  for (let count = 0; count < 25; count += 1)
    await roles.noting(answering('supervisor'), { ...bay, token: `token ${count}` }).me();
  expect(roles.of({ ...bay, token: 'token 24' })).toBe('supervisor');
  expect(roles.of({ ...bay, token: 'token 4' })).toBe('unknown');
});
