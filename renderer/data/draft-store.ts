import { createStore, type StoreApi } from 'zustand';
import type { CallInput, CallOutput } from '../../shared/ipc/contract.ts';
import { readJson } from '../../shared/parsing.ts';
import { type BridgeFunction, call } from './call.ts';
import { type Listen, listenToCommits } from './topics.ts';

/** Debounce delay before typed values are saved, in milliseconds. */
const REST_MS = 300;

/** The typed values of a form by field; a field without input is missing. */
export type Typed = Readonly<Record<string, unknown>>;

/** The state for the forms. */
export interface DraftsState {
  /** False until the drafts of this laptop are read. */
  readonly read: boolean;
  readonly drafts: Readonly<Record<string, Typed>>;
}

/** Drafts of forms by subject. The database stores them all; typed values are saved debounced. */
export interface DraftStore {
  readonly store: StoreApi<DraftsState>;
  /** Reads the drafts of this laptop, once for each profile. */
  readonly start: () => void;
  readonly change: (form: string, typed: Typed) => void;
  /** Removes the draft after the form was sent or cancelled. */
  readonly forget: (form: string) => void;
  /** Saves pending values at once, when the form is left or the window closes. */
  readonly flush: () => void;
}

/** Creates the drafts on top of the calls that read and save them. */
export function createDraftStore({
  drafts: ask,
  save,
  listen = listenToCommits,
}: {
  readonly drafts: BridgeFunction<CallInput<'edits.drafts'>, CallOutput<'edits.drafts'>>;
  readonly save: BridgeFunction<CallInput<'edits.saveDraft'>, CallOutput<'edits.saveDraft'>>;
  readonly listen?: Listen;
}): DraftStore {
  const store = createStore<DraftsState>(() => ({ read: false, drafts: {} }));
  const unsaved = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let started = false;
  let profile = 0;

  const read = async () => {
    const of = profile;
    const answer = await call(ask, {});
    if (of !== profile) return;
    // The forms work also where the drafts cannot be read; faults are then reported on submit.
    const kept = answer.ok ? answer.value.drafts : [];
    store.setState(({ drafts }) => ({
      read: true,
      drafts: { ...Object.fromEntries(kept.map(({ form, draft }) => [form, typedIn(draft)])), ...drafts },
    }));
  };
  const write = () => {
    clearTimeout(timer);
    const { drafts } = store.getState();
    for (const form of unsaved) {
      const typed = drafts[form];
      if (typed !== undefined) void call(save, { form, draft: JSON.stringify(typed) });
    }
    unsaved.clear();
  };

  return {
    store,
    start: () => {
      if (started) return;
      started = true;
      // Another profile has other cars and users, so its drafts must not contain values typed for the previous one.
      listen((topics) => {
        if (!topics.includes('profile')) return;
        profile += 1;
        clearTimeout(timer);
        unsaved.clear();
        store.setState({ read: false, drafts: {} });
        void read();
      });
      void read();
    },
    change: (form, typed) => {
      store.setState(({ drafts }) => ({ drafts: { ...drafts, [form]: { ...drafts[form], ...typed } } }));
      unsaved.add(form);
      clearTimeout(timer);
      timer = setTimeout(write, REST_MS);
    },
    forget: (form) => {
      const { [form]: gone, ...others } = store.getState().drafts;
      if (gone === undefined) return;
      unsaved.delete(form);
      store.setState({ drafts: others });
      void call(save, { form, draft: null });
    },
    flush: write,
  };
}

/** A draft of an older build may have any content; each form parses its own fields. */
function typedIn(draft: string): Typed {
  const value = readJson(draft);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
