import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { screenRecord } from '../screens/record.ts';
import { scenes } from '../screens/scenes.ts';
import { type GalleryScreens, PICTURES_PATH, SCREENS_PATH } from './screens.ts';

/** Every place of the screenshot run, with the pictures that `npm run screens -- --out FOLDER` left. Null = no folder. */
export function screensIn(folder: string | null): GalleryScreens {
  return scenes.map(({ name: scene, places }) => ({
    scene,
    places: places.map(({ name }) => ({ name, pictures: folder === null ? [] : picturesOf(folder, name) })),
  }));
}

function picturesOf(folder: string, name: string): GalleryScreens[number]['places'][number]['pictures'] {
  const file = join(folder, `${name}.json`);
  if (!existsSync(file)) return [];
  return screenRecord
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .looks.map(({ language, theme, width, height, picture }) => ({
      language,
      theme,
      width,
      height,
      picture,
    }));
}

/** The bytes of a picture that the list names; null for every other name. */
export function pictureIn(folder: string | null, name: string): Buffer | null {
  const isListed = screensIn(folder).some(({ places }) =>
    places.some(({ pictures }) => pictures.some(({ picture }) => picture === name)),
  );
  return folder !== null && isListed ? readFileSync(join(folder, name)) : null;
}

/** Serves the list and the pictures beside the gallery's page. */
export const serveScreens = (folder: string | null): Plugin => ({
  name: 'boxwright:screens',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
      if (pathname === SCREENS_PATH) {
        response.setHeader('content-type', 'application/json').end(JSON.stringify(screensIn(folder)));
        return;
      }
      if (!pathname.startsWith(PICTURES_PATH)) return next();
      const picture = pictureIn(folder, decodeURIComponent(pathname.slice(PICTURES_PATH.length)));
      if (picture === null) response.writeHead(404).end();
      else response.setHeader('content-type', 'image/png').end(picture);
    });
  },
});
