import { z } from 'zod';

/** The places of the screenshot run as the gallery shows them: each with its pictures, as far as they were taken. */
export const galleryScreens = z.array(
  z.object({
    scene: z.string(),
    places: z.array(
      z.object({
        name: z.string(),
        pictures: z.array(
          z.object({
            language: z.string(),
            theme: z.string(),
            width: z.number(),
            height: z.number(),
            /** The name of its file. */
            picture: z.string(),
          }),
        ),
      }),
    ),
  }),
);
export type GalleryScreens = z.infer<typeof galleryScreens>;

/** The addresses of the list and of the pictures, on the gallery's own server. */
export const SCREENS_PATH = '/screens.json';
export const PICTURES_PATH = '/pictures/';
