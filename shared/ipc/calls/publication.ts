import { z } from 'zod';
import { publicationDraft, publicationStatus } from '../../domain/publication.ts';
import { devicePublicKey } from '../../relay/signing.ts';
import { call } from '../call.ts';

/** Publications of an administrator. Only `publication.publish` waits for the relay. */
export const publicationCalls = {
  /** The version that this laptop uses, and why it does not use the newest one. */
  'publication.status': call('installer', z.object({}), publicationStatus),
  /** Accepts the offered key after a person compared it. ProblemErrors `set-by-policy`, `not-found`. */
  'publication.accept': call('supervisor', z.object({ key: devicePublicKey }), publicationStatus),
  /**
   * Publishes the newest versions of these checklists, the sites, test users and texts. ProblemErrors `office-needs-relay`,
   * `set-by-policy`, `version-stale`, `not-found`, `publication-too-long`, `publication-not-taken`, `publication-stopped`, those of the
   * relay.
   */
  'publication.publish': call(
    'administrator',
    z.object({ basedOn: z.number().int().nonnegative(), draft: publicationDraft }),
    publicationStatus,
  ),
  /** Stops the upload of files, so that nothing is published. Has no effect once the document is being sent. */
  'publication.stopBringing': call('administrator', z.object({}), z.object({})),
} as const;
