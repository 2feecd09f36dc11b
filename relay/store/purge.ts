/**
 * Deletes what was removed on request, one file after the other: each is a write of its own, so that the operator's results come in
 * between. What is not deleted because the relay ends is deleted at the next sweep; it cannot be read from the removal on.
 */
export async function purgeAll(purgeOne: () => Promise<boolean>): Promise<void> {
  let more = true;
  while (more) more = await purgeOne();
}
