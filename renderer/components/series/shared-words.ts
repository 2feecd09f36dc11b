import type { SeriesShares } from '../../../shared/domain/series.ts';
import { availableLanguages } from '../../../shared/words/speak.ts';
import type { useText } from '../../i18n/use-text.ts';

type Text = ReturnType<typeof useText>;

/** The name of a series: the make of its cars. */
export function seriesName({ like }: SeriesShares, text: Text): string {
  const make = [like?.brand, like?.model].filter((part) => part !== null && part !== undefined).join(' ');
  return make === '' ? text('series.unnamed') : make;
}

/** The key and the Box that it needs. */
export function sharedKey({ key }: SeriesShares, text: Text): readonly string[] {
  if (key === null) return [];
  const box = key.boxName === null ? [] : [key.boxName];
  return [text('series.takenKey', { key: key.keyFormName }), ...box];
}

/** The language of the reports, where one was chosen. */
export function sharedReport(
  { reportLanguage }: Pick<SeriesShares, 'reportLanguage'>,
  text: Text,
): readonly string[] {
  const chosen = availableLanguages.find(({ language }) => language === reportLanguage);
  return chosen === undefined ? [] : [text('series.takenReport', { language: chosen.name })];
}

/** The operations that start together with the Box. */
export function sharedWithBox({ group }: SeriesShares, text: Text): readonly string[] {
  return group === null ? [] : [text('series.takenGroup', { group: group.name })];
}

/** The operations that start together with the completion of the checks after the Box. */
export function sharedWithChecks({ test }: SeriesShares, text: Text): readonly string[] {
  return test === null ? [] : [text('series.takenTest', { user: test.userName, minutes: test.minutes })];
}

/** The progress: finished cars, and the Boxes that are left where the number of cars is known. */
export function seriesCount(
  { done, planned }: { readonly done: number; readonly planned: number | null },
  text: Text,
): string {
  const finished = text('series.done', { count: done });
  return planned === null || planned <= done
    ? finished
    : `${finished}, ${text('series.left', { count: planned - done })}`;
}
