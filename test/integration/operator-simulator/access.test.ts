import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startOperator, type RunningOperator } from '../../operator/start.ts';
import { brokenRules, eventually, login, talkTo } from './talk.ts';

let operator: RunningOperator;
beforeEach(async () => {
  operator = await startOperator({ cars: 10 });
});
afterEach(() => operator.stop());

describe('the token endpoint', () => {
  it('gives a bearer token whose lifetime is a string by default', async () => {
    expect((await login(operator, 'demo-password')).body).toMatchObject({
      token_type: 'Bearer',
      expires_in: '3600',
    });
    operator.settings.expiresInAs = 'number';
    expect((await login(operator, 'demo-password')).body).toMatchObject({ expires_in: 3600 });
    operator.settings.expiresInAs = 'absent';
    expect((await login(operator, 'demo-password')).body).not.toHaveProperty('expires_in');
  });

  it.each([400, 401, 403] as const)('refuses a wrong login with %i when so set', async (status) => {
    operator.settings.wrongLoginStatus = status;
    expect((await login(operator, 'wrong')).status).toBe(status);
  });

  it('counts it as a violation when the same refused login is tried again and again', async () => {
    await login(operator, 'wrong');
    await login(operator, 'wrong');
    expect(brokenRules(operator)).toEqual([]);
    await login(operator, 'wrong');
    expect(brokenRules(operator)).toEqual(['refused-login-repeated']);
  });

  it('counts too many token requests as a violation', async () => {
    operator.settings.tokenRequestsPerMinute = 2;
    for (let time = 0; time < 3; time += 1) await login(operator, 'demo-password');
    expect(brokenRules(operator)).toEqual(['excessive-token-requests']);
  });

  it('takes a form, or JSON when so set, and answers 415 to the other', async () => {
    const asJson = {
      text: JSON.stringify({
        username: 'demo-api-manager',
        password: 'demo-password',
        grant_type: 'password',
      }),
      type: 'application/json',
    };
    expect((await login(operator, '', asJson)).status).toBe(415);
    operator.settings.tokenBody = 'json';
    expect((await login(operator, '', asJson)).status).toBe(200);
    expect((await login(operator, 'demo-password')).status).toBe(415);
  });

  it('never keeps a login, a token or the API key in the journal', async () => {
    const talk = await talkTo(operator);
    await talk('GET /customers', { headers: { 'customer-id': null } });
    const journal = JSON.stringify(operator.journal.entries);
    for (const secret of ['demo-password', 'demo-api-manager', 'demo-api-key', 'Bearer'])
      expect(journal).not.toContain(secret);
  });
});

describe('a protected request', () => {
  it('is refused with 401 without or with a wrong key or token', async () => {
    const talk = await talkTo(operator);
    for (const headers of [
      { 'service-API-Key': null },
      { 'service-API-Key': 'another' },
      { authorization: null },
      { authorization: 'Bearer another' },
    ]) {
      const heard = await talk('GET /cars', { headers });
      expect(heard.status).toBe(401);
      expect(heard.body).toMatchObject({ statusCode: 401 });
    }
    expect(brokenRules(operator)).toEqual(['missing-api-key', 'missing-authorization']);
  });

  it('is refused once the tokens are revoked or have run out', async () => {
    const talk = await talkTo(operator);
    expect((await talk('GET /cars')).status).toBe(200);
    operator.revokeTokens();
    expect((await talk('GET /cars')).status).toBe(401);
    operator.settings.tokenLifetimeSeconds = 0.000_001;
    const late = await talkTo(operator);
    await eventually(async () => (await late('GET /cars')).status).toBe(401);
  });

  it('finds the API key under another header name when so set', async () => {
    operator.settings.apiKeyHeader = 'partner-API-Key';
    const talk = await talkTo(operator);
    expect((await talk('GET /cars')).status).toBe(200);
  });

  it('needs a customer the API manager may reach, except where the spec says not', async () => {
    const talk = await talkTo(operator);
    expect((await talk('GET /cars', { headers: { 'customer-id': null } })).status).toBe(404);
    expect(brokenRules(operator)).toEqual(['missing-customer-id']);
    expect((await talk('GET /cars', { headers: { 'customer-id': '4799' } })).status).toBe(404);
    expect((await talk('GET /brands/Ford/keys', { headers: { 'customer-id': null } })).status).toBe(200);
    const customers = await talk('GET /customers?$orderby=id', { headers: { 'customer-id': null } });
    expect(customers.body).toEqual([
      { id: 4711, name: 'Fleet North' },
      { id: 4712, name: 'Fleet South' },
    ]);
    expect(operator.violations.all).toHaveLength(1);
  });

  it('that is no operation of the spec answers 404 and is a violation, like POST on a car', async () => {
    const talk = await talkTo(operator);
    expect((await talk('POST /cars/20001', { body: { name: 'x' } })).status).toBe(404);
    expect(brokenRules(operator)).toEqual(['unknown-endpoint']);
  });

  it('carries a Date header that is as wrong as set', async () => {
    operator.settings.clockSkewMs = -7_200_000;
    const talk = await talkTo(operator);
    const { headers } = await talk('GET /cars');
    const behind = Date.now() - Date.parse(headers.get('date') ?? '');
    expect(Math.abs(behind - 7_200_000)).toBeLessThan(30_000);
  });
});
