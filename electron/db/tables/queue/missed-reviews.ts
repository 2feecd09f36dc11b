import type { Sqlite, WriteContext } from '../../open.ts';

/** How many reviews the relay has said it dropped before they were read here; null = it has said nothing yet. */
export function readMissedReviews(sqlite: Sqlite): number | null {
  return sqlite.prepare<[], number>('SELECT reviews FROM missed_reviews').pluck().get() ?? null;
}

/** Notes what the relay said; fewer than before where it was set back, or the token is another one. */
export function writeMissedReviews({ sqlite }: WriteContext, reviews: number): void {
  sqlite
    .prepare<[number]>(
      `INSERT INTO missed_reviews (id, reviews) VALUES (1, ?)
       ON CONFLICT (id) DO UPDATE SET reviews = excluded.reviews`,
    )
    .run(reviews);
}
