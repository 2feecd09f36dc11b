import { Button } from '@mantine/core';
import { IconBook, IconCloudUp } from '@tabler/icons-react';
import { useState } from 'react';
import type { ManagedInstruction } from '../../../../shared/domain/office-documents.ts';
import { Confirmation } from '../../../components/Confirmation.tsx';
import { EmptyState, RowsSkeleton } from '../../../components/EmptyState.tsx';
import { useSubject } from '../../../components/instruction-words.ts';
import { ProblemNotice } from '../../../components/ProblemNotice.tsx';
import { Card, Section } from '../../../components/Section.tsx';
import { StateBadge } from '../../../components/StateBadge.tsx';
import { Row, Stack, Text } from '../../../components/layout.tsx';
import { useMutation } from '../../../data/call.ts';
import { useQuery } from '../../../data/lookup.ts';
import { useText } from '../../../i18n/use-text.ts';
import { byBrand, InstructionDialog } from './InstructionDialog.tsx';
import board from '../Board.module.css';

const everything = {} as const;
const topics = ['instructions', 'profile'] as const;

/** The fitting instructions by brand, and the acts that publish and withdraw them. */
export function InstructionsPart() {
  const text = useText();
  const [open, setOpen] = useState<'none' | 'new' | ManagedInstruction>('none');
  const [withdrawing, setWithdrawing] = useState<ManagedInstruction | null>(null);
  const withdraw = useMutation(window.boxwright.instructions.withdraw);
  const { value, problem, refetch } = useQuery(window.boxwright.instructions.list, everything, topics);
  return (
    <div className={board['scroll']}>
      <Stack gap="2">
        <Row align="center" justify="end" gap="2" wrap>
          {value?.canPublish === false && <Text quiet>{text('problems.office-needs-relay.says')}</Text>}
          <Button disabled={value?.canPublish !== true} onClick={() => setOpen('new')}>
            {text('instructions.new')}
          </Button>
        </Row>
        {problem !== null && <ProblemNotice problem={problem} onRetry={refetch} />}
        {(value?.refused ?? []).map(({ id, title, publisher }) => (
          <Card key={id}>
            <Text as="p" role="alert">
              {text('instructions.refused', { title, publisher })}
            </Text>
          </Card>
        ))}
        {value === null && problem === null && <RowsSkeleton rows={5} height={72} />}
        {value?.instructions.length === 0 && (
          <EmptyState icon={IconBook} title={text('instructions.empty')}>
            {text('instructions.emptySays')}
          </EmptyState>
        )}
        {byBrand(value?.instructions ?? []).map(([brand, ofBrand]) => (
          <Section
            key={brand}
            title={brand === '' ? text('instructions.withdrawn') : brand}
            count={ofBrand.length}
          >
            <Stack as="ul" gap="1" plain>
              {ofBrand.map((one) => (
                <li key={one.id}>
                  <InstructionRow
                    instruction={one}
                    onChange={() => setOpen(one)}
                    onWithdraw={() => setWithdrawing(one)}
                  />
                </li>
              ))}
            </Stack>
          </Section>
        ))}
      </Stack>
      {open !== 'none' && (
        <InstructionDialog before={open === 'new' ? null : open} onClose={() => setOpen('none')} />
      )}
      {withdrawing !== null && (
        <Confirmation
          open
          title={text('instructions.withdrawTitle', { title: withdrawing.content?.title ?? '' })}
          says={[text('instructions.withdrawSays')]}
          yes={text('instructions.withdraw')}
          no={text('common.cancel')}
          danger
          calling={withdraw}
          onYes={() => withdraw.run({ id: withdrawing.id, basedOn: withdrawing.version })}
          onClose={() => setWithdrawing(null)}
        />
      )}
    </div>
  );
}

function InstructionRow({
  instruction: { content, version, worker, at, onItsWay, problem },
  onChange,
  onWithdraw,
}: {
  readonly instruction: ManagedInstruction;
  readonly onChange: () => void;
  readonly onWithdraw: () => void;
}) {
  const text = useText();
  const subject = useSubject();
  const title = content?.title ?? text('instructions.withdrawn');
  return (
    <Card>
      <Row align="center" justify="between" gap="2" wrap>
        <Stack gap="half" grow narrow>
          <Text weight="strong" breaks>
            {title}
          </Text>
          {content !== null && (
            <Text size="small" quiet breaks>
              {[
                subject(content),
                ...(content.files.length > 0
                  ? [text('instructions.files', { count: content.files.length })]
                  : []),
              ].join(' · ')}
            </Text>
          )}
          {at !== null && (
            <Text size="caption" quiet>
              {text('instructions.by', { version, worker, at })}
            </Text>
          )}
        </Stack>
        {onItsWay && (
          <StateBadge tone="waiting" icon={IconCloudUp}>
            {text('plan.onItsWay')}
          </StateBadge>
        )}
        {content !== null && (
          <Row gap="1">
            {version > 0 && (
              <Button
                variant="subtle"
                aria-label={text('instructions.withdrawOne', { title })}
                onClick={onWithdraw}
              >
                {text('instructions.withdraw')}
              </Button>
            )}
            <Button variant="default" aria-label={text('plan.changeCar', { car: title })} onClick={onChange}>
              {text('common.change')}
            </Button>
          </Row>
        )}
      </Row>
      {problem !== null && <ProblemNotice problem={problem} />}
    </Card>
  );
}
