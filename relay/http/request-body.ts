import type { IncomingMessage } from 'node:http';

/** Called once with the whole body, or with null as soon as it is too long. Never called if the sender disconnects first. */
export type BodyRead = (body: Buffer | null) => void;

/** Reads a request's body of at most `limit` bytes. What is announced longer is not read at all. */
export function readBody(request: IncomingMessage, limit: number, read: BodyRead): void {
  if (Number(request.headers['content-length']) > limit) return read(null);
  // Nearly all come in one piece, which is then the body as it is.
  let first: Buffer | null = null;
  let others: Buffer[] | null = null;
  let size = 0;
  request.on('data', (piece: Buffer) => {
    const before = size;
    size += piece.length;
    if (size > limit) {
      if (before <= limit) read(null);
    } else if (first === null) {
      first = piece;
    } else {
      (others ??= []).push(piece);
    }
  });
  request.on('end', () => {
    if (size > limit) return;
    const start = first ?? Buffer.alloc(0);
    read(others === null ? start : Buffer.concat([start, ...others]));
  });
  return undefined;
}
