import { ActionIcon, Button, FileButton } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ChecklistItem } from '../../../shared/domain/checklist.ts';
import { makeProblem, type Problem } from '../../../shared/problem.ts';
import { LARGEST_ATTACHED_FILE } from '../../../shared/relay/attachments.ts';
import { base64Of } from '../../components/files.tsx';
import { Row, Stack, Text } from '../../components/layout.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useMutation } from '../../data/call.ts';
import { useText } from '../../i18n/use-text.ts';

/** The example of an item: a picture or PDF of the correct result. */
export function ExampleField({
  item,
  onChange,
}: {
  readonly item: ChecklistItem;
  readonly onChange: (item: ChecklistItem, field: string | null) => void;
}) {
  const text = useText();
  const label = useId();
  const [unusable, setUnusable] = useState<Problem | null>(null);
  const keep = useMutation(window.boxwright.checklists.keepExample);
  // The template may change while the file is being read.
  const now = useRef({ item, onChange });
  useEffect(() => {
    now.current = { item, onChange };
  }, [item, onChange]);
  const { example: _before, ...others } = item;
  const choose = async (file: File | null) => {
    if (file === null) return;
    const tooLarge = file.size > LARGEST_ATTACHED_FILE;
    setUnusable(tooLarge ? makeProblem('attached-file-unusable') : null);
    if (tooLarge) return;
    const kept = await keep.run({ name: file.name, bytes: await base64Of(file) });
    if (kept.ok) now.current.onChange({ ...now.current.item, example: kept.value }, null);
  };
  const problem = unusable ?? keep.problem;
  return (
    <Stack gap="half" role="group" aria-labelledby={label}>
      <Text id={label} size="small" weight="strong">
        {text('checklists.example.label')}
      </Text>
      {item.example !== undefined && (
        <Row align="center" justify="between" gap="1">
          <Text breaks>{item.example.name}</Text>
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={text('checklists.example.remove', { name: item.example.name })}
            onClick={() => onChange(others, null)}
          >
            <IconX size={20} stroke={2} aria-hidden />
          </ActionIcon>
        </Row>
      )}
      <FileButton
        accept="application/pdf,image/jpeg,image/png,image/webp"
        onChange={(file) => void choose(file)}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconPaperclip size={20} stroke={1.8} aria-hidden />}
            loading={keep.busy}
          >
            {text('checklists.example.choose')}
          </Button>
        )}
      </FileButton>
      <Text size="small" quiet>
        {text('checklists.example.says')}
      </Text>
      {problem !== null && <ProblemNotice problem={problem} />}
    </Stack>
  );
}
