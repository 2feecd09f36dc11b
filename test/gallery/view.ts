import { z } from 'zod';
import { language } from '../../shared/domain/settings.ts';

/** The languages of the gallery: those of the window, and the pseudo language that shows words that are in no catalogue. */
export const galleryLanguage = z.enum([...language.options, 'pseudo']);
export type GalleryLanguage = z.infer<typeof galleryLanguage>;

export const galleryTheme = z.enum(['light', 'dark']);
export type GalleryTheme = z.infer<typeof galleryTheme>;

/** The view that the address asks for. `place` null = the components. */
export interface GalleryView {
  readonly theme: GalleryTheme;
  readonly language: GalleryLanguage;
  readonly place: string | null;
}

/** Reads `?theme=dark&language=de&place=Home`; what it does not say, or says wrongly, is as at a first start. */
export function viewOf(search: string): GalleryView {
  const asked = new URLSearchParams(search);
  return {
    theme: galleryTheme.catch('light').parse(asked.get('theme')),
    language: galleryLanguage.catch('en').parse(asked.get('language')),
    place: asked.get('place'),
  };
}

/** The address of a view. */
export function searchOf({ theme, language: spoken, place }: GalleryView): string {
  const asked = new URLSearchParams({ theme, language: spoken });
  if (place !== null) asked.set('place', place);
  return `?${asked.toString()}`;
}
