import type { Scene } from './scene.ts';
import { annotateScene } from './scenes/annotate.ts';
import { batchScene } from './scenes/batch.ts';
import { boxesScene, stockScene } from './scenes/boxes.ts';
import { connectScene } from './scenes/connect.ts';
import { customersScene } from './scenes/customers.ts';
import { bareDirectoryScene, directoryDialogsScene, directoryScene } from './scenes/directory.ts';
import { diagnosticsScene } from './scenes/diagnostics.ts';
import { dayScene } from './scenes/day.ts';
import { faultScene } from './scenes/fault.ts';
import { lockScene } from './scenes/lock.ts';
import { helpScene } from './scenes/help.ts';
import { handOverScene } from './scenes/hand-over.ts';
import { installationScenes } from './scenes/installation.ts';
import { longTextsScene } from './scenes/long-texts.ts';
import { brokenScene, loadingScene } from './scenes/no-answer.ts';
import { officeScene } from './scenes/office.ts';
import { personalDataScene } from './scenes/personal-data.ts';
import { lockedSettingsScene, managedScene } from './scenes/managed.ts';
import { proxyScene } from './scenes/proxy.ts';
import { instructionsScene } from './scenes/instructions.ts';
import { planScene } from './scenes/plan.ts';
import { queueScene, queueWithheldScene } from './scenes/queue.ts';
import { reworkScene } from './scenes/rework.ts';
import { damageFoundScene, notesScene, sendingElsewhereScene, unsavedScene } from './scenes/saved-work.ts';
import { publicationsScene } from './scenes/publications.ts';
import { receivedRemovalScene, untrustedScene } from './scenes/other-laptops.ts';
import { rescueScene } from './scenes/rescue.ts';
import { silentScene, takerScene } from './scenes/rescued.ts';
import { rolesScene } from './scenes/roles.ts';
import { scanningScene } from './scenes/scanning.ts';
import { seriesScene } from './scenes/series.ts';
import { checklistScene, peopleScene, settingsScene } from './scenes/settings.ts';
import { startFailedScene } from './scenes/start-failed.ts';
import { supervisorScene } from './scenes/supervisor.ts';
import { removalScene, swapScene } from './scenes/swap.ts';
import { takenOverScene } from './scenes/taken-over.ts';
import { unprovenScene } from './scenes/unproven.ts';
import { updatesScene } from './scenes/updates.ts';

/** Every screen in every state that is looked at. The longest scenes first: they decide how long all take. */
export const scenes: readonly Scene[] = [
  ...installationScenes,
  seriesScene,
  checklistScene,
  settingsScene,
  peopleScene,
  directoryDialogsScene,
  directoryScene,
  dayScene,
  swapScene,
  connectScene,
  customersScene,
  managedScene,
  lockedSettingsScene,
  proxyScene,
  helpScene,
  loadingScene,
  brokenScene,
  scanningScene,
  annotateScene,
  officeScene,
  planScene,
  instructionsScene,
  publicationsScene,
  supervisorScene,
  queueScene,
  queueWithheldScene,
  reworkScene,
  unprovenScene,
  removalScene,
  longTextsScene,
  batchScene,
  boxesScene,
  stockScene,
  handOverScene,
  takenOverScene,
  rescueScene,
  takerScene,
  silentScene,
  personalDataScene,
  receivedRemovalScene,
  untrustedScene,
  diagnosticsScene,
  updatesScene,
  startFailedScene,
  faultScene,
  notesScene,
  damageFoundScene,
  sendingElsewhereScene,
  unsavedScene,
  lockScene,
  rolesScene,
  bareDirectoryScene,
];
