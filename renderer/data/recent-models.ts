import type { ReadModel } from './read-model.ts';

/**
 * The slices of what was opened last, one for each id, so that what is opened again is there at once. `most` are kept, and those
 * those that are watched: a window is open for weeks, and holds no more at the end of them than after a day.
 */
export function recentModels<Id, Value>(
  make: (id: Id) => ReadModel<Value>,
  most: number,
): (id: Id) => ReadModel<Value> {
  const models = new Map<Id, ReadModel<Value>>();
  return (id) => {
    const model = models.get(id) ?? make(id);
    models.delete(id);
    models.set(id, model);
    for (const [other, old] of models) {
      if (models.size <= most) break;
      if (other !== id && old.clear()) models.delete(other);
    }
    return model;
  };
}
