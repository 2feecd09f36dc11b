import { join } from 'node:path';
import type { Preferences } from '../shared/domain/preferences.ts';
import { neverReached } from '../shared/never.ts';
import type { ProfileView } from '../shared/domain/profile.ts';
import { makeProblem, ProblemError } from '../shared/problem.ts';
import { MINUTE } from '../shared/time.ts';
import { batchCalls } from './batch/calls.ts';
import { checklistCalls } from './checklists/calls.ts';
import { createChecklists, withChoice } from './checklists/checklists.ts';
import { openTemplateFolder } from './checklists/template-folder.ts';
import { directoryCalls } from './directory/calls.ts';
import { editCalls } from './edits/calls.ts';
import { findingCalls } from './finding/calls.ts';
import { createTranslator } from './i18n/translator.ts';
import { createIds } from './ids.ts';
import { jobCalls } from './jobs/calls.ts';
import { giveWorkToCar } from './jobs/lost-car.ts';
import { handOverCalls } from './jobs/hand-over/calls.ts';
import { seriesCalls } from './jobs/series/calls.ts';
import { logCalls } from './log/calls.ts';
import { createReportSaver } from './log/report/save-report.ts';
import { listCustomers } from './operator/endpoints/customers.ts';
import { hasLooseEnds } from './loose-ends.ts';
import { openProfile, type OpenProfile } from './open-profile.ts';
import { peopleCalls } from './people/calls.ts';
import { createPeople } from './people/people.ts';
import { createPeopleStore } from './people/people-store.ts';
import type { AppCore, AppCoreDeps } from './ports.ts';
import { processAlive } from './process-alive.ts';
import { connectCalls } from './profiles/calls.ts';
import { createCustomerNames, type CustomerNames } from './profiles/customer-names.ts';
import { createConnectChecks } from './profiles/connect-checks.ts';
import {
  isManaged,
  readEnvironmentProfile,
  readRunSettings,
  refusalProblem,
} from './profiles/environment-profile.ts';
import { tryLoginAtOperator } from './profiles/login-trial.ts';
import { createPreferencesStore } from './profiles/preferences-store.ts';
import { type Profile, rememberedView } from './profiles/profile.ts';
import { createTurns } from './profiles/turns.ts';
import { createProfileStore, type ProfileStore } from './profiles/profile-store.ts';
import { createSettingsFile } from './profiles/settings-store.ts';
import { queueCalls } from './queue/calls.ts';
import { defaultPolicy } from './queue/policy.ts';
import { createRelayClient } from './relay/client.ts';
import { readNote, readStatus } from './status.ts';
import { supervisionCalls } from './supervision/calls.ts';
import { reviewingCalls } from './supervision/reviewing/calls.ts';
import { createExports } from './supervision/exports/create-exports.ts';

const ASK_NAME_AGAIN_AFTER_MS = MINUTE;
/** How often the local copies learn of what is new while the app is open. */
const FRESHEN_EVERY_MS = 30 * MINUTE;

interface Place {
  readonly dataDir: string;
  /** False for a managed laptop and for the demonstration: what is changed there lasts until the app is closed. */
  readonly kept: boolean;
}

/**
 * Puts the desktop app's core together and opens the profile it finds: the one of the environment variables where a
 * laptop is managed, else the saved one. Without one the window shows Connect.
 */
