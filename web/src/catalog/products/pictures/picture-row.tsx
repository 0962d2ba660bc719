import { ActionIcon, Progress, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, useEffect, useState } from 'react';
import type { UploadedImage } from '../../../ui/form/fields/image-upload.tsx';
import { RemoveButton } from '../../../ui/form/remove-button.tsx';
import { bytesText } from '../../../ui/values/bytes-text.ts';
import type { UploadState } from './picture-uploads.ts';
import classes from './pictures.module.css';

interface PictureRowProps {
  image: UploadedImage;
  at: number;
  count: number;
  name: string;
  alt: string;
  state: UploadState | undefined;
  isDragged: boolean;
  onAlt: (alt: string) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onDragStart: () => void;
  onDragEnd: () => void;
  onDrop: (event: DragEvent) => void;
}

/** One picture with its drag handle, alternative text and upload state. */
export function PictureRow(props: PictureRowProps) {
  const { image, at, count, name, alt, state, isDragged, onAlt, onMove, onRemove } = props;
  function onKey(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      Home: 0,
      End: count - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(to);
  }
  return (
    <li
      className={`card row gap-3 ${classes.row}`}
      draggable={count > 1}
      data-dragged={isDragged || undefined}
      onDragStart={props.onDragStart}
      onDragEnd={props.onDragEnd}
      onDrop={props.onDrop}
    >
      {count > 1 && (
        <button
          type="button"
          data-handle
          className={classes.handle}
          aria-label={`Picture ${at + 1} of ${count}. Use the arrow keys to move it`}
          onKeyDown={onKey}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
      )}
      <Preview image={image} />
      <div className="grid gap-1 grow min-w-0">
        <TextInput
          aria-label={`Alt text of picture ${at + 1}`}
          placeholder={name ? `Alt text, such as ${name}` : 'Alt text'}
          maxLength={200}
          dir="auto"
          value={alt}
          onChange={(event) => onAlt(event.currentTarget.value)}
        />
        <PictureState image={image} isCover={at === 0} state={state} />
      </div>
      <div className={`flex flex-none ${classes.tools}`}>
        {count > 1 && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Move picture ${at + 1} up`}
              disabled={at === 0}
              onClick={() => onMove(at - 1)}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Move picture ${at + 1} down`}
              disabled={at === count - 1}
              onClick={() => onMove(at + 1)}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
          </>
        )}
        <RemoveButton size="md" label={`Remove picture ${at + 1}`} onClick={onRemove} />
      </div>
    </li>
  );
}

interface StateProps {
  image: UploadedImage;
  isCover: boolean;
  state: UploadState | undefined;
}
function PictureState({ image, isCover, state }: StateProps) {
  if (state?.problem) {
    return (
      <span className="text-xs bad break-anywhere" role="alert">
        {state.problem}
      </span>
    );
  }
  const share = state?.share;
  const isOnItsWay = share !== undefined && share < 1;
  const cover = isCover ? 'Cover' : '';
  const file = image.file;
  const how = !file
    ? ''
    : share === 1
      ? 'Uploaded'
      : isOnItsWay
        ? `Uploading, ${Math.round(share * 100)}%`
        : `${bytesText(file.size)}, uploaded when you save`;
  return (
    <>
      {isOnItsWay && (
        <Progress value={share * 100} size="xs" color="teal" aria-label={`Uploading ${file?.name}`} />
      )}
      <span className={classes.state}>{[cover, how].filter(Boolean).join(' · ')}</span>
    </>
  );
}

/** Previews a picture in a form, stored or not uploaded yet. */
export function Preview({ image, className }: { image: UploadedImage; className?: string | undefined }) {
  const { file, picture } = image;
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <img
      className={className ?? classes.preview}
      src={url ?? picture?.small}
      alt={picture?.alt ?? file?.name ?? ''}
    />
  );
}
