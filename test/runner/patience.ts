/** How long a condition may take on a machine under load; what holds goes on at once. */
export const PATIENCE_MS = 20_000;
