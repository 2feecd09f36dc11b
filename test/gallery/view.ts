import { z } from 'zod';
import { language } from '../../shared/domain/settings.ts';

/** The languages of the gallery: those of the window, and the pseudo language that shows words that are in no catalogue. */
export const galleryLanguage = z.enum([...language.options, 'pseudo']);
export type GalleryLanguage = z.infer<typeof galleryLanguage>;

export const galleryTheme = z.enum(['light', 'dark']);
export type GalleryTheme = z.infer<typeof galleryTheme>;

/** The contents beside the gallery's list: the components, or the places of the screenshot run. */
const galleryPart = z.enum(['components', 'screens']);

/** The view that the address asks for. `place` null = a part of the gallery. */
export interface GalleryView {
  readonly part: z.infer<typeof galleryPart>;
  readonly theme: GalleryTheme;
  readonly language: GalleryLanguage;
  readonly place: string | null;
}

/** Reads `?theme=dark&language=de&place=Home`; what it does not say, or says wrongly, is as at a first start. */
export function viewOf(search: string): GalleryView {
  const asked = new URLSearchParams(search);
  return {
    part: galleryPart.catch('components').parse(asked.get('part')),
    theme: galleryTheme.catch('light').parse(asked.get('theme')),
    language: galleryLanguage.catch('en').parse(asked.get('language')),
    place: asked.get('place'),
  };
}

/** The address of a view. */
export function searchOf({ part, theme, language: spoken, place }: GalleryView): string {
  const asked = new URLSearchParams({ part, theme, language: spoken });
  if (place !== null) asked.set('place', place);
  return `?${asked.toString()}`;
}
