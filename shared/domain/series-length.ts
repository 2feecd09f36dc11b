import { z } from 'zod';

/** More cars than anybody fits in one go. */
export const MOST_IN_SERIES = 5000;

/** How many cars somebody means to fit; null = not said. */
export const plannedCars = z.number().int().min(1).max(MOST_IN_SERIES).nullable();
