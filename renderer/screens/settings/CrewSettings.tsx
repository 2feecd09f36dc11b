import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Confirmation } from '../../components/Confirmation.tsx';
import { FormDialog } from '../../components/FormDialog.tsx';
import { May } from '../../components/May.tsx';
import { Card, Section } from '../../components/Section.tsx';
import { Text } from '../../components/layout.tsx';
import { ProblemNotice } from '../../components/ProblemNotice.tsx';
import { useLatest, useMutation } from '../../data/call.ts';
import { useQuery } from '../../data/lookup.ts';
import { useMay } from '../../data/status.ts';
import { useText } from '../../i18n/use-text.ts';
import { SettingRow } from './SettingRow.tsx';

const nothing = {};
const topics = ['status', 'profile'] as const;
type Asking = 'enter' | 'make' | 'leave' | null;

/** The key by which laptops of one crew can continue each other's jobs. */
export function CrewSettings() {
  const text = useText();
  const hasKey = useQuery(window.boxwright.rescue.status, nothing, topics).value?.hasKey ?? null;
  const showing = useMutation(window.boxwright.rescue.showKey);
  const making = useMutation(window.boxwright.rescue.makeKey);
  const leaving = useMutation(window.boxwright.rescue.leaveCrew);
  const [asking, setAsking] = useState<Asking>(null);
  const [shown, setShown] = useState<string | null>(null);
  const latest = useLatest();
  const may = useMay();
  // A raised role ends by itself, and the key must not stay in view for the next person.
  if (shown !== null && !may('rescue.showKey')) setShown(null);
  if (hasKey === null) return null;
  const close = () => setAsking(null);
  const button = (label: string, act: () => void) => (
    <Button variant="default" onClick={act}>
      {label}
    </Button>
  );
  const make = async () => {
    const isLatest = latest.begin();
    const answer = await making.run({});
    if (answer.ok && isLatest()) setShown(answer.value.key);
    return answer;
  };
  const show = async () => {
    const isLatest = latest.begin();
    const answer = await showing.run({});
    if (answer.ok && isLatest()) setShown(answer.value.key);
  };
  const hide = () => {
    latest.overtake();
    setShown(null);
  };
  const leave = async () => {
    const answer = await leaving.run({});
    if (answer.ok) hide();
    return answer;
  };
  return (
    <Section title={text('crew.title')}>
      <Card padded={false}>
        <SettingRow label={text('crew.label')} says={text(hasKey ? 'crew.in' : 'crew.out')}>
          {!hasKey && button(text('crew.enter'), () => setAsking('enter'))}
          {hasKey && <May ask="rescue.showKey">{button(text('crew.show'), () => void show())}</May>}
          <May ask="rescue.makeKey">
            {button(text(hasKey ? 'crew.replace' : 'crew.make'), () =>
              hasKey ? setAsking('make') : void make(),
            )}
          </May>
          {hasKey && <May ask="rescue.leaveCrew">{button(text('crew.leave'), () => setAsking('leave'))}</May>}
        </SettingRow>
        {shown !== null && (
          <SettingRow label={text('crew.key')} says={text('crew.keySays')}>
            <Text mono weight="strong">
              {shown}
            </Text>
            {button(text('crew.hide'), hide)}
          </SettingRow>
        )}
      </Card>
      {showing.problem !== null && <ProblemNotice problem={showing.problem} />}
      {asking === 'enter' && <EnterKey onClose={close} />}
      <Confirmation
        open={asking === 'make'}
        danger
        title={text('crew.replace')}
        says={[text('crew.replaceSays')]}
        yes={text('crew.replace')}
        no={text('common.cancel')}
        calling={making}
        onYes={make}
        onClose={close}
      />
      <Confirmation
        open={asking === 'leave'}
        danger
        title={text('crew.leave')}
        says={[text('crew.leaveSays')]}
        yes={text('crew.leave')}
        no={text('common.cancel')}
        calling={leaving}
        onYes={leave}
        onClose={close}
      />
    </Section>
  );
}

/** Types the key that another laptop of the crew shows. */
function EnterKey({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const entering = useMutation(window.boxwright.rescue.enterKey);
  const [key, setKey] = useState('');
  const enter = async () => {
    if ((await entering.run({ key })).ok) onClose();
  };
  return (
    <FormDialog
      title={text('crew.enter')}
      says={text('crew.enterSays')}
      act={text('crew.enterAct')}
      calling={entering}
      ready={key.trim() !== ''}
      onSubmit={enter}
      onClose={onClose}
    >
      <TextInput
        label={text('crew.key')}
        value={key}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
