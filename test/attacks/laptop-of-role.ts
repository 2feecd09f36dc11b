import { ProblemError } from '../../shared/problem.ts';
import { connection, operatorWith, startCore } from '../integration/profiles/core.ts';
import { runningRelay, tokenFor } from '../integration/relay/running-relay.ts';
import { notable } from '../operator/seed/notable.ts';

export const customer = { id: notable.customerId, name: 'Fleet North' };

/** A laptop that is connected with a token of this role, and whose relay has said so. */
export async function laptop(role: 'installer' | 'supervisor') {
  const [operator, relay] = await Promise.all([operatorWith({}), runningRelay()]);
  const { token, id } = await tokenFor(relay, [notable.customerId], role);
  const core = await startCore();
  const access = { relayUrl: relay.url, relayToken: token };
  const where = { environment: 'uat', customerId: notable.customerId } as const;
  await core.call('connect.checkRelay', { ...access, ...where });
  const saved = { ...connection(operator), customer, relay: access };
  await core.call('connect.save', saved);
  const askRole = () => core.call('connect.checkRelay', { ...access, ...where }).catch(() => null);
  return { core, operator, relay, saved, tokenId: id, askRole };
}

/** The code of its refusal. */
export const codeOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'answered',
    (cause: unknown) => {
      if (!(cause instanceof ProblemError)) throw cause;
      return cause.problem.code;
    },
  );
