/** A body above the size limit. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/**
 * Reads a body up to `limitBytes`. Above it throws BodyTooLarge and stops reading, so that a server in the relay's
 * place cannot exhaust the memory.
 */
export async function readBoundedBytes(body: AsyncIterable<Uint8Array>, limitBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > limitBytes) throw new BodyTooLarge(`more than ${limitBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
