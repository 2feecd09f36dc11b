import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import type { ChecklistTemplate } from '../../../shared/domain/checklist.ts';
import { navigate } from '../../navigation/route.ts';
import { useMutation } from '../../data/call.ts';
import { Confirmation } from '../../components/Confirmation.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useText } from '../../i18n/use-text.ts';

/** Back to an earlier version, out to a file, off the list. */
export function VersionActions({
  saved,
  isOwn,
  versions,
  onTake,
}: {
  readonly saved: ChecklistTemplate;
  /** The workshop made or changed it. */
  readonly isOwn: boolean;
  readonly versions: readonly ChecklistTemplate[];
  readonly onTake: (earlier: ChecklistTemplate) => void;
}) {
  const text = useText();
  const [asking, setAsking] = useState(false);
  const exporting = useMutation(window.boxwright.checklists.export);
  const removing = useMutation(window.boxwright.checklists.remove);
  return (
    <>
      {versions.length > 1 && (
        <Select
          aria-label={text('checklists.editor.earlier')}
          placeholder={text('checklists.editor.earlier')}
          data={versions.map(({ version }, index) => ({
            value: String(index),
            label: text('checklists.editor.version', { version }),
          }))}
          value={null}
          onChange={(index) => {
            const earlier = versions[Number(index)];
            if (index !== null && earlier !== undefined) onTake(earlier);
          }}
        />
      )}
      <Button
        variant="default"
        loading={exporting.busy}
        onClick={() => void exporting.run({ id: saved.id, version: saved.version })}
      >
        {text('checklists.editor.export')}
      </Button>
      {isOwn && (
        <Button variant="subtle" onClick={() => setAsking(true)}>
          {text('checklists.editor.takeOff')}
        </Button>
      )}
      {exporting.problem !== null && <ProblemNotice problem={exporting.problem} />}
      <Confirmation
        open={asking}
        title={text('checklists.editor.takeOffTitle')}
        says={[text('checklists.editor.takeOffSays')]}
        yes={text('checklists.editor.takeOff')}
        no={text('common.cancel')}
        danger
        calling={removing}
        onYes={async () => {
          const answer = await removing.run({ id: saved.id });
          if (answer.ok) navigate({ screen: 'settings' });
          return answer;
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
