import { onTestFinished } from 'vitest';
import {
  publishInstruction,
  withdrawInstruction,
  instructionsOfJob,
  listInstructions,
} from '../../../electron/jobs/instructions/instructions.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import type { RelayClient } from '../../../electron/relay/client.ts';
import { relayError } from '../../../electron/relay/relay-error.ts';
import type { OpenProfile } from '../../../electron/session/open-profile.ts';
import type { InstructionView, ManagedInstruction } from '../../../shared/domain/office-documents.ts';
import type { InstructionId } from '../../../shared/ids.ts';
import type { RelayRole } from '../../../shared/relay/access.ts';
import { err } from '../../../shared/result.ts';
import { writtenContent } from '../../instructions/written-instruction.ts';
import { openLaptop } from '../relay-uploads/laptop.ts';
import { runningRelay, tokenFor } from '../relay/running-relay.ts';
import { tempFolder } from '../relay/temp-folder.ts';
import { CUSTOMER } from '../relay/webhooks.ts';

/** A laptop whose cable to the relay can be pulled, with an installation of a Volkswagen Transporter. */
export interface InstructionLaptop {
  readonly open: OpenProfile;
  readonly cut: (isCut: boolean) => void;
  /** The instructions in the job. */
  readonly shown: () => readonly InstructionView[];
  readonly listed: () => readonly ManagedInstruction[];
  readonly publish: (content?: object, id?: InstructionId | null) => InstructionId;
  readonly withdraw: (id: InstructionId) => void;
  readonly logged: (type: string) => number;
  /** Closes it and opens the same folder. */
  readonly restarted: () => Promise<InstructionLaptop>;
}

/** Of a customer's relay: a supervisor's laptop and one of a crew. */
export async function placesOfInstructions(
  changed: (client: RelayClient) => RelayClient = (client) => client,
) {
  const relay = await runningRelay();
  const laptop = async (role: RelayRole, name: string): Promise<InstructionLaptop> => {
    const { token } = await tokenFor(relay, [CUSTOMER], role, name);
    return openedIn(tempFolder(), relay.url, token, changed);
  };
  const office = await laptop('supervisor', 'Office');
  return { relay, laptop, office, bay: await laptop('installer', 'Munich / Bay 1') };
}

function openedIn(
  dataDir: string,
  relayUrl: string,
  token: string,
  changed: (client: RelayClient) => RelayClient,
): InstructionLaptop {
  let isCut = false;
  const gone = () => Promise.resolve(err(relayError('unreachable', 'the cable is cut')));
  const cable = (client: RelayClient): RelayClient => {
    const own = changed(client);
    return {
      ...own,
      instructions: (query) => (isCut ? gone() : own.instructions(query)),
      attachedFile: (query) => (isCut ? gone() : own.attachedFile(query)),
      sendInstruction: (...asked) => (isCut ? gone() : own.sendInstruction(...asked)),
      putPiece: (query) => (isCut ? gone() : own.putPiece(query)),
      results: (query) => (isCut ? gone() : own.results(query)),
    };
  };
  const open = openLaptop({ dataDir, relayUrl, token }, cable);
  onTestFinished(open.close);
  const { sqlite } = open.database;
  const job = startJob(open.jobs);
  createCar(open.jobs, job, {
    licensePlate: 'M-AB 123',
    vin: '',
    name: '',
    brand: 'Volkswagen',
    model: 'Transporter',
  });
  const listed = () => listInstructions(sqlite);
  const versionOf = (id: InstructionId) => listed().find((one) => one.id === id)?.version ?? 0;
  return {
    open,
    cut: (now) => {
      isCut = now;
      open.wake();
    },
    shown: () => instructionsOfJob(open.database, open.instructions.files, job),
    listed,
    publish: (content = {}, id = null) =>
      publishInstruction(open.jobs, open.instructions, {
        id,
        basedOn: id === null ? 0 : versionOf(id),
        content: writtenContent(content),
      }),
    withdraw: (id) => withdrawInstruction(open.jobs, open.instructions, { id, basedOn: versionOf(id) }),
    logged: (type) =>
      Number(
        sqlite.prepare<[string], number>('SELECT count(*) FROM log_entry WHERE type = ?').pluck().get(type),
      ),
    restarted: async () => {
      await open.close();
      return openedIn(dataDir, relayUrl, token, changed);
    },
  };
}
