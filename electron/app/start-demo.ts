import { orRefuse, readEnvironmentProfile } from '../profiles/environment-profile.ts';
import type { Profile } from '../profiles/profile.ts';
import type { Sessions } from '../session/sessions.ts';
import type { DemoServer } from './demo-server.ts';

/** Starts the demonstration on this machine; its data is deleted at the end. */
export async function startDemo(
  demo: Pick<DemoServer, 'start'>,
  sessions: Pick<Sessions, 'use' | 'learnCustomerName'>,
): Promise<Profile> {
  const { variables, dataDir } = await demo.start();
  const given = orRefuse(readEnvironmentProfile(variables, { needsRelay: true }));
  const { address, credentials, customerId, relay, assumptions } = given;
  const customer = { id: customerId, name: `Customer ${customerId}` };
  const profile: Profile = { address, credentials, customer, relay, keeping: 'memory-only', assumptions };
  await sessions.use(profile, { dataDir, kept: false });
  await sessions.learnCustomerName();
  return profile;
}
