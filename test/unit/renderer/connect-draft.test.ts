import { expect, it } from 'vitest';
import { connectDraft } from '../../../renderer/screens/connect/draft.ts';
import { policy, DEFAULT_API_KEY_HEADER } from '../../../shared/domain/profile.ts';
import { exampleProfile } from '../report/example-job.ts';

const unset = policy.parse({});
const profile = exampleProfile({ environment: 'prod', relayUrl: 'https://relay.example' });

it('begins empty, with the test environment and a relay', () => {
  expect(connectDraft(null, {}, unset)).toEqual({
    step: 'operator',
    environment: 'uat',
    baseUrl: '',
    apiKeyHeader: DEFAULT_API_KEY_HEADER,
    customer: null,
    withRelay: true,
    relayUrl: '',
  });
});

it('begins with the profile that is to be changed', () => {
  expect(connectDraft(profile, {}, unset)).toEqual({
    step: 'operator',
    environment: 'prod',
    baseUrl: 'https://api.example/access/v3',
    apiKeyHeader: 'service-API-Key',
    customer: { id: 4711, name: 'Fleet North' },
    withRelay: true,
    relayUrl: 'https://relay.example',
  });
});

it('a profile without a relay begins without one', () => {
  expect(connectDraft(exampleProfile(), {}, unset)).toMatchObject({ withRelay: false, relayUrl: '' });
});

it('typed values go before those of the profile', () => {
  const typed = { step: 'relay', baseUrl: 'https://typed.example', withRelay: false } as const;
  expect(connectDraft(profile, typed, unset)).toMatchObject({ ...typed, apiKeyHeader: 'service-API-Key' });
});

it('the administrator’s values go before all others, one by one', () => {
  const typed = {
    environment: 'uat',
    baseUrl: 'https://typed.example',
    withRelay: false,
    relayUrl: '',
  } as const;
  const set = (values: object) => connectDraft(profile, typed, policy.parse(values));
  expect(set({ environment: 'prod' })).toMatchObject({ ...typed, environment: 'prod' });
  expect(set({ address: 'https://set.example' })).toMatchObject({ ...typed, baseUrl: 'https://set.example' });
  expect(set({ relay: 'https://set.example' })).toMatchObject({
    ...typed,
    relayUrl: 'https://set.example',
    withRelay: true,
  });
  expect(set({ customers: [4711] })).toMatchObject(typed);
});
