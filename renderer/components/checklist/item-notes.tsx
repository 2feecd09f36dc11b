import { IconPhotoOff, IconShieldExclamation } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { AttachedFile } from '../../../shared/relay/attachments.ts';
import type { ForcedMark, ChecklistAnswer } from '../../../shared/domain/checklist.ts';
import { useQuery } from '../../data/lookup.ts';
import { useText } from '../../i18n/use-text.ts';
import { AttachedFileView } from '../files.tsx';
import { Row, Stack, Text } from '../layout.tsx';
import { ProblemNotice } from '../ProblemNotice.tsx';
import { StateBadge } from '../StateBadge.tsx';
import classes from './Checklist.module.css';

// The workshop's folder is re-read with the checklists; files of a publication arrive after it.
const topics = ['checklists', 'publication', 'profile'] as const;

/** The picture or PDF of how an item should look. */
export function Example({ file }: { readonly file: AttachedFile }) {
  const text = useText();
  const question = useMemo(() => ({ file }), [file]);
  const { value, problem, refetch } = useQuery(window.boxwright.checklists.example, question, topics);
  return (
    <Stack
      as="figure"
      gap="half"
      above="1"
      className={classes['example']}
      aria-label={text('checklists.example.title')}
    >
      {problem !== null && <ProblemNotice problem={problem} tone="attention" onRetry={refetch} />}
      {problem === null && value?.here !== false && (
        <>
          <Text as="figcaption" size="small" quiet>
            {text('checklists.example.title')}
          </Text>
          <AttachedFileView
            file={file}
            picture={value?.picture ?? null}
            onOpen={() => window.boxwright.checklists.openExample({ file })}
          />
        </>
      )}
      {problem === null && value?.here === false && (
        <Stack gap="1">
          <Row>
            <StateBadge tone="waiting" icon={IconPhotoOff}>
              {text('checklists.example.notYet')}
            </StateBadge>
          </Row>
          <Text as="p" size="small" breaks>
            {text(value.awaited ? 'checklists.example.awaited' : 'checklists.example.notHere', {
              name: file.name,
            })}
          </Text>
        </Stack>
      )}
    </Stack>
  );
}

/** The mark of an answer that was forced, with its reason. */
export function ForcedLine({ mark }: { readonly mark: ForcedMark }) {
  const text = useText();
  return (
    <Row as="p" gap="1" size="small" breaks above="1-half" className={classes['forced']}>
      <IconShieldExclamation data-tone="attention" size={20} stroke={1.9} aria-hidden />
      <span>
        <strong>
          {text(mark.severity === 'critical' ? 'checklists.force.recorded' : 'checklists.force.mark')}
        </strong>{' '}
        {mark.reason}
        <Text quiet block>
          {mark.worker === ''
            ? text('checklists.force.at', { at: mark.at })
            : text('checklists.force.by', { worker: mark.worker, at: mark.at })}
        </Text>
      </span>
    </Row>
  );
}

/** The mark of the current answer; null where it was not forced, or was corrected since. */
export function currentMark(
  forced: readonly ForcedMark[],
  template: string,
  item: string,
  answer: ChecklistAnswer | undefined,
): ForcedMark | null {
  const mark = forced.findLast((other) => other.template === template && other.item === item);
  return mark !== undefined && mark.value === answer ? mark : null;
}
