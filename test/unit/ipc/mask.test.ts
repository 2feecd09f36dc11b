import { describe, expect, it } from 'vitest';
import { maskSecrets } from '../../../electron/base/mask.ts';

describe('masking text that leaves for a log or a window', () => {
  it.each([
    ['Authorization: Bearer canary.token-1', 'canary'],
    ['service-API-Key: canary-key', 'canary'],
    ['{"password":"canary word","user":"x"}', 'canary'],
    ['grant_type=password&username=canary&password=canary2', 'canary'],
    ['https://canary:canary@relay.example/v1', 'canary'],
    ['unexpected token eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', 'eyJ'],
  ])('hides the secret in %s', (text, secret) => {
    expect(maskSecrets(text)).not.toContain(secret);
  });

  it.each([
    'job 0190a000-0000-7000-8000-000000000001 is not ready',
    'UNIQUE constraint failed: operations.id',
    'https://api.example/v3/cars/12 answered 500',
  ])('leaves "%s" readable', (text) => {
    expect(maskSecrets(text)).toBe(text);
  });
});
