import { describe, expect, it, vi } from 'vitest';
import { fileNamed, publishInstruction } from '../../../electron/jobs/instructions/instructions.ts';
import { readInstruction } from '../../../electron/db/tables/queue/workshop.ts';
import type { RelayClient } from '../../../electron/relay/client.ts';
import { instruction, type Instruction } from '../../../shared/relay/office-documents.ts';
import {
  INSTRUCTION_PDF,
  INSTRUCTION_PICTURE,
  writtenContent,
} from '../../instructions/written-instruction.ts';
import { codeOfRejection, problemCodeOf } from '../db/problem-code.ts';
import { placesOfInstructions, type InstructionLaptop } from './laptops.ts';

const titles = ({ shown }: InstructionLaptop) => shown().map(({ content }) => content.title);

describe('a fitting instruction', () => {
  it('comes with its files to a laptop that reads it offline, also after a restart', async () => {
    const { office, bay } = await placesOfInstructions();
    const { files: instructionFiles } = office.open.instructions;
    const picture = await instructionFiles.take('Behind the panel.jpg', INSTRUCTION_PICTURE);
    const pdf = await instructionFiles.take('Manual.pdf', INSTRUCTION_PDF);
    office.publish({ title: 'Transporter', model: 'Transporter', files: [picture, pdf] });
    office.publish({ title: 'Every Volkswagen' });
    office.publish({ title: 'Crafter', model: 'Crafter' });
    bay.open.wake();
    await vi.waitFor(() => {
      bay.open.wake();
      expect(bay.shown()).toMatchObject([
        { match: 'model', worker: 'Jo', content: { files: [{ here: true }, { here: true }] } },
        { match: 'brand' },
      ]);
    });
    expect(office.logged('instruction-published')).toBe(3);
    bay.cut(true);
    const again = await bay.restarted();
    again.cut(true);
    expect(titles(again)).toEqual(['Transporter', 'Every Volkswagen']);
    const files = again.open.instructions.files;
    expect(files.picture(picture)).toBe(`data:image/jpeg;base64,${INSTRUCTION_PICTURE.toString('base64')}`);
    expect(files.copyToOpen(pdf)).toMatch(/Manual\.pdf$/);
    expect(fileNamed(again.open.database, pdf.sha256)).toEqual(pdf);
  });

  it('written offline is brought later; it is replaced by a new version and goes when it is withdrawn', async () => {
    const { office, bay } = await placesOfInstructions();
    office.cut(true);
    const id = office.publish({ title: 'First' });
    expect(office.listed()).toMatchObject([{ version: 1, onItsWay: true }]);
    expect(titles(office)).toEqual(['First']);
    office.publish({ title: 'Second' }, id);
    expect(office.listed()).toMatchObject([{ version: 2, onItsWay: true }]);
    office.cut(false);
    await vi.waitFor(() => expect(office.listed()).toMatchObject([{ version: 2, onItsWay: false }]));
    await vi.waitFor(() => {
      bay.open.wake();
      expect(bay.shown()).toMatchObject([{ version: 2, content: { title: 'Second' } }]);
    });
    office.publish({ title: 'Third' }, id);
    await vi.waitFor(() => {
      bay.open.wake();
      expect(titles(bay)).toEqual(['Third']);
    });
    office.withdraw(id);
    expect(titles(office)).toEqual([]);
    await vi.waitFor(() => {
      bay.open.wake();
      expect(titles(bay)).toEqual([]);
    });
    await vi.waitFor(() => expect(office.listed()).toEqual([]));
    expect(office.logged('instruction-withdrawn')).toBe(1);
  });

  it('stays at the later version that was read before the answer to the earlier one arrived', async () => {
    const late = Promise.withResolvers<void>();
    const { office, laptop } = await placesOfInstructions((client) => ({
      ...client,
      sendInstruction: async (...asked) => {
        const answer = await client.sendInstruction(...asked);
        if (asked[0].basedOn === 0) await late.promise;
        return answer;
      },
    }));
    const other = await laptop('supervisor', 'Second office');
    const id = office.publish({ title: 'First' });
    await vi.waitFor(() => {
      other.open.wake();
      expect(titles(other)).toEqual(['First']);
    });
    other.publish({ title: 'Second' }, id);
    await vi.waitFor(() => {
      office.open.wake();
      expect(readInstruction(office.open.database.sqlite, id)?.body).toContain('"Second"');
    });
    late.resolve();
    await vi.waitFor(() => expect(office.listed()).toMatchObject([{ onItsWay: false }]));
    expect(titles(office)).toEqual(['Second']);
  });

  it('that the relay took while the first page was on its way stays on the laptop that wrote it', async () => {
    const late = Promise.withResolvers<void>();
    /** One for each laptop. */
    const asked: PromiseWithResolvers<void>[] = [];
    const { laptop } = await placesOfInstructions((client) => {
      const page = Promise.withResolvers<void>();
      asked.push(page);
      return {
        ...client,
        instructions: async (query) => {
          const answer = await client.instructions(query);
          page.resolve();
          await late.promise;
          return answer;
        },
      };
    });
    const second = await laptop('supervisor', 'Second office');
    await asked.at(-1)?.promise;
    second.publish({ title: 'Ours' });
    await vi.waitFor(() => expect(second.listed()).toMatchObject([{ version: 1, onItsWay: false }]));
    late.resolve();
    await vi.waitFor(() => expect(second.open.instructions.readAt()).not.toBeNull());
    expect(titles(second)).toEqual(['Ours']);
  });

  it('is not called read completely while the relay has more of them', async () => {
    let hasMore = true;
    const { office, bay } = await placesOfInstructions((client) => ({
      ...client,
      instructions: async (query) => {
        const answer = await client.instructions(query);
        if (!hasMore || !answer.ok || answer.value === null) return answer;
        return { ok: true, value: { ...answer.value, cursor: query.after, upToDate: false } };
      },
    }));
    office.publish({ title: 'First' });
    await vi.waitFor(() => {
      bay.open.wake();
      expect(titles(bay)).toEqual(['First']);
    });
    expect(bay.open.instructions.readAt()).toBe(null);
    hasMore = false;
    await vi.waitFor(() => {
      bay.open.wake();
      expect(bay.open.instructions.readAt()).not.toBe(null);
    });
  });

  it('that is withdrawn takes its files with it', async () => {
    const { office, bay } = await placesOfInstructions();
    const picture = await office.open.instructions.files.take('a.jpg', INSTRUCTION_PICTURE);
    const id = office.publish({ files: [picture] });
    const isHere = ({ open }: InstructionLaptop) => open.instructions.files.has(picture.sha256);
    await vi.waitFor(() => {
      bay.open.wake();
      expect(isHere(bay)).toBe(true);
    });
    office.withdraw(id);
    await vi.waitFor(() => {
      bay.open.wake();
      expect(isHere(bay)).toBe(false);
    });
  });

  it('that was withdrawn and dropped at the relay while a laptop was away goes at its next start', async () => {
    const { office, bay, relay } = await placesOfInstructions();
    const id = office.publish();
    await vi.waitFor(() => {
      bay.open.wake();
      expect(titles(bay)).toHaveLength(1);
    });
    bay.cut(true);
    office.withdraw(id);
    await vi.waitFor(() => expect(office.listed()).toEqual([]));
    await relay.store.deleteWithdrawnBefore(Date.now() + 1, 10);
    const again = await bay.restarted();
    await vi.waitFor(() => expect(titles(again)).toEqual([]));
  });

  it('of two supervisors the first version stays, and the other one is notified', async () => {
    const { office, laptop } = await placesOfInstructions();
    const other = await laptop('supervisor', 'Office 2');
    const id = office.publish({ title: 'First' });
    await vi.waitFor(() => {
      other.open.wake();
      expect(other.listed()).toMatchObject([{ version: 1 }]);
    });
    office.cut(true);
    office.publish({ title: 'Too late' }, id);
    other.publish({ title: 'In time' }, id);
    await vi.waitFor(() => expect(other.listed()).toMatchObject([{ version: 2, onItsWay: false }]));
    office.cut(false);
    await vi.waitFor(() =>
      expect(office.listed()).toMatchObject([
        { version: 2, content: { title: 'In time' }, problem: { code: 'version-stale' } },
      ]),
    );
    office.publish({ title: 'Decided again' }, id);
    await vi.waitFor(() => expect(office.listed()).toMatchObject([{ version: 3, problem: null }]));
  });

  it('is written on no older version, with no file that is not here, and with no file of another type', async () => {
    const { office } = await placesOfInstructions();
    const { jobs, instructions } = office.open;
    const { files: instructionFiles } = instructions;
    const id = office.publish();
    const stale = { id, basedOn: 0, content: writtenContent() };
    expect(problemCodeOf(() => publishInstruction(jobs, instructions, stale))).toBe('version-stale');
    expect(problemCodeOf(() => publishInstruction(jobs, { ...instructions, canPublish: false }, stale))).toBe(
      'office-needs-relay',
    );
    const missing = {
      ...(await instructionFiles.take('a.jpg', INSTRUCTION_PICTURE)),
      sha256: '0'.repeat(64),
    };
    expect(problemCodeOf(() => office.publish({ files: [missing] }))).toBe('not-found');
    for (const bytes of [
      Buffer.from('<script>'),
      Buffer.alloc(0),
      Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-'),
    ]) {
      expect(await codeOfRejection(instructionFiles.take('a.pdf', bytes))).toBe('attached-file-unusable');
    }
  });
});

