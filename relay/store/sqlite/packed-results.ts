import type { ArrivedResult } from '../results-store.ts';

/** Results for another thread: their bodies one after the other in memory of their own. */
export type PackedResults = {
  readonly rows: readonly (Omit<ArrivedResult, 'body'> & { readonly length: number })[];
  readonly bodies: Uint8Array<ArrayBuffer>;
};

/** A body may lie in a large piece of memory that it shares with others: all of that would be copied with each of them. */
export function packed(results: readonly ArrivedResult[]): PackedResults {
  const bodies = new Uint8Array(results.reduce((total, { body }) => total + body.length, 0));
  let at = 0;
  const rows = results.map(({ body, ...row }) => {
    bodies.set(body, at);
    at += body.length;
    return { ...row, length: body.length };
  });
  return { rows, bodies };
}

export function unpacked({ rows, bodies }: PackedResults): readonly ArrivedResult[] {
  let at = 0;
  return rows.map(({ length, ...row }) => {
    const body = Buffer.from(bodies.buffer, bodies.byteOffset + at, length);
    at += length;
    return { ...row, body };
  });
}
