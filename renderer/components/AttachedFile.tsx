import { Button, Modal, UnstyledButton } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import type { AttachedFile } from '../../shared/relay/attachments.ts';
import { type BridgeFunction, useMutation } from '../data/call.ts';
import { useText } from '../i18n/use-text.ts';
import { ProblemNotice } from './ProblemNotice.tsx';
import { Text } from './layout.tsx';
import classes from './AttachedFile.module.css';

/** A PDF or picture that a person attached: a picture is enlarged by a tap, a PDF is opened by another program. */
export function AttachedFileView({
  file,
  picture,
  onOpen,
}: {
  readonly file: Pick<AttachedFile, 'name' | 'mediaType'>;
  /** A data URL; null while it is read, and for a PDF. */
  readonly picture: string | null;
  readonly onOpen: BridgeFunction<null, object>;
}) {
  return file.mediaType === 'application/pdf' ? (
    <Pdf name={file.name} onOpen={onOpen} />
  ) : (
    <Picture name={file.name} picture={picture} />
  );
}

function Pdf({ name, onOpen }: { readonly name: string; readonly onOpen: BridgeFunction<null, object> }) {
  const text = useText();
  const open = useMutation(onOpen);
  return (
    <>
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFileTypePdf size={20} stroke={1.8} aria-hidden />}
        loading={open.busy}
        onClick={() => void open.run(null)}
      >
        {text('instructions.openFile', { name })}
      </Button>
      {open.problem !== null && <ProblemNotice problem={open.problem} />}
    </>
  );
}

/** Its space is kept while it loads. */
function Picture({ name, picture }: { readonly name: string; readonly picture: string | null }) {
  const text = useText();
  const [large, setLarge] = useState(false);
  return (
    <>
      <Text
        as={UnstyledButton}
        frame
        block
        className={classes['picture']}
        aria-label={text('instructions.enlarge', { name })}
        disabled={picture === null}
        onClick={() => setLarge(true)}
      >
        {picture !== null && <img src={picture} alt="" />}
      </Text>
      <Modal
        opened={large}
        onClose={() => setLarge(false)}
        title={name}
        size={1180}
        closeButtonProps={{ 'aria-label': text('common.close') }}
      >
        {picture !== null && <img className={classes['large']} src={picture} alt={name} />}
      </Modal>
    </>
  );
}
