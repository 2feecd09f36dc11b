import { Button, Modal, UnstyledButton } from '@mantine/core';
import { IconFileTypePdf, IconFile, IconFolderOpen } from '@tabler/icons-react';
import { useState } from 'react';
import type { AttachedFile } from '../../shared/relay/attachments.ts';
import type { ShownFile } from '../../shared/ipc/messages.ts';
import { type BridgeFunction, useMutation } from '../data/call.ts';
import { useText } from '../i18n/use-text.ts';
import { ProblemNotice } from './ProblemNotice.tsx';
import { Text, Row } from './layout.tsx';
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

const acts = [
  { how: 'file', label: 'common.openFile', Icon: IconFile },
  { how: 'folder', label: 'common.openFolder', Icon: IconFolderOpen },
] as const;

/** Opens a file that was saved, or its folder. */
export function SavedFile({ onShow }: { readonly onShow: (how: ShownFile['how']) => void }) {
  const text = useText();
  return (
    <Row gap="1" wrap>
      {acts.map(({ how, label, Icon }) => (
        <Button
          key={how}
          variant="default"
          leftSection={<Icon size={20} stroke={1.8} aria-hidden />}
          onClick={() => onShow(how)}
        >
          {text(label)}
        </Button>
      ))}
    </Row>
  );
}

/** A file's bytes in base64, encoded by the browser off the main thread. Rejects when the file cannot be read. */
export async function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const address = typeof reader.result === 'string' ? reader.result : '';
      resolve(address.slice(address.indexOf(',') + 1));
    });
    reader.addEventListener('error', () => reject(new Error('the file cannot be read')));
    reader.readAsDataURL(file);
  });
}