export async function createAppCore(deps: AppCoreDeps): Promise<AppCore> {
  const { clock, log } = deps;
  const settings = (name: string) => createSettingsFile(join(deps.dataDir, `${name}.json`));
  const preferences = createPreferencesStore(settings('preferences'));
  const people = createPeople({
    store: createPeopleStore(settings('people')),
    clock,
    newId: () => createIds().person(),
  });
  const store = createProfileStore({ settings: settings('profile'), secrets: deps.secrets, clock });
  const templateFolder = openTemplateFolder(join(deps.dataDir, 'checklists'));
  const checklists = createChecklists({
    folder: templateFolder,
    remembered: () => preferences.read().checklistChoices,
  });
  for (const { file, says } of checklists.faults()) log('warn', 'checklist.not-used', `${file}: ${says.key}`);
  const customerNames = createCustomerNames(settings('customers'));
  const runSettings = readRunSettings(deps.env);
  if (!runSettings.ok) throw new ProblemError(refusalProblem(runSettings.error));
  deps.appearance.use(preferences.read().theme);

  let open: OpenProfile | null = null;
  const current = (): OpenProfile => {
    if (open === null) throw new ProblemError(makeProblem('not-connected'));
    return open;
  };
  let stopFreshening: () => void = () => undefined;
  const keepFresh = ({ sync, others, supervision }: OpenProfile) => {
    void sync.refresh();
    others.keepRead();
    supervision.keepRead();
    stopFreshening = clock.setTimer(() => {
      if (open !== null) keepFresh(open);
    }, FRESHEN_EVERY_MS);
  };
  const exports = createExports({
    current,
    open: (filter, sort) => ({
      ...current().supervision.copies.start().lookUp.all(filter, sort),
      close: () => undefined,
    }),
    saveDialog: deps.saveDialog,
    pdf: deps.pdf,
    clock,
    publish: deps.publish,
  });
  const shut = async () => {
    stopFreshening();
    await exports.stop();
    const leaving = open;
    open = null;
    await leaving?.close();
  };
  const everythingChanged = () => deps.publish(new Set(['profile', 'status', 'jobs', 'queue', 'directory']));
  const turns = createTurns(clock);
  const leave = () =>
    turns.take(async () => {
      await shut();
      everythingChanged();
    });
  /** Where the open profile lives, and whether the store keeps it. */
  let place: Place = { dataDir: deps.dataDir, kept: true };
  const use = (profile: Profile, where: Place = { dataDir: deps.dataDir, kept: true }) =>
    turns.take(async () => {
      await shut();
      everythingChanged();
      openAt(profile, where);
    });
  const openAt = (profile: Profile, where: Place) => {
    place = where;
    const { dataDir } = where;
    open = openProfile({
      profile,
      dataDir,
      clock,
      random: Math.random,
      ids: createIds(),
      policy: { ...defaultPolicy, quarantineMs: runSettings.value.quarantineMs },
      checklists,
      worker: () => preferences.read().worker,
      userAgent: `Boxwright/${deps.version}`,
      log,
      publish: deps.publish,
      calling: {
        notifier: deps.notifier,
        wanted: () => preferences.read().notifications,
        translate: (sentence) => createTranslator(preferences.read().language)(sentence),
      },
      pid: process.pid,
      processAlive,
    });
    keepFresh(open);
    everythingChanged();
  };

  /**
   * The same profile at the same place, its fleet read anew: what was not offered may be by now. Nobody is told that it
   * was closed for a moment: the window would take that for being disconnected.
   */
  const reopen = (profile: Profile) =>
    turns.take(async () => {
      await shut();
      try {
        openAt(profile, place);
      } catch (cause) {
        everythingChanged();
        throw cause;
      }
      const reopened = current();
      void reopened.sync.start();
      if (!place.kept) void learnCustomerName(reopened);
    });

  const change = (changes: { readonly [Field in keyof Preferences]?: Preferences[Field] | undefined }) => {
    const after = preferences.change(changes);
    deps.appearance.use(after.theme);
    deps.publish(new Set(['preferences']));
    return after;
  };
  const saveReport = createReportSaver({
    current,
    language: () => preferences.read().language,
    saveDialog: deps.saveDialog,
    pdf: deps.pdf,
    clock,
  });

  const checks = createConnectChecks({
    clock,
    tryLogin: tryLoginAtOperator({
      clock,
      random: Math.random,
      assumptionsAt: store.assumptionsAt,
      keepAssumptions: store.keepAssumptions,
    }),
    relayClient: ({ url, token }) => createRelayClient({ url, token, clock }),
  });

  const learnCustomerName = async (asking: OpenProfile) => {
    const { address, customer } = asking.profile;
    const found = await asking.client.pages((page) => listCustomers(page));
    if (open !== asking) return;
    const name = found.ok ? found.value.find(({ id }) => id === customer.id)?.name : undefined;
    if (name === undefined || name === '') {
      clock.setTimer(() => {
        if (open === asking) void learnCustomerName(asking);
      }, ASK_NAME_AGAIN_AFTER_MS);
      return;
    }
    customerNames.remember(address, customer.id, name);
    open = { ...asking, profile: { ...asking.profile, customer: { id: customer.id, name } } };
    deps.publish(new Set(['profile', 'status']));
  };

  const startDemo = async () => {
    const { variables, dataDir } = await deps.demo.start();
    const given = readEnvironmentProfile(variables, { needsRelay: true });
    if (!given.ok) throw new ProblemError(refusalProblem(given.error));
    const { address, credentials, customerId, relay, assumptions } = given.value;
    const customer = { id: customerId, name: `Customer ${customerId}` };
    const profile: Profile = { address, credentials, customer, relay, keeping: 'memory-only', assumptions };
    await use(profile, { dataDir, kept: false });
    await learnCustomerName(current());
    return current().profile;
  };

  const stopListening = deps.power.onResume(() => open?.wake());
  let remembered = await openKnownProfile(deps, store, customerNames, use);
  const forget = async () => {
    remembered = null;
    await leave();
  };
  // Only a managed laptop lacks the name: Connect saves it with the profile.
  if (open !== null && isManaged(deps.env)) void learnCustomerName(open);
  return {
    handlers: {
      'app.info': () => ({
        version: deps.version,
        host: deps.host,
        demoOffered: deps.demo.offered,
      }),
      'app.status': () => readStatus(open, remembered),
      'app.readRelayNote': (note) => {
        readNote(current(), note, clock.now());
        return {};
      },
      'app.quit': () => {
        deps.quit();
        return {};
      },
      'app.preferences': () => preferences.read(),
      'app.changePreferences': change,
      ...connectCalls({
        checks,
        store,
        use,
        reopen,
        leave: forget,
        startDemo,
        current: () => current().profile,
        isKept: () => place.kept,
      }),
      ...checklistCalls({
        checklists,
        folder: templateFolder,
        saveDialog: deps.saveDialog,
        exportTitle: () =>
          createTranslator(preferences.read().language)({ key: 'checklists.export', params: {} }),
        publish: deps.publish,
      }),
      ...directoryCalls(current),
      ...editCalls(current),
      ...findingCalls(current),
      ...jobCalls({
        current,
        remember: change,
        rememberChecklist: (make, checklist) =>
          void change({
            checklistChoices: [...withChoice(preferences.read().checklistChoices, make, checklist)],
          }),
        saveReport,
      }),
      ...handOverCalls({
        current,
        saveDialog: deps.saveDialog,
        translate: (sentence) => createTranslator(preferences.read().language)(sentence),
      }),
      ...batchCalls({
        current,
        saveDialog: deps.saveDialog,
        translate: (sentence) => createTranslator(preferences.read().language)(sentence),
      }),
      ...seriesCalls(current),
      ...supervisionCalls(current),
      ...exports.calls,
      ...logCalls({
        current,
        saveDialog: deps.saveDialog,
        translate: (sentence) => createTranslator(preferences.read().language)(sentence),
      }),
      ...peopleCalls({
        people,
        working: (worker) => void change({ worker }),
        publish: deps.publish,
      }),
      ...reviewingCalls(current),
      ...queueCalls(current, {
        giveWorkToCar: (...given) => giveWorkToCar(current(), ...given),
        userName: (id) => current().directory.user(id)?.name ?? null,
      }),
    },
    ready: turns.over,
    hasLooseEnds: () => open !== null && hasLooseEnds(open),
    close: async () => {
      stopListening();
      await leave();
      await deps.demo.stop();
    },
  };
}

