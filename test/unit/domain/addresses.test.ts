import { describe, expect, it } from 'vitest';
import { isLoopbackHost, withoutTrailingSlashes } from '../../../shared/addresses.ts';
import { serviceAddress } from '../../../shared/domain/profile.ts';

describe('a loopback host', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.255.0.9', '::1', '[::1]', '::ffff:127.0.0.1'])(
    'is %s',
    (host) => expect(isLoopbackHost(host)).toBe(true),
  );

  it.each([
    '127.0.0.1.evil.example',
    '127.evil.example',
    'localhost.evil.example',
    '127.0.0.256',
    '127.0.1',
    '128.0.0.1',
    '::ffff:128.0.0.1',
    '::2',
    '',
  ])('is not %s', (host) => expect(isLoopbackHost(host)).toBe(false));
});

describe('the address of a service', () => {
  it.each([
    ['http://127.0.0.1:8080/v3///', 'http://127.0.0.1:8080/v3'],
    ['https://operator.example/v3', 'https://operator.example/v3'],
    ['http://[::1]:8080/v3', 'http://[::1]:8080/v3'],
  ])('may be %s', (text, address) => expect(serviceAddress.parse(text)).toBe(address));

  it.each([
    'http://127.0.0.1.evil.example/v3',
    'http://operator.example/v3',
    'https://user:password@operator.example/v3',
    'https://:password@operator.example/v3',
    `https://operator.example/${'/'.repeat(2_000)}`,
  ])('may not be %s', (text) => expect(serviceAddress.safeParse(text).success).toBe(false));
});

it('slashes at the end of an address are left out, and no others', () => {
  expect(withoutTrailingSlashes('//a//b///')).toBe('//a//b');
  expect(withoutTrailingSlashes('///')).toBe('');
});
