import { z } from 'zod';

/** More cars than anybody fits in one go. */
export const MOST_IN_SERIES = 5000;

/** The planned number of cars; null = not given. */
export const plannedCars = z.number().int().min(1).max(MOST_IN_SERIES).nullable();
