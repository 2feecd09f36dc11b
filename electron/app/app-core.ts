import { join } from 'node:path';
import { reaches } from '../../shared/domain/people.ts';
import type { Sentence } from '../../shared/problem.ts';
import { MINUTE } from '../../shared/time.ts';
import type { Place } from '../../shared/ipc/messages.ts';
import { batchCalls, planningCalls } from '../handlers/planning.ts';
import { checklistCalls, instructionsCalls, publicationCalls } from '../handlers/workshop.ts';
import { createChecklists, withChoice, openWorkshop } from '../jobs/checklists.ts';
import { createDiagnostics } from '../handlers/diagnostics.ts';
import { directoryCalls, findingCalls } from '../handlers/directory.ts';
import { editCalls, queueCalls } from '../handlers/operations.ts';
import { createTranslator } from '../base/translator.ts';
import { jobCalls, seriesCalls, boxCalls } from '../handlers/jobs.ts';
import { giveWorkToCar } from '../jobs/steps/car.ts';
import { handOverCalls, rescueCalls } from '../handlers/hand-over.ts';
import { createOpenedFiles } from '../jobs/hand-over/opened-file.ts';
import { logCalls, removalCalls, updateCalls } from '../handlers/laptop.ts';
import { createReports } from '../reports/reports.ts';
import { appCalls, hasOpenWork, presentPreferences } from './app-calls.ts';
import { lockCalls, peopleCalls, roleCalls } from '../handlers/access.ts';
import { keptProxyLogins, openNetwork, type Outside, outsideOver } from '../session/outside.ts';
import { createSessions } from '../session/sessions.ts';
import { connectCalls, managedConnect, customerCalls } from '../handlers/connect.ts';
import { createCustomerNames, createProfileStore } from '../profiles/profile-store.ts';
import { createConnectChecks, tryLoginAtOperator } from '../profiles/connect-checks.ts';
import {
  isManaged,
  orRefuse,
  readNetworkSettings,
  readRunSettings,
} from '../profiles/environment-profile.ts';
import { managedPreferences, withPolicy, readPolicy, type PolicySource } from '../profiles/machine-policy.ts';
import {
  customerPreferences,
  publishedPreferences,
  createPreferencesStore,
} from '../profiles/preferences-store.ts';
import { createSettingsFile } from '../profiles/settings-store.ts';
import { defaultPolicy } from '../operations/queue/parts.ts';
import { createCombinedCalling } from '../notifications/attention.ts';
import { createCustomers } from './customers.ts';
import { startDemo, type DemoServer } from './demo-server.ts';
import { createStartProfile } from './start-profile.ts';
import { supervisionCalls, reviewingCalls, createExports } from '../handlers/supervision.ts';
import { publisherKey } from '../updates/release.ts';
import { createUpdateService, type Installer } from '../updates/updates.ts';
import { createAccess } from './create-access.ts';
import type { CorePorts } from '../base/ports.ts';
import type { StopRecords } from '../diagnostics/records.ts';
import type { Handlers, RouterParts } from '../handlers/router.ts';

/** Everything `createAppCore` gets. */
export interface AppCoreDeps extends CorePorts {
  /** Where administrators set values, lowest priority first. */
  readonly policySources: readonly PolicySource[];
  readonly installer: Installer;
  readonly stops: StopRecords;
  readonly demo: DemoServer;
  /** Another customer is shown: the window loads its page again, and then goes to the place; null = as at a start. */
  readonly loadPage: (place: Place | null) => void;
}

/** The running core, as the shell sees it. */
export interface AppCore {
  readonly handlers: Handlers;
  /** Awaited by every call until the open profile is no longer being exchanged. Bounded; never rejects. */
  readonly ready: () => Promise<void>;
  /** Runs a call with the customer of the page that made it. */
  readonly inPage: RouterParts['inPage'];
  /** The reason for refusing a call now; null = answer it. The router evaluates it right before each handler. */
  readonly refusal: RouterParts['refusal'];
  /** Whether the window is locked now. */
  readonly isLocked: () => boolean;
  /** The effective role at this moment, and the least role of calls whose input decides it. */
  readonly role: RouterParts['role'];
  readonly leastByInput: RouterParts['leastByInput'];
  /** Called when the window has painted its first frame: deferred work starts now. */
  readonly painted: () => void;
  /**
   * Opens a file that was opened with the app. `argument` is resolved against the folder `from`. The file waits for the
   * window. Never rejects.
   */
  readonly openFile: (argument: string, from: string) => Promise<void>;
  /**
   * True when anything is unsent, unconfirmed, unfinished or open that a person should know before the window is
   * closed.
   */
  readonly hasOpenWork: () => boolean;
  /** Stops the queue and the relay client and closes the databases. Safe to call once at quit. */
  readonly close: () => Promise<void>;
}

