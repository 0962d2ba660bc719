import { maxAttachments } from '@aisle/contract/service/support';
import { ActionIcon, Button, CloseButton, FileButton, Tooltip } from '@mantine/core';
import { IconFileTypePdf, IconMail, IconPaperclip, IconPhoto } from '@tabler/icons-react';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { bytesText } from '../../../ui/values/bytes-text.ts';
import classes from './attachments.module.css';

const maxAttachmentBytes = 10 * 1024 * 1024;
const types = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'application/pdf'];

export interface Attachments {
  files: readonly File[];
  problem: string | undefined;
  add: (files: readonly File[]) => void;
  remove: (...files: readonly File[]) => void;
  /** Props for the element that accepts dropped and pasted files. */
  target: {
    onDragOver: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
    onPaste: (event: ClipboardEvent) => void;
  };
}

/** Why a file can't be attached; undefined if it can. */
function attachmentProblem(file: Pick<File, 'name' | 'type' | 'size'>, before: number): string | undefined {
  if (!types.includes(file.type)) return `${file.name} can't be attached. Use JPEG, PNG, WebP, AVIF or PDF`;
  if (file.size > maxAttachmentBytes) return `${file.name} is larger than 10 MB`;
  return before >= maxAttachments ? `Attach up to ${maxAttachments} files` : undefined;
}

/** The attachments of an unsent message: chosen, dropped or pasted files. */
export function useAttachments(): Attachments {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problem, setProblem] = useState<string>();
  function add(added: readonly File[]): void {
    const good: File[] = [];
    let wrong: string | undefined;
    for (const file of added) {
      const why = attachmentProblem(file, files.length + good.length);
      if (why) wrong ??= why;
      else good.push(file);
    }
    setProblem(wrong);
    setFiles([...files, ...good]);
  }
  return {
    files,
    problem,
    add,
    remove: (...gone) => {
      setProblem(undefined);
      setFiles((now) => now.filter((one) => !gone.includes(one)));
    },
    target: {
      onDragOver: (event) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      },
      onDrop: (event) => {
        if (event.dataTransfer.files.length === 0) return;
        event.preventDefault();
        add([...event.dataTransfer.files]);
      },
      onPaste: (event) => {
        // Office programs often add an image of the text to the clipboard.
        if (event.clipboardData.files.length === 0 || event.clipboardData.types.includes('text/plain'))
          return;
        event.preventDefault();
        add([...event.clipboardData.files]);
      },
    },
  };
}

interface AttachButtonProps {
  attachments: Attachments;
  /** Shows the label if there is room. */
  isWide?: boolean;
}
export function AttachButton({ attachments, isWide = false }: AttachButtonProps) {
  const icon = <IconPaperclip size={isWide ? 16 : 20} />;
  return (
    <FileButton multiple accept={types.join(',')} onChange={attachments.add}>
      {(props) =>
        isWide ? (
          <Button {...props} variant="default" size="sm" mt={4} leftSection={icon}>
            Attach files
          </Button>
        ) : (
          <Tooltip label="Attach pictures or PDF">
            <ActionIcon {...props} variant="subtle" color="gray" size={36} aria-label="Attach files">
              {icon}
            </ActionIcon>
          </Tooltip>
        )
      }
    </FileButton>
  );
}

/** The current attachments and any error. */
export function AttachedFiles({ attachments: { files, problem, remove } }: { attachments: Attachments }) {
  return (
    <>
      {files.length > 0 && (
        <ul className="plain-list flex wrap gap-2" aria-label="Attached files">
          {files.map((file) => (
            <li
              key={`${file.name} ${file.lastModified} ${file.size}`}
              className={`inline-row text-sm ${classes.file}`}
            >
              <FileIcon type={file.type} />
              <span className="min-w-0 truncate">{file.name}</span>
              <span className="flex-none secondary">{bytesText(file.size)}</span>
              <CloseButton size="sm" aria-label={`Remove ${file.name}`} onClick={() => remove(file)} />
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <p className="m-0 text-sm bad" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

export function FileIcon({ type }: { type: string }) {
  if (type === 'application/pdf') return <IconFileTypePdf size={16} aria-hidden />;
  if (type === 'message/rfc822') return <IconMail size={16} aria-hidden />;
  return <IconPhoto size={16} aria-hidden />;
}