/** Opens what can be opened; answers the saved profile that lacks its secrets. */
async function openKnownProfile(
  deps: AppCoreDeps,
  store: ProfileStore,
  customerNames: CustomerNames,
  use: (profile: Profile, where?: Place) => Promise<void>,
): Promise<ProfileView | null> {
  if (isManaged(deps.env)) {
    const managed = readEnvironmentProfile(deps.env, { needsRelay: false });
    if (!managed.ok) throw new ProblemError(refusalProblem(managed.error));
    const { address, credentials, customerId, relay, assumptions } = managed.value;
    const name = customerNames.known(address, customerId) ?? `Customer ${customerId}`;
    const profile: Profile = {
      address,
      credentials,
      customer: { id: customerId, name },
      relay,
      keeping: 'environment-variables',
      assumptions,
    };
    await use(profile, { dataDir: deps.dataDir, kept: false });
    return null;
  }
  const loaded = await store.load();
  switch (loaded.state) {
    case 'none':
      return null;
    case 'ready':
      await use(loaded.profile);
      return null;
    case 'damaged':
      deps.log('warn', 'profile.not-opened', loaded.problem.code);
      return null;
    case 'incomplete':
      deps.log('warn', 'profile.not-opened', loaded.problem.code);
      return rememberedView(loaded.saved, await deps.secrets.keeping());
    default:
      return neverReached(loaded);
  }
}
