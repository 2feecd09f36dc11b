import { join } from 'node:path';
import { reaches } from '../../shared/domain/people.ts';
import { ProblemError, type Sentence } from '../../shared/problem.ts';
import { MINUTE } from '../../shared/time.ts';
import { batchCalls } from '../handlers/batch.ts';
import { checklistCalls } from '../handlers/checklists.ts';
import { createChecklists, withChoice } from '../jobs/checklists/checklists.ts';
import { openTemplateFolder } from '../jobs/checklists/template-folder.ts';
import { createDiagnostics } from '../handlers/diagnostics.ts';
import { directoryCalls } from '../handlers/directory.ts';
import { editCalls } from '../handlers/edits.ts';
import { findingCalls } from '../handlers/finding.ts';
import { createTranslator } from '../base/translator.ts';
import { jobCalls } from '../handlers/jobs.ts';
import { giveWorkToCar } from '../jobs/steps/car.ts';
import { handOverCalls } from '../handlers/hand-over.ts';
import { createOpenedFiles } from '../jobs/hand-over/opened-file.ts';
import { seriesCalls } from '../handlers/series.ts';
import { logCalls } from '../handlers/log.ts';
import { createReports } from '../reports/reports.ts';
import { hasOpenWork, readNote, readStatus } from './status.ts';
import { lockCalls, peopleCalls } from '../handlers/people.ts';
import { keptProxyLogins, openNetwork, type Outside, outsideOver } from '../session/outside.ts';
import { createProfileInUse } from '../session/profile-in-use.ts';
import { connectCalls, managedConnect } from '../handlers/connect.ts';
import { createCustomerNames, createProfileStore } from '../profiles/profile-store.ts';
import { createConnectChecks, tryLoginAtOperator } from '../profiles/connect-checks.ts';
import {
  isManaged,
  readEnvironmentProfile,
  readNetworkSettings,
  readRunSettings,
  refusalProblem,
} from '../profiles/environment-profile.ts';
import { managedPreferences, readPolicy, withPolicy } from '../profiles/machine-policy.ts';
import { createPreferencesStore } from '../profiles/preferences-store.ts';
import type { Profile } from '../profiles/profile.ts';
import { createSettingsFile } from '../profiles/settings-store.ts';
import { queueCalls } from '../handlers/queue.ts';
import { defaultPolicy } from '../operations/queue/policy.ts';
import { presentPreferences } from './present.ts';
import { createStartProfile } from './start-profile.ts';
import { removalCalls } from '../handlers/removal.ts';
import { supervisionCalls } from '../handlers/supervision.ts';
import { updateCalls } from '../handlers/updates.ts';
import { publisherKey } from '../updates/release.ts';
import { createUpdateService } from '../updates/updates.ts';
import type { AppCore, AppCoreDeps } from './ports.ts';
import { createAccess } from './create-access.ts';
import { roleCalls } from '../handlers/roles.ts';
import { planningCalls } from '../handlers/planning.ts';
import { reviewingCalls } from '../handlers/reviewing.ts';
import { createExports } from '../handlers/exports.ts';
import { jobsToExport, logsIn, photosIn, readJob } from '../supervision/copies-reader.ts';

/**
 * Assembles the desktop app's core and opens the profile it finds: that of the environment variables on a managed
 * laptop, else the saved one. Without a profile the window shows Connect.
 */