/** A relay that changes what it hands out. */
const lying =
  (lie: (said: Instruction) => Instruction) =>
  (client: RelayClient): RelayClient => ({
    ...client,
    instructions: async (query) => {
      const answer = await client.instructions(query);
      if (!answer.ok || answer.value === null) return answer;
      const page = answer.value;
      const instructions = page.instructions.map((one) => lie(instruction.parse(one)));
      return { ...answer, value: { ...page, instructions } };
    },
  });

describe('a relay that lies about fitting instructions', () => {
  it.each<readonly [string, (said: Instruction) => Instruction, string]>([
    [
      'other words',
      (said) => ({ ...said, content: writtenContent({ note: 'Cut the red cable.' }) }),
      'wrong',
    ],
    ['no signature', ({ signed: _signed, ...said }) => said, 'missing'],
    ['an old version under a newer number', (said) => ({ ...said, version: said.version + 1 }), 'wrong'],
    ['another author', (said) => ({ ...said, worker: 'Another person' }), 'wrong'],
    ['a withdrawal', (said) => ({ ...said, content: null }), 'wrong'],
  ])('shows none with %s, and says so', async (_what, lie, signature) => {
    const { office, bay } = await placesOfInstructions(lying(lie));
    const id = office.publish();
    await vi.waitFor(() => {
      bay.open.wake();
      expect(bay.open.instructions.refused()).toMatchObject([{ id, publisher: 'Office', signature }]);
    });
    expect(titles(bay)).toEqual([]);
    expect(bay.listed()).toEqual([]);
  });

  it('replaces none that was signed by a forged version, and none by an earlier one', async () => {
    let lie = (said: Instruction): Instruction => said;
    const { office, bay } = await placesOfInstructions(lying((said) => lie(said)));
    const id = office.publish({ title: 'First' });
    let first: Instruction | null = null;
    lie = (said) => {
      first ??= said;
      return said;
    };
    await vi.waitFor(() => {
      bay.open.wake();
      expect(titles(bay)).toEqual(['First']);
    });
    office.publish({ title: 'Second' }, id);
    lie = (said) => ({ ...said, content: writtenContent({ title: 'Forged' }) });
    await vi.waitFor(() => {
      bay.open.wake();
      expect(bay.open.instructions.refused()).toHaveLength(1);
    });
    expect(titles(bay)).toEqual(['First']);
    lie = (said) => said;
    const again = await bay.restarted();
    await vi.waitFor(() => expect(titles(again)).toEqual(['Second']));
    lie = (said) => first ?? said;
    const late = await again.restarted();
    await vi.waitFor(() => expect(late.open.instructions.readAt()).not.toBeNull());
    expect(titles(late)).toEqual(['Second']);
  });
});
