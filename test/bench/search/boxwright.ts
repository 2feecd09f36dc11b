import { createAppCore } from '../../../electron/app/app-core.ts';
import { cars as carCollection } from '../../../electron/directory/rows.ts';
import { openDirectoryFile } from '../../../electron/directory/directory.ts';
import { createRouter } from '../../../electron/handlers/router.ts';
import { makeProfileFolder } from '../../../electron/profiles/profile.ts';
import { contract } from '../../../shared/ipc/contract.ts';
import type { Envelope } from '../../../shared/ipc/messages.ts';
import { customerId } from '../../../shared/ids.ts';
import { nothingOutside } from '../../integration/profiles/nothing-outside.ts';
import { notable } from '../../operator/seed/notable.ts';
import { OWN_WINDOW } from '../../unit/ipc/ask-as-window.ts';
import { memorySecrets } from '../../unit/profiles/memory-stores.ts';
import type { fleetCars } from './fleet.ts';

/** No server listens here: the app is offline, and must find all the same. */
export const BASE_URL = 'http://127.0.0.1:9/v3';
/** As many as a sync commits at once. */
const PAGE = 100;

/** Fills the directory of the profile that `openCore` opens. */
export function fillDirectory(
  dataDir: string,
  cars: ReturnType<typeof fleetCars>,
  baseUrl: string = BASE_URL,
): void {
  const { directoryFile } = makeProfileFolder(dataDir, {
    address: { environment: 'uat', baseUrl },
    customerId: customerId.parse(notable.customerId),
  });
  const { clock } = nothingOutside;
  const { database } = openDirectoryFile({ file: directoryFile, clock, onCommitted: () => undefined });
  for (let from = 0; from < cars.length; from += PAGE) {
    database.write((context) => carCollection.store(context, cars.slice(from, from + PAGE), clock.now()));
  }
  database.close();
}

/** The whole core without a window over a data folder, with its real router. */
export async function openCore(dataDir: string, baseUrl: string = BASE_URL) {
  const core = await createAppCore({
    ...nothingOutside,
    env: {
      BOXWRIGHT_ENVIRONMENT: 'uat',
      BOXWRIGHT_BASE_URL: baseUrl,
      BOXWRIGHT_API_KEY: 'key',
      BOXWRIGHT_USERNAME: 'user',
      BOXWRIGHT_PASSWORD: 'word',
      BOXWRIGHT_CUSTOMER_ID: String(notable.customerId),
    },
    dataDir,
    secrets: memorySecrets(),
    version: 'bench',
  });
  const router = createRouter({
    handlers: core.handlers,
    ready: core.ready,
    inPage: core.inPage,
    refusal: core.refusal,
    role: core.role,
    leastByInput: core.leastByInput,
    isTrustedSender: () => true,
    log: () => undefined,
  });
  return {
    ask: (name: string, input: unknown): Promise<Envelope<unknown>> => router.handle(name, input, OWN_WINDOW),
    close: () => core.close(),
  };
}

/** The search as the window calls it, ten rows, ids alone. */
export async function askForCars(
  ask: (name: string, input: unknown) => Promise<Envelope<unknown>>,
  text: string,
): Promise<Envelope<unknown>> {
  return ask('directory.searchCars', { text, limit: 10 });
}

/** The ids in an answer of the router; throws the problem that the window would have received. */
export function idsOf(envelope: Envelope<unknown>): readonly number[] {
  if (!envelope.ok) throw new Error(`the search answered ${envelope.error.code}`);
  return contract['directory.searchCars'].output.parse(envelope.value).rows.map(({ id }) => id);
}
