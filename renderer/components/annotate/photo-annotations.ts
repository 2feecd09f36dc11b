import { createContext, use } from 'react';
import { type Annotation, annotationsOf, drawable } from '../../../shared/domain/annotation.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { AttachmentDigest } from '../../../shared/relay/attachments.ts';

/** The annotations of the photos of a job, and the call that adds one. */
export interface PhotoAnnotations {
  /** Oldest first. */
  readonly annotations: readonly Annotation[];
  /**
   * Saves an annotation that was drawn on `of`, as a JPEG in base64. Returns the problem; null when it is saved. The
   * function is null where the photos are read-only.
   */
  readonly annotate:
    ((of: AttachmentDigest, jpeg: string, blurred: boolean) => Promise<Problem | null>) | null;
}

/** The annotations of the surrounding job; without a job no photo has any. */
export const PhotoAnnotationsContext = createContext<PhotoAnnotations>({ annotations: [], annotate: null });

/** The annotations of one photo, the newest first, and its pictures that may be drawn on. */
export function useAnnotations(original: AttachmentDigest) {
  const { annotations, annotate } = use(PhotoAnnotationsContext);
  const bases = drawable(original, annotations);
  return { newestFirst: annotationsOf(original, annotations), bases, annotate };
}
