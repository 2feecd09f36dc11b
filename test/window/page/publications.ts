import {
  publicationStatus as status,
  type PublicationStatus,
} from '../../../shared/domain/office-documents.ts';
import { devicePublicKey } from '../../../shared/relay/signing.ts';

export const OFFICE_KEY = devicePublicKey.parse('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo');

/** A version with one of each; `changes` are what differs. */
export const inForce = (changes: object = {}): NonNullable<PublicationStatus['inForce']> =>
  status.shape.inForce.unwrap().parse({
    version: 3,
    publishedAt: Date.UTC(2026, 2, 30, 8),
    publishedBy: 'Office person',
    takenAt: Date.UTC(2026, 2, 31, 6),
    key: OFFICE_KEY,
    templates: [{ id: 'van', version: 4, title: { en: 'Vans' } }],
    unusable: 0,
    examples: { count: 0, missing: [] },
    sites: ['Munich', 'Ulm'],
    testUsers: [{ id: 501, name: 'Test user' }],
    texts: [{ place: 'home', text: 'Park on the left today.' }],
    ...changes,
  });

/** The answer of main; without changes nothing was published. */
export const publicationStatus = (changes: object = {}): PublicationStatus =>
  status.parse({
    hasRelay: true,
    readAt: Date.UTC(2026, 2, 31, 7),
    inForce: null,
    problem: null,
    offered: null,
    keys: [],
    managed: false,
    bringing: null,
    own: { key: OFFICE_KEY, kept: true },
    ...changes,
  });
