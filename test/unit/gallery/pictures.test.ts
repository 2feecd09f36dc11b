import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pictureIn, screensIn } from '../../gallery/pictures.ts';
import { galleryScreens } from '../../gallery/screens.ts';
import { tempFolder } from '../../integration/relay/temp-folder.ts';
import { scenes } from '../../screens/scenes.ts';

const names = scenes.flatMap(({ places }) => places.map(({ name }) => name));

it('every place of the screenshot run is in the gallery, with the pictures that were taken of it', () => {
  const folder = tempFolder();
  const [name = ''] = names;
  const picture = `${name}-de-dark-1280x800.png`;
  const look = { language: 'de', theme: 'dark', width: 1280, height: 800, picture };
  const axe = { passes: 1, violations: [] };
  writeFileSync(
    join(folder, `${name}.json`),
    JSON.stringify({ name, at: 'home', scene: 's', looks: [{ ...look, axe }] }),
  );
  writeFileSync(join(folder, picture), 'a picture');
  const shown = galleryScreens.parse(screensIn(folder)).flatMap(({ places }) => places);
  expect(shown.map((place) => place.name)).toEqual(names);
  expect(shown.filter(({ pictures }) => pictures.length > 0)).toEqual([{ name, pictures: [look] }]);
  expect(pictureIn(folder, picture)?.toString()).toBe('a picture');
  expect(pictureIn(folder, `${name}.json`)).toBeNull();
  expect(pictureIn(folder, '../../etc/passwd')).toBeNull();
});

it('without pictures every place is named', () => {
  expect(screensIn(null).flatMap(({ places }) => places.map(({ name }) => name))).toEqual(names);
  expect(pictureIn(null, 'home-de-dark-1280x800.png')).toBeNull();
});