/**
 * Assembles the desktop app's core and opens the initial profile: that of the environment variables on a managed
 * laptop, else the saved one that was shown last. The other saved ones are opened after the first frame. Without a
 * profile the window shows Connect.
 */
export async function createAppCore(deps: AppCoreDeps): Promise<AppCore> {
  const { clock, log } = deps;
  log('info', 'app.started', `${deps.version} ${deps.host}`);
  const settings = (name: string) => createSettingsFile(join(deps.dataDir, `${name}.json`));
  const policy = await readPolicy(deps.policySources);
  const kept = createPreferencesStore(settings('preferences'));
  const ofCustomer = customerPreferences(kept, settings('customer-preferences'), () => sessions.id());
  const testUsers = () => sessions.open()?.publications.inForce()?.testUsers ?? [];
  const preferences = managedPreferences(publishedPreferences(ofCustomer, testUsers), policy);
  const access = createAccess({
    settings,
    password: () => sessions.current().profile.credentials.password,
    policy,
    open: () => sessions.open(),
    known: () => starting.known(),
    saved: () => customers.connected(),
    otherRelays: () => customers.otherRelays(),
    isUnknown: () => starting.failure() !== null,
    clock,
    log,
    publish: deps.publish,
  });
  const { people, lock, lockSetting } = access;
  const store = createProfileStore({ settings: settings('profile'), secrets: deps.secrets, clock });
  const workshop = openWorkshop(deps.dataDir);
  const checklists = createChecklists({
    folder: workshop.folder,
    remembered: () => kept.read().checklistChoices,
  });
  for (const { file, says } of checklists.faults()) log('warn', 'checklist.not-used', `${file}: ${says.key}`);
  const customerNames = createCustomerNames(settings('customers'));
  const { quarantineMs } = orRefuse(readRunSettings(deps.env));
  const network = openNetwork({
    settings: orRefuse(readNetworkSettings(withPolicy(deps.env, policy))),
    resolveProxy: deps.resolveProxy,
    logins: keptProxyLogins(deps.secrets),
    clock,
    log,
    onLogin: () => deps.publish(new Set(['status'])),
  });
  const reached = outsideOver(network.connect);
  const outside: Outside = {
    ...reached,
    openRelay: (options) => access.roles.noting(reached.openRelay(options), options),
  };
  const translate = (sentence: Sentence) => createTranslator(preferences.read().language)(sentence);
  const sessions = createSessions({
    deps,
    opening: {
      random: Math.random,
      policy: { ...defaultPolicy, quarantineMs, idleCheckMs: MINUTE },
      outside,
      checklists,
      examples: workshop.examples,
      publishers: policy.publishers ?? null,
      worker: () => kept.read().worker,
    },
    calling: createCombinedCalling({
      notifier: deps.notifier,
      presence: deps.presence,
      wanted: () => preferences.read().notifications,
      namesCars: () => !lock.isLocked(),
      translate,
      isShown: (id) => sessions.shown() === id,
    }),
    customerNames,
    beforeLeaving: () => exports.beforeClosing(),
    loadPage: deps.loadPage,
  });
  const change = presentPreferences(preferences, deps);
  const { current, use, reopen } = sessions;
  const exports = createExports({
    current,
    saveDialog: deps.saveDialog,
    pdf: deps.pdf,
    savedFiles: deps,
    clock,
    publish: deps.publish,
  });

  const diagnostics = createDiagnostics({
    deps,
    open: sessions.open,
    checklists,
    translate,
    openRelay: outside.openRelay,
  });

  const working = (worker: string) => void change({ worker });
  const mayRestore = () => reaches(access.role(), 'supervisor');
  const opened = createOpenedFiles(() => deps.publish(new Set(['opened-file'])));
  const updating = createUpdateService({
    installer: deps.installer,
    version: deps.version,
    key: deps.release.key === null ? null : publisherKey(deps.release.key),
    builtInFeed: deps.release.feed,
    settings: settings('updates'),
    clock,
    changed: () => deps.publish(new Set(['updates'])),
    connect: network.connect,
    managedFeed: policy.updates === '' ? null : policy.updates,
  });
  const reports = createReports({
    current,
    language: () => preferences.read().language,
    saveDialog: deps.saveDialog,
    pdf: deps.pdf,
    printer: deps.printer,
    savedFiles: deps,
    clock,
  });

  const checks = createConnectChecks({
    clock,
    tryLogin: tryLoginAtOperator({
      clock,
      random: Math.random,
      openTransport: outside.openTransport,
      assumptionsAt: store.assumptionsAt,
      keepAssumptions: store.keepAssumptions,
    }),
    relayClient: ({ url, token }) => outside.openRelay({ url, token, clock }),
    openTransport: outside.openTransport,
    connectionTo: network.connectionTo,
  });

  const stopLocking = deps.power.onAway(lock.away);
  const stopListening = deps.power.onResume(sessions.resume);
  const starting = createStartProfile({ deps, store, policy, customerNames, use });
  const customers = createCustomers({
    store,
    sessions,
    starting,
    policy,
    isManaged: isManaged(deps.env),
    checkRelay: checks['connect.checkRelay'],
    loadPage: deps.loadPage,
  });
  const begin = async () => {
    await customers.learnRelays();
    await starting.start();
    // Only a managed laptop lacks the customer's name: Connect saves it with the profile.
    if (isManaged(deps.env)) void sessions.learnCustomerName();
  };
  await begin();
  const forget = async () => {
    starting.forget();
    await sessions.leave();
  };
  const openOthers = () => void customers.openOthers();
  return {
    handlers: {
      ...appCalls({
        deps,
        sessions,
        starting,
        proxyLogin: network.wantedLogin,
        customers: customers.list,
        access: access.view,
        preferences: preferences.read,
        changePreferences: change,
        startAgain: async () => {
          await begin();
          openOthers();
        },
      }),
      ...managedConnect(
        policy,
        connectCalls({
          checks,
          policy,
          store,
          use: async (profile, replaced) => {
            await use(profile);
            if (replaced !== null) await sessions.close(replaced);
            openOthers();
          },
          reopen,
          leave: forget,
          startDemo: () => startDemo(deps.demo, sessions),
          signInToProxy: async (proxy, login) => {
            await network.signIn(proxy, login);
            sessions.wake();
          },
          current: () => current().profile,
          isKept: sessions.isKept,
        }),
        ({ url, token }) => outside.openRelay({ url, token, clock }),
      ),
      ...customerCalls(customers),
      ...checklistCalls({
        checklists: () => sessions.open()?.checklists ?? checklists,
        ...workshop,
        published: () => sessions.open()?.publications.files ?? null,
        shell: deps,
        saveDialog: deps.saveDialog,
        exportTitle: () => translate({ key: 'checklists.export', params: {} }),
        publish: deps.publish,
      }),
      ...diagnostics.calls,
      ...directoryCalls(current),
      ...editCalls(current),
      ...findingCalls(current),
      ...jobCalls({
        published: deps.published ?? null,
        current,
        remember: change,
        rememberChecklist: (make, checklist) =>
          void change({
            checklistChoices: [...withChoice(preferences.read().checklistChoices, make, checklist)],
          }),
        reports,
      }),
      ...handOverCalls({ current, saveDialog: deps.saveDialog, translate, opened, mayRestore }),
      ...batchCalls({ current, saveDialog: deps.saveDialog, translate }),
      ...seriesCalls(current),
      ...supervisionCalls(current),
      ...exports.calls,
      ...logCalls({ current, saveDialog: deps.saveDialog, translate }),
      ...peopleCalls({ people, working, publish: deps.publish }),
      ...lockCalls({
        lock,
        state: () => ({
          locked: lock.isLocked(),
          minutes: lockSetting.read(),
          look: preferences.read(),
        }),
        working,
      }),
      ...instructionsCalls(current, deps),
      ...publicationCalls(current),
      ...planningCalls(current),
      ...boxCalls(current),
      ...rescueCalls({ current, mayRestore, publish: deps.publish }),
      ...reviewingCalls(current),
      ...roleCalls(access.pin),
      ...removalCalls(current),
      ...updateCalls({
        service: updating,
        open: sessions.all,
        openDialog: deps.openDialog,
        title: () => translate({ key: 'updates.chooseFile', params: {} }),
        quit: deps.quit,
      }),
      ...queueCalls(current, {
        giveWorkToCar: (...given) => giveWorkToCar(current(), ...given),
        userName: (id) => current().directory.user(id)?.name ?? null,
      }),
    },
    ready: sessions.settled,
    inPage: sessions.inPage,
    refusal: lock.refusal,
    isLocked: lock.isLocked,
    role: access.role,
    leastByInput: access.leastByInput,
    painted: () => {
      sessions.painted();
      updating.begin();
      openOthers();
    },
    openFile: opened.open,
    hasOpenWork: () => {
      // While the window is locked, the question would be hidden behind the lock page. Everything is on disk.
      return !lock.isLocked() && sessions.all().some(hasOpenWork);
    },
    close: async () => {
      stopListening();
      stopLocking();
      lock.close();
      updating.close();
      await diagnostics.stop();
      await sessions.leave();
      await deps.demo.stop();
    },
  };
}
