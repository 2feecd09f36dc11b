import { useCallback, useEffect } from 'react';
import type { z } from 'zod';
import { useStore, createStore, type StoreApi } from 'zustand';
import type { CallInput, CallOutput } from '../../shared/ipc/contract.ts';
import { readJson } from '../../shared/parsing.ts';
import { type BridgeFunction, call } from './call.ts';
import { type Listen, listenToCommits } from './topics.ts';

/** Debounce delay before typed values are saved, in milliseconds. */
const REST_MS = 300;

/** The typed values of a form by field; a field without input is missing. */
type Typed = Readonly<Record<string, unknown>>;

/** The state for the forms. */
interface DraftsState {
  /** False until the drafts of this laptop are read. */
  readonly read: boolean;
  readonly drafts: Readonly<Record<string, Typed>>;
}

/** Drafts of forms by subject. The database stores them all; typed values are saved debounced. */
interface DraftStore {
  readonly store: StoreApi<DraftsState>;
  /** Reads the drafts of this laptop, and again when its connection was reopened. */
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
  /** Forms changed or removed since the running read began: its answer is older. */
  const newer = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let started = false;
  let reads = 0;

  const read = async () => {
    reads += 1;
    const mine = reads;
    newer.clear();
    for (const form of unsaved) newer.add(form);
    const answer = await call(ask, {});
    if (mine !== reads) return;
    // The forms work also where the drafts cannot be read; faults are then reported on submit.
    const kept = answer.ok ? answer.value.drafts : [];
    store.setState(({ drafts }) => ({
      read: true,
      drafts: {
        ...Object.fromEntries(
          kept
            .filter(({ form }) => !newer.has(form))
            .map(({ form, draft }): [string, Typed] => [form, typedIn(draft)]),
        ),
        ...Object.fromEntries(Object.entries(drafts).filter(([form]) => newer.has(form))),
      },
    }));
  };
  const write = async () => {
    clearTimeout(timer);
    const { drafts } = store.getState();
    const forms = [...unsaved];
    unsaved.clear();
    await Promise.all(
      forms.map(async (form) => {
        const typed = drafts[form];
        if (typed !== undefined) await call(save, { form, draft: JSON.stringify(typed) });
      }),
    );
  };

  return {
    store,
    start: () => {
      if (started) return;
      started = true;
      // Main takes the calls of a page for the customer that the page was loaded for, and loads another page for
      // another customer. So values typed here are saved, and never reach another customer.
      listen((topics) => {
        if (topics.includes('profile')) void write().then(read);
      });
      void read();
    },
    change: (form, typed) => {
      store.setState(({ drafts }) => ({ drafts: { ...drafts, [form]: { ...drafts[form], ...typed } } }));
      unsaved.add(form);
      newer.add(form);
      clearTimeout(timer);
      timer = setTimeout(() => void write(), REST_MS);
    },
    forget: (form) => {
      const { [form]: gone, ...others } = store.getState().drafts;
      if (gone === undefined) return;
      unsaved.delete(form);
      newer.add(form);
      store.setState({ drafts: others });
      void call(save, { form, draft: null });
    },
    flush: () => void write(),
  };
}

/** A draft of an older build may have any content; each form parses its own fields. */
function typedIn(draft: string): Typed {
  const value = readJson(draft);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** An unfinished form, saved as a draft. */
interface FormDraft<Form> {
  readonly form: Form;
  readonly change: (change: Partial<Form>) => void;
  /** The form as it is now, also where this component was not rendered since the last change. */
  readonly latest: () => Form;
  /** Discards the draft after the form was accepted or cancelled. */
  readonly forget: () => void;
}

const kept = createDraftStore({
  drafts: (input) => window.boxwright.edits.drafts(input),
  save: (input) => window.boxwright.edits.saveDraft(input),
});

/**
 * Reads the drafts of the last run on first use.
 *
 * @returns whether they were read
 */
export function useDraftsRead(): boolean {
  useEffect(() => kept.start(), []);
  return useStore(kept.store, ({ read }) => read);
}

/**
 * Drafts of the forms with this name, by subject. They are saved while the person types, so a form that was closed by
 * mistake, left, or open at a power failure reopens unchanged. Only changed fields are saved; fields that the schema
 * rejects are dropped.
 */
export function createFormDrafts<Form extends object>(
  name: string,
  // Not the whole schema, whose comparison takes the compiler seconds.
  schema: Pick<z.ZodType<Form>, 'safeParse'>,
): (about: string, initial: Form) => FormDraft<Form> {
  return (about, initial) => {
    const key = `${name} ${about}`;
    const typed = useStore(kept.store, ({ drafts }) => drafts[key]);
    useEffect(() => {
      window.addEventListener('pagehide', kept.flush);
      return () => {
        window.removeEventListener('pagehide', kept.flush);
        kept.flush();
      };
    }, []);
    const change = useCallback((part: Partial<Form>) => kept.change(key, { ...part }), [key]);
    const forget = useCallback(() => kept.forget(key), [key]);
    const formOf = (part: Typed | undefined) => schema.safeParse({ ...initial, ...part }).data ?? initial;
    const latest = () => formOf(kept.store.getState().drafts[key]);
    return { form: formOf(typed), change, latest, forget };
  };
}
