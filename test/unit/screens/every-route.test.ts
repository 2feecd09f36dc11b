import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { directorySections, screens } from '../../../renderer/navigation/route.ts';
import { jobKind, stepsOf } from '../../../shared/domain/job-steps.ts';
import { dialogPlaces, pagePlaces } from '../../screens/dialogs.ts';
import { scenes } from '../../screens/scenes.ts';

const places = scenes.flatMap((scene) => scene.places);
const shown = new Set<string>(places.map(({ at }) => at));

test('every route of the window is among the screens that are walked', () => {
  const missing = Object.keys(screens).filter(
    (route) => ![...shown].some((at) => at.split('/')[0] === route),
  );
  expect(missing).toEqual([]);
});

test('every part of the Directory is among them', () => {
  expect(directorySections.filter((section) => !shown.has(`directory/${section}`))).toEqual([]);
});

test('every step of every kind of job is among them', () => {
  const steps = jobKind.options.flatMap((kind) => stepsOf[kind].map((step) => `job/${kind}/${step}`));
  expect(steps.filter((step) => !shown.has(step))).toEqual([]);
});

/** The components of the window that draw this, as `file#Component`, but for those that draw it for others. */
function drawing(element: RegExp, forOthers: readonly string[]): readonly string[] {
  const window = new URL('../../../renderer/', import.meta.url);
  return readdirSync(window, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.tsx') && !forOthers.includes(file))
    .flatMap((file) => {
      const drawn = declarationsOf(readFileSync(new URL(file, window), 'utf8')).filter(({ code }) =>
        element.test(code),
      );
      return drawn.map(({ name }) => `${file}#${name}`);
    })
    .toSorted();
}

/** The outermost declarations of a file; the formatter puts each at the beginning of a line. */
function declarationsOf(source: string): readonly { readonly name: string; readonly code: string }[] {
  return source.split(/^(?=(?:export )?(?:function|const) \w)/m).map((code) => ({
    name: /(?:function|const) (\w+)/.exec(code)?.[1] ?? '',
    code,
  }));
}

test('every dialog and every page is to be seen at a place that is walked', () => {
  const dialogs = drawing(
    /<(?:Modal|FormDialog|SavingDialog|WriteDialog|Confirmation|ReasonDialog|Popover)\b/,
    [
      'components/Confirmation.tsx',
      'components/FormDialog.tsx',
      'components/ReasonDialog.tsx',
      'screens/directory/writes/WriteDialog.tsx',
      'screens/supervisor/exports/SavingDialog.tsx',
    ],
  );
  expect(Object.keys(dialogPlaces).toSorted()).toEqual(dialogs);
  const pages = drawing(/<PageLayout\b/, [
    // Before the first answer, and around every step.
    'app/Screens.tsx',
    'flows/JobFlow.tsx',
    'flows/frame/StepFrame.tsx',
  ]);
  expect(Object.keys(pagePlaces).toSorted()).toEqual(pages);
  const names = new Set(places.map(({ name }) => name));
  const shownAt = [...Object.values(dialogPlaces), ...Object.values(pagePlaces)];
  expect(shownAt.filter((place) => !names.has(place))).toEqual([]);
});

test('each place has a name of its own', () => {
  const names = places.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
