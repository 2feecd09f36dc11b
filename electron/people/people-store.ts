import { z } from 'zod';
import type { Person } from '../../shared/domain/people.ts';
import { personId } from '../../shared/ids.ts';
import type { SettingsStore } from '../profiles/settings-store.ts';
import { newBadgeKey } from './proofs.ts';

const kept = z.object({
  id: personId,
  name: z.string().min(1),
  pin: z.string().nullable().catch(null),
  badge: z.string().nullable().catch(null),
});
/** A person as stored: name, sealed PIN, sealed badge. */
export type KeptPerson = z.infer<typeof kept>;

const document = z.object({ badgeKey: z.string().min(1), people: z.array(kept) });
type Document = z.infer<typeof document>;

/** The people of a laptop, in a file of their own. */
export interface PeopleStore {
  readonly read: () => Document;
  readonly write: (people: readonly KeptPerson[]) => void;
}

/** Makes the store over one settings document; an unreadable document starts again. */
export function createPeopleStore(settings: SettingsStore): PeopleStore {
  const fresh: Document = { badgeKey: newBadgeKey(), people: [] };
  const read = (): Document => {
    const found = document.safeParse(settings.read());
    return found.success ? found.data : fresh;
  };
  return {
    read,
    write: (people) => settings.write({ badgeKey: read().badgeKey, people }),
  };
}

/** The part of a person that a screen may know. */
export function viewPerson({ id, name, pin, badge }: KeptPerson): Person {
  return { id, name, hasPin: pin !== null, hasBadge: badge !== null };
}
