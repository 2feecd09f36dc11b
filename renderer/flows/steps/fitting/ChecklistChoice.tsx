import { Button, Modal } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { useState } from 'react';
import { ChoiceTile, ChoiceTiles } from '../../../components/ChoiceTiles.tsx';
import { useLocalText } from '../../../components/checklist/use-checklist-words.ts';
import { isForKind } from '../../../../shared/domain/checklist-asking.ts';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { useText } from '../../../i18n/use-text.ts';
import { useChecklists } from '../../../data/laptop.ts';
import { useFlow, useJobCall } from '../../flow-context.ts';
import { Row, Stack, Text } from '../../../components/layout.tsx';

/** The name of the job's checklist, and the menu to choose another one. */
export function ChecklistChoice() {
  const text = useText();
  const localText = useLocalText();
  const { job } = useFlow();
  const [asking, setAsking] = useState(false);
  const { template, kept, answers } = job.checklist;
  return (
    <Row gap="1-half" align="center">
      <IconClipboardList data-tone="quiet" size={24} stroke={1.7} aria-hidden />
      <Stack as="p" grow narrow>
        <Text line="body" weight="strong" breaks>
          {localText(template.title)}
        </Text>
        <Text size="small" quiet>
          {text(kept ? 'checklists.choice.version' : 'checklists.choice.suggested', {
            version: template.version,
          })}
        </Text>
      </Stack>
      <Button variant="subtle" onClick={() => setAsking(true)}>
        {text('checklists.choice.other')}
      </Button>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={text('checklists.choice.title')}
        size={560}
      >
        <OtherChecklists answered={Object.keys(answers).length} onDone={() => setAsking(false)} />
      </Modal>
    </Row>
  );
}

function OtherChecklists({ answered, onDone }: { readonly answered: number; readonly onDone: () => void }) {
  const text = useText();
  const localText = useLocalText();
  const { job } = useFlow();
  const { value, problem } = useChecklists();
  const choosing = useJobCall(window.boxwright.jobs.chooseChecklist);
  const [chosen, setChosen] = useState(job.checklist.template.id);
  const choices = (value?.checklists ?? []).filter(({ template }) => isForKind(template, job.kind));
  const same = chosen === job.checklist.template.id;
  const use = async () => {
    if (same) {
      onDone();
      return;
    }
    const answer = await choosing.run({ jobId: job.id, checklist: chosen });
    if (answer.ok) onDone();
  };
  const refused = choosing.problem ?? problem;
  return (
    <Stack gap="2">
      <ChoiceTiles label={text('checklists.choice.title')}>
        {choices.map(({ template }) => (
          <ChoiceTile
            key={template.id}
            name="checklist"
            checked={chosen === template.id}
            onChoose={() => setChosen(template.id)}
          >
            {localText(template.title)}
          </ChoiceTile>
        ))}
      </ChoiceTiles>
      <Text as="p" size="small" quiet>
        {answered > 0 && !same
          ? text('checklists.choice.kept')
          : job.kind === 'installation' && text('checklists.choice.remembered')}
      </Text>
      {refused !== null && <ProblemNotice problem={refused} />}
      <Row gap="1" justify="end" above="3">
        <Button variant="default" onClick={onDone}>
          {text('common.cancel')}
        </Button>
        <Button loading={choosing.busy} onClick={() => void use()}>
          {text('checklists.choice.use')}
        </Button>
      </Row>
    </Stack>
  );
}
