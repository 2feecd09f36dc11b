import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { getCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { readAuthoritiesHere, shippedAuthorityOf } from '../../../electron/base/network/authorities.ts';
import { createTrust, shippedAmong } from '../../../electron/base/network/trust.ts';
import { makeAuthority } from './authority.ts';

test('main goes on while the authorities are read', async () => {
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  onTestFinished(() => clearImmediate(next));
  const faults: unknown[] = [];
  const trust = createTrust([], (cause) => faults.push(cause));
  const trusted = await trust();
  expect(turns).toBeGreaterThan(0);
  expect(await trust()).toBe(trusted);
  expect(faults).toEqual([]);
});

test('every bundled authority and every one of the system is trusted, each once', () => {
  const { all } = readAuthoritiesHere();
  const prints = (pems: readonly string[]) => pems.map((pem) => new X509Certificate(pem).fingerprint256);
  const read = prints(all);
  expect(new Set(read).size).toBe(read.length);
  expect(new Set(read)).toEqual(
    new Set(
      prints([
        ...getCACertificates('bundled'),
        ...getCACertificates('system'),
        ...getCACertificates('default'),
      ]),
    ),
  );
});

test('a certificate is of a shipped authority if it is that authority, or if its key has signed it', () => {
  const shipped = makeAuthority('Contoso', onTestFinished);
  const namesake = makeAuthority('Contoso', onTestFinished);
  const isShipped = shippedAmong([shippedAuthorityOf(readFileSync(shipped.file, 'utf8'))]);
  const certificate = (pem: Buffer) => new X509Certificate(pem);
  expect(isShipped(certificate(readFileSync(shipped.file)))).toBe(true);
  expect(isShipped(certificate(shipped.issue('operator.example').cert))).toBe(true);
  expect(isShipped(certificate(readFileSync(namesake.file)))).toBe(false);
  expect(isShipped(certificate(namesake.issue('operator.example').cert))).toBe(false);
});
