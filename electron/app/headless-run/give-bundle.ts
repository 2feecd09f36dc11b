import type { Instant } from '../../../shared/time.ts';
import { createBundleService } from '../../diagnostics/bundle/service.ts';
import type { BundleSource } from '../../diagnostics/bundle/contents.ts';

type Line = Readonly<Record<string, unknown>>;

/**
 * Writes a support bundle of the data folder, the same that the app makes, and prints every file of it as it is written, so that the sender can
 * look at it first. Opens nothing, so it works where no job can run. Answers why it could not be written; null = it was.
 */
export async function giveBundle({
  file,
  write,
  ...source
}: Pick<BundleSource, 'dataDir' | 'version' | 'environment' | 'secrets'> & {
  readonly now: Instant;
  readonly file: string;
  readonly write: (line: Line) => void;
}): Promise<string | null> {
  const service = createBundleService(async () => ({
    ...source,
    host: 'headless',
    openFolder: null,
    keeping: 'environment-variables',
    health: null,
    stops: [],
  }));
  const { id, files } = await service.prepare();
  for (const { name, bytes } of files) {
    let text = '';
    for (let from: number | null = 0; from !== null;) {
      const page: ReturnType<typeof service.text> = service.text(id, name, from);
      text += page.text;
      from = page.next;
    }
    write({ event: 'bundle-file', name, bytes, text });
  }
  try {
    await service.write(id, file);
  } catch (cause) {
    return `The bundle could not be written to ${file}: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
  write({ event: 'end', code: 0, because: 'bundle-written', file });
  return null;
}
