import { z } from 'zod';
import type { Sentence } from '../../shared/problem.ts';

const known = z.object({
  serialNumber: z.string().optional().catch(undefined),
  carLabel: z.string().optional().catch(undefined),
  licensePlate: z.string().nullish().catch(undefined),
});

const turns: Readonly<Record<string, 'failed' | 'blocked' | undefined>> = {
  failed: 'failed',
  blocked: 'blocked',
};

/**
 * The text of a notification about an operation: nothing but the plate and the serial, never a person or a group; neither of
 * them where cars are not named.
 */
export function troubleSentence(
  trouble: { readonly state: string; readonly payload: string },
  namesCars: boolean,
): Sentence {
  const parsed = known.safeParse(JSON.parse(trouble.payload));
  const fields = parsed.success && namesCars ? parsed.data : {};
  const car = fields.carLabel ?? fields.licensePlate ?? null;
  const serial = fields.serialNumber ?? null;
  const turn = turns[trouble.state] ?? 'incident';
  if (car !== null && serial !== null) return { key: `notices.${turn}.box`, params: { car, serial } };
  if (car !== null) return { key: `notices.${turn}.car`, params: { car } };
  return { key: `notices.${turn}.other`, params: {} };
}

const ofJob = z.object({
  car: z.object({ licensePlate: z.string().nullish(), name: z.string().optional() }).nullable().catch(null),
});

/** The text of a notification about a job that was sent back: its car where cars are named, and not the supervisor's words. */
export function reworkSentence({ data }: { readonly data: string }, namesCars: boolean): Sentence {
  const car = namesCars ? (ofJob.safeParse(JSON.parse(data)).data?.car ?? null) : null;
  const label = car?.licensePlate ?? car?.name ?? '';
  return label === ''
    ? { key: 'notices.rework.other', params: {} }
    : { key: 'notices.rework.car', params: { car: label } };
}
