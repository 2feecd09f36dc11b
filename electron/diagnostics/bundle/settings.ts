import { z } from 'zod';
import { language, theme } from '../../../shared/domain/settings.ts';
import { scannerSettings } from '../../../shared/domain/scanning.ts';
import { createSettingsFile } from '../../profiles/settings-store.ts';

const chosen = z.unknown().transform((value) => value !== null && value !== undefined && value !== '');
/** An address without its path: a path is a person's own choice of words. */
const origin = z
  .string()
  .transform((address) => (URL.canParse(address) ? new URL(address).origin : 'not an address'))
  .nullable()
  .catch(null);

/** The preferences that support may see; of typed values, only whether there are any. */
const preferences = z.object({
  theme: theme.nullable().catch(null),
  language: language.nullable().catch(null),
  worker: chosen,
  lastGroupId: chosen,
  testUserId: chosen,
  testMinutes: z.number().nullable().catch(null),
  notifications: z.boolean().nullable().catch(null),
  staysInTray: z.boolean().nullable().catch(null),
  startsAtLogin: z.boolean().nullable().catch(null),
  checklistChoices: z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.length),
  scanner: scannerSettings.omit({ prefix: true, suffix: true }).nullable().catch(null),
  cameraId: chosen,
});

/** The saved connection as support may see it: never a name, and there are no secrets in that file. */
const profile = z.object({
  current: z
    .object({
      address: z.object({
        environment: z.enum(['uat', 'prod']).nullable().catch(null),
        baseUrl: origin,
      }),
      customer: z.object({ id: z.number().nullable().catch(null) }),
      relayUrl: origin,
    })
    .nullable()
    .catch(null),
  damaged: z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.length),
});

/** This laptop's settings as support may see them: a list of allowed fields, so that no new one gets in by accident. */
export function settingsToTell(
  file: (name: string) => string,
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, unknown>> {
  const read = (name: string, schema: z.ZodType) => {
    try {
      const content = createSettingsFile(file(name)).read();
      if (content === undefined) return 'none';
      const reported = schema.safeParse(content);
      return reported.success ? reported.data : 'not understood';
    } catch {
      return 'cannot be read';
    }
  };
  return {
    preferences: read('preferences', preferences),
    profile: read('profile', profile),
    // Names of variables alone: values may be secrets.
    variables: Object.keys(environment)
      .filter((name) => name.startsWith('BOXWRIGHT_'))
      .toSorted(),
  };
}
