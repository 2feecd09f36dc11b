import { z } from 'zod';
import {
  MOST_SAVED_VIEWS,
  type SavedView,
  savedView,
  type SavedViewId,
} from '../../shared/domain/supervision.ts';
import { boundedText, typedText } from '../../shared/domain/typed-text.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Ids } from '../base/ids.ts';
import type { SettingsStore } from '../profiles/settings-store.ts';

const LONGEST_NAME = 80;

/** Named filters. Each belongs to its worker only. */
export interface SavedViews {
  readonly list: (worker: string) => SavedView[];
  /** ProblemError `name-missing`, `name-too-long`, `name-taken`, `input-invalid` when there are too many. */
  readonly save: (
    worker: string,
    view: Omit<SavedView, 'id'> & { readonly id?: SavedViewId | undefined },
  ) => SavedView[];
  readonly remove: (worker: string, id: SavedViewId) => SavedView[];
  /** Deletes the views of all workers whose name, filter or worker contains the words. */
  readonly removeContaining: (says: (text: string) => boolean) => void;
}

/** An unreadable view is left out, and deleted at the next change. */
const kept = z
  .array(z.unknown())
  .catch([])
  .transform((rows) => rows.flatMap((row) => mine.safeParse(row).data ?? []));
const mine = savedView.extend({ worker: z.string() });

/** Stores them in a document of the profile. */
export function createSavedViews(settings: SettingsStore, ids: Pick<Ids, 'savedView'>): SavedViews {
  const all = () => kept.parse(settings.read() ?? []);
  const list = (worker: string): SavedView[] =>
    all()
      .filter((view) => view.worker === worker)
      .map(({ worker: _worker, ...view }) => view)
      .toSorted((one, other) => one.name.localeCompare(other.name));
  return {
    list,
    save: (worker, { id = ids.savedView(), ...view }) => {
      const name = boundedText(typedText(view.name) ?? '', 'name', LONGEST_NAME);
      if (name === '') throw new ProblemError(makeProblem('name-missing'));
      const others = list(worker).filter((other) => other.id !== id);
      if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
        throw new ProblemError(makeProblem('name-taken', { name }));
      }
      if (others.length >= MOST_SAVED_VIEWS) {
        throw new ProblemError(makeProblem('input-invalid', { field: 'views' }));
      }
      settings.write([...all().filter((other) => other.id !== id), { ...view, id, name, worker }]);
      return list(worker);
    },
    remove: (worker, id) => {
      settings.write(all().filter((view) => view.worker !== worker || view.id !== id));
      return list(worker);
    },
    removeContaining: (says) => {
      const before = all();
      const left = before.filter((view) => !says(JSON.stringify(view)));
      if (left.length < before.length) settings.write(left);
    },
  };
}
