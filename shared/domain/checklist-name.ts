import { z } from 'zod';

/** Names a template, an item or an option; never changes its meaning. */
export const checklistName = z.string().regex(/^[a-z0-9-]{1,60}$/);