export async function createAppCore(deps: AppCoreDeps): Promise<AppCore> {
  const { clock, log } = deps;
  log('info', 'app.started', `${deps.version} ${deps.host}`);
  const settings = (name: string) => createSettingsFile(join(deps.dataDir, `${name}.json`));
  const policy = await readPolicy(deps.policySources);
  const preferences = managedPreferences(createPreferencesStore(settings('preferences')), policy);
  const access = createAccess({
    settings,
    password: () => inUse.current().profile.credentials.password,
    policy,
    open: () => inUse.open(),
    known: () => starting.known(),
    isUnknown: () => starting.failure() !== null,
    clock,
    log,
    publish: deps.publish,
  });
  const { people, lock, lockSetting } = access;
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
  const networkSettings = readNetworkSettings(withPolicy(deps.env, policy));
  if (!networkSettings.ok) throw new ProblemError(refusalProblem(networkSettings.error));
  const network = openNetwork({
    settings: networkSettings.value,
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
  const change = presentPreferences(preferences, deps);

  const translate = (sentence: Sentence) => createTranslator(preferences.read().language)(sentence);
  const inUse = createProfileInUse({
    deps,
    opening: {
      random: Math.random,
      policy: { ...defaultPolicy, quarantineMs: runSettings.value.quarantineMs, idleCheckMs: MINUTE },
      outside,
      checklists,
      worker: () => preferences.read().worker,
      calling: {
        notifier: deps.notifier,
        presence: deps.presence,
        wanted: () => preferences.read().notifications,
        namesCars: () => !lock.isLocked(),
        translate,
      },
    },
    customerNames,
    beforeClosing: () => exports.beforeClosing(),
  });
  const { current, use, reopen, leave } = inUse;
  const exports = createExports({
    current,
    open: (filter, sort) => jobsToExport(current, filter, sort),
    jobs: {
      read: (id) => readJob(current, id),
      ...photosIn(current),
    },
    logs: (chains) => logsIn(current, chains),
    saveDialog: deps.saveDialog,
    pdf: deps.pdf,
    showInFolder: deps.showInFolder,
    clock,
    publish: deps.publish,
  });

  const diagnostics = createDiagnostics({
    deps,
    open: inUse.open,
    checklists,
    translate,
    openRelay: outside.openRelay,
  });

  const working = (worker: string) => void change({ worker });
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
    showInFolder: deps.showInFolder,
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

  const startDemo = async () => {
    const { variables, dataDir } = await deps.demo.start();
    const given = readEnvironmentProfile(variables, { needsRelay: true });
    if (!given.ok) throw new ProblemError(refusalProblem(given.error));
    const { address, credentials, customerId, relay, assumptions } = given.value;
    const customer = { id: customerId, name: `Customer ${customerId}` };
    const profile: Profile = { address, credentials, customer, relay, keeping: 'memory-only', assumptions };
    await use(profile, { dataDir, kept: false });
    await inUse.learnCustomerName();
    return current().profile;
  };

  const stopLocking = deps.power.onAway(lock.away);
  const stopListening = deps.power.onResume(() => {
    try {
      inUse.open()?.wake();
    } catch (cause) {
      // Resuming from sleep is not a person's request, so no error is shown. Work that could not be brought forward
      // runs at its scheduled time.
      deps.log('warn', 'power.resume', String(cause));
    }
  });
  const starting = createStartProfile({ deps, store, policy, customerNames, use });
  const begin = async () => {
    await starting.start();
    // Only a managed laptop lacks the customer's name: Connect saves it with the profile.
    if (inUse.open() !== null && isManaged(deps.env)) void inUse.learnCustomerName();
  };
  await begin();
  const forget = async () => {
    starting.forget();
    await leave();
  };
  return {
    handlers: {
      'app.info': async () => ({
        version: deps.version,
        host: deps.host,
        demoOffered: deps.demo.offered,
        secrets: await deps.secrets.keeping(),
      }),
      'app.status': () => ({
        ...readStatus(inUse.open(), starting, network.wantedLogin()),
        access: access.view(),
      }),
      'app.startAgain': async () => {
        await begin();
        return {};
      },
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
      ...managedConnect(
        policy,
        connectCalls({
          checks,
          policy,
          store,
          use,
          reopen,
          leave: forget,
          startDemo,
          signInToProxy: async (proxy, login) => {
            await network.signIn(proxy, login);
            inUse.open()?.wake();
          },
          current: () => current().profile,
          isKept: inUse.isKept,
        }),
        ({ url, token }) => outside.openRelay({ url, token, clock }),
      ),
      ...checklistCalls({
        checklists,
        folder: templateFolder,
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
      ...handOverCalls({
        current,
        saveDialog: deps.saveDialog,
        translate,
        opened,
        mayRestore: () => reaches(access.role(), 'supervisor'),
      }),
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
      ...planningCalls(current),
      ...reviewingCalls(current),
      ...roleCalls(access.pin),
      ...removalCalls(current),
      ...updateCalls({
        service: updating,
        open: inUse.open,
        openDialog: deps.openDialog,
        title: () => translate({ key: 'updates.chooseFile', params: {} }),
        quit: deps.quit,
      }),
      ...queueCalls(current, {
        giveWorkToCar: (...given) => giveWorkToCar(current(), ...given),
        userName: (id) => current().directory.user(id)?.name ?? null,
      }),
    },
    ready: inUse.settled,
    refusal: lock.refusal,
    isLocked: lock.isLocked,
    role: access.role,
    leastByInput: access.leastByInput,
    painted: () => {
      inUse.painted();
      updating.begin();
    },
    openFile: opened.open,
    hasOpenWork: () => {
      const open = inUse.open();
      // While the window is locked, the question would be hidden behind the lock page. Everything is on disk.
      return open !== null && !lock.isLocked() && hasOpenWork(open);
    },
    close: async () => {
      stopListening();
      stopLocking();
      lock.close();
      updating.close();
      await diagnostics.stop();
      await leave();
      await deps.demo.stop();
    },
  };
}
