import { onTestFinished } from 'vitest';
import { openWorkshop, type Workshop, shippedTemplates } from '../../../electron/jobs/checklists.ts';
import { profileFolder } from '../../../electron/profiles/profile.ts';
import { createSigner, makeKeyPair, type Signer } from '../../../electron/trust/signatures.ts';
import type { RelayClient } from '../../../electron/relay/client.ts';
import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import type { ChecklistTemplate } from '../../../shared/domain/checklist.ts';
import type { RelayRole } from '../../../shared/relay/access.ts';
import type { AttachedFile } from '../../../shared/relay/attachments.ts';
import type { DevicePublicKey } from '../../../shared/relay/signing.ts';
import { writtenDocument } from '../../publications/written-publication.ts';
import { openLaptop } from '../relay-uploads/laptop.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';

const [shipped] = shippedTemplates;
if (shipped === undefined) throw new Error('a checklist is shipped');

/** The first shipped checklist under its own id, as an administrator changed it. */
export const changedTemplate = (version = 7, title = 'Vans of the office'): ChecklistTemplate => ({
  ...shipped,
  version,
  title: { en: title },
});

/** The same with an item that names this file as its example. */
export const templateWith = (example: AttachedFile, version = 7): ChecklistTemplate => {
  const template = changedTemplate(version);
  const doors = { id: 'doors', type: 'confirm' as const, required: true, text: { en: 'Doors' }, example };
  return { ...template, items: [...template.items, doors] };
};

export interface PublicationLaptop {
  readonly open: OpenProfile;
  readonly signer: Signer;
  /** Publishes with what differs from `writtenDocument`; resolves with the number. */
  readonly publish: (
    changes?: object,
    templates?: readonly ChecklistTemplate[],
    basedOn?: number,
  ) => Promise<number>;
  readonly logged: (type: string) => number;
  /** The folder of the profile for files of publications. */
  readonly filesFolder: string;
  readonly workshop: Workshop;
  /** Closes it and opens the same folder. */
  readonly restarted: () => Promise<PublicationLaptop>;
}

type Changed = (client: RelayClient) => RelayClient;

/** Of a customer's relay: an administrator's laptop, and others. `publishers` are the keys of the policy. */
export async function placesOfPublications() {
  const relay = await runningRelay();
  const laptop = async (
    role: RelayRole,
    name: string,
    publishers: readonly DevicePublicKey[] | null = null,
    changed: Changed = (client) => client,
  ): Promise<PublicationLaptop> => {
    const { token } = await tokenFor(relay, role === 'admin' ? [] : [CUSTOMER], role, name);
    const signer = createSigner(makeKeyPair());
    return openedIn({ dataDir: tempFolder(), relayUrl: relay.url, token }, signer, publishers, changed);
  };
  return { relay, laptop, office: await laptop('admin', 'Office') };
}

function openedIn(
  place: { readonly dataDir: string; readonly relayUrl: string; readonly token: string },
  signer: Signer,
  publishers: readonly DevicePublicKey[] | null,
  changed: Changed,
): PublicationLaptop {
  const workshop = openWorkshop(place.dataDir);
  const open = openLaptop(place, changed, undefined, {
    publishers,
    examples: workshop.examples,
    deviceKey: { signer, storage: 'secret-store' },
  });
  onTestFinished(open.close);
  return {
    open,
    signer,
    workshop,
    filesFolder: profileFolder(place.dataDir, {
      address: open.profile.address,
      customerId: open.profile.customer.id,
    }).publicationsFolder,
    publish: (changes = {}, templates = [], basedOn = open.publications.status().inForce?.version ?? 0) => {
      const { sites, testUsers, texts } = writtenDocument(changes);
      return open.publications.publish({ basedOn, draft: { sites, testUsers, texts }, templates });
    },
    logged: (type) =>
      Number(
        open.database.sqlite
          .prepare<[string], number>('SELECT count(*) FROM log_entry WHERE type = ?')
          .pluck()
          .get(type),
      ),
    restarted: async () => {
      await open.close();
      return openedIn(place, signer, publishers, changed);
    },
  };
}

/** A client whose answers about publications this function replaces. */
export const answering =
  (
    answer: (
      given: Awaited<ReturnType<RelayClient['publications']>>,
    ) => Awaited<ReturnType<RelayClient['publications']>>,
  ): Changed =>
  (client) => ({ ...client, publications: async (query) => answer(await client.publications(query)) });
