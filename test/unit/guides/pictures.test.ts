import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { guidePictures } from '../../screens/guide-pictures.ts';
import { mainJobPictures, MOVING_PICTURE } from '../../screens/moving-picture.ts';
import { scenes } from '../../screens/scenes.ts';

const root = join(import.meta.dirname, '../../..');
const files = [...[...guidePictures.keys()].map((name) => `${name}.png`), MOVING_PICTURE].toSorted();
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

it('every picture of the pages is of a place that the walk reaches', () => {
  const places = new Set(scenes.flatMap(({ places: reached }) => reached.map(({ name }) => name)));
  expect([...guidePictures.values()].filter((place) => !places.has(place))).toEqual([]);
});

it('the moving picture is made of pictures of the pages', () => {
  expect(mainJobPictures.filter((name) => !guidePictures.has(name))).toEqual([]);
});

it('docs/pictures contains the pictures of the screenshot run, and nothing else', () => {
  expect(readdirSync(join(root, 'docs/pictures')).toSorted()).toEqual(files);
});

it('pages show only pictures that the walk makes, and each of them is shown', () => {
  const shown = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/pictures\/([\w.-]+)/g)].map(
      (match) => match[1] ?? '',
    ),
  );
  expect([...new Set(shown)].toSorted()).toEqual(files);
});
