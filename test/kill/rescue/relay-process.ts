import { createToken } from '../../../relay/access/credentials.ts';
import { readSettings } from '../../../relay/settings.ts';
import { startRelay } from '../../../relay/start.ts';
import { customerId } from '../../../shared/ids.ts';
import { MOST_MIRRORS } from '../../../shared/relay/rescue.ts';
import { notable } from '../../operator/seed/notable.ts';
import { relayAsked } from './messages.ts';

/* The relay as a process with a clock that its parent sets forward, so that a laptop's silence takes no ten minutes. */

const [dataDir = ''] = process.argv.slice(2);
let aheadMs = 0;
const clock = () => Date.now() + aheadMs;
const settings = readSettings({ RELAY_PORT: '0', RELAY_DATA_DIR: dataDir });
if (!settings.ok) throw new Error(settings.error);
const relay = await startRelay(settings.value, { log: null, clock });

async function answer(message: unknown): Promise<void> {
  const asked = relayAsked.parse(message);
  if ('silentMs' in asked) {
    aheadMs += asked.silentMs;
    process.send?.({ silent: true });
    return;
  }
  const customer = customerId.parse(notable.customerId);
  if ('mirrorOf' in asked) {
    const mirrors = await relay.store.readMirrors({
      environment: 'uat',
      customerId: customer,
      tokenId: 0,
      code: '',
      silentSince: clock() + 1,
      limit: MOST_MIRRORS,
    });
    process.send?.({ isMirrored: mirrors.some(({ jobId }) => jobId === asked.mirrorOf) });
    return;
  }
  const made = await createToken(relay.store, { ...asked, customers: [customer] }, clock());
  if (!made.ok) throw new Error(made.error);
  process.send?.({ token: made.value.token });
}

process.on('message', (message) => void answer(message));
process.send?.({ url: relay.url });
