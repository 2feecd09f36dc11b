import { createHash } from 'node:crypto';
import { BUNDLE_PAGE, type SupportBundle } from '../../../shared/domain/diagnostics.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { writeWhole, zipped } from '../../base/whole-file.ts';
import { bundleContents, type BundleSource, type BundleText } from './contents.ts';

/** Assembles bundles, shows their files, and writes the reviewed bundle. Keeps one bundle in memory. */
export interface BundleService {
  /** Replaces the previous bundle. ProblemError `bundle-busy`. */
  readonly prepare: () => Promise<SupportBundle>;
  /** ProblemError `bundle-gone`, `not-found`. */
  readonly text: (
    id: string,
    name: string,
    from: number,
  ) => { readonly text: string; readonly next: number | null };
  /** ProblemError `bundle-gone`; also throws file system errors. */
  readonly write: (id: string, path: string) => Promise<void>;
  /** Checks that the id is that of the latest bundle. ProblemError `bundle-gone` otherwise. */
  readonly expect: (id: string) => void;
}

/** Creates the service. `source` is called for each bundle. */
export function createBundleService(source: () => Promise<BundleSource>): BundleService {
  let kept: (SupportBundle & { readonly texts: readonly BundleText[] }) | null = null;
  let busy = false;

  const current = (id: string) => {
    if (kept === null || kept.id !== id) throw new ProblemError(makeProblem('bundle-gone'));
    return kept;
  };
  return {
    prepare: async () => {
      if (busy) throw new ProblemError(makeProblem('bundle-busy'));
      busy = true;
      try {
        const given = await source();
        const texts = await bundleContents(given);
        const files = texts.map(({ name, text }) => ({ name, bytes: Buffer.byteLength(text) }));
        kept = { id: digestOf(texts), madeAt: given.now, files, texts };
        return { id: kept.id, madeAt: kept.madeAt, files };
      } finally {
        busy = false;
      }
    },
    text: (id, name, from) => {
      const found = current(id).texts.find((file) => file.name === name);
      if (found === undefined) throw new ProblemError(makeProblem('not-found'));
      const { text } = found;
      const end = wholeCharacter(text, from + BUNDLE_PAGE);
      return { text: text.slice(wholeCharacter(text, from), end), next: end < text.length ? end : null };
    },
    write: async (id, path) => {
      const { texts, madeAt } = current(id);
      const files = texts.map((file) => ({ name: file.name, pieces: [file.text] }));
      await writeWhole(path, zipped(files, madeAt));
    },
    expect: (id) => void current(id),
  };
}

function digestOf(texts: readonly BundleText[]): string {
  const hash = createHash('sha256');
  for (const { name, text } of texts) hash.update(JSON.stringify([name, text]));
  return hash.digest('hex');
}

/** An offset that does not split a surrogate pair: its second half belongs to the page before. */
function wholeCharacter(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code >= 0xdc00 && code <= 0xdfff ? place + 1 : Math.min(place, text.length);
}
