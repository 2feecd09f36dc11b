import { type FileHandle, open } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { z } from 'zod';

const prototype = z.custom<{ sync: (this: FileHandle) => Promise<void> }>();

/** Until the test ends, each sync of a file or folder beside the event loop is this function. `sync` is the real one. */
export async function replaceSyncs(by: (sync: () => Promise<void>) => Promise<void>): Promise<void> {
  const probe = await open(import.meta.filename, 'r');
  const handles = prototype.parse(Object.getPrototypeOf(probe));
  await probe.close();
  const { sync } = handles;
  handles.sync = function replaced(this: FileHandle) {
    return by(() => sync.call(this));
  };
  onTestFinished(() => {
    handles.sync = sync;
  });
}

/** A disk whose syncs end only after `letGo`. `begun`: the number of syncs so far. */
export async function holdSyncs(): Promise<{ readonly begun: () => number; readonly letGo: () => void }> {
  const gate = Promise.withResolvers<undefined>();
  let begun = 0;
  await replaceSyncs(async (sync) => {
    begun += 1;
    await gate.promise;
    await sync();
  });
  const letGo = () => gate.resolve(undefined);
  onTestFinished(letGo);
  return { begun: () => begun, letGo };
}
