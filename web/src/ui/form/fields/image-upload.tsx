import type { Picture } from '@aisle/contract/core/fields';
import { Button, CloseButton, FileButton, Input } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { moved } from '../reorder.ts';
import classes from './image-upload.module.css';

/** An image that is on the server already, or a file to upload with the form. */
export type UploadedImage = { picture: Picture; file?: undefined } | { file: File; picture?: undefined };

interface ImageUploadProps {
  label: string;
  images: UploadedImage[];
  onChange: (images: UploadedImage[]) => void;
  /** Allows several images, of which the first is the cover; otherwise a new image replaces the previous one. */
  many?: boolean;
  error?: ReactNode;
}

const types = 'image/jpeg,image/png,image/webp,image/avif';
const maxBytes = 10 * 1024 * 1024;

/** Images, chosen or dropped as files; dragging or the arrow keys change their order. */
export function ImageUpload({ label, images, onChange, many = false, error }: ImageUploadProps) {
  const [problem, setProblem] = useState<string>();
  const [dragged, setDragged] = useState<number>();

  function add(files: File[]): void {
    const wrong = files.find((file) => !types.includes(file.type) || file.size > maxBytes);
    setProblem(wrong && `${wrong.name} can't be uploaded. Use JPEG, PNG, WebP or AVIF up to 10 MB`);
    const good = files.filter((file) => file !== wrong && types.includes(file.type) && file.size <= maxBytes);
    if (good.length === 0) return;
    const added = good.map((file) => ({ file }));
    onChange(many ? [...images, ...added] : added.slice(0, 1));
  }
  function drop(event: DragEvent, at?: number): void {
    event.preventDefault();
    event.stopPropagation();
    if (dragged === undefined) add([...event.dataTransfer.files]);
    else if (at !== undefined) onChange(moved(images, dragged, at));
    setDragged(undefined);
  }
  function onKey(event: KeyboardEvent, at: number): void {
    const to = event.key === 'ArrowLeft' ? at - 1 : event.key === 'ArrowRight' ? at + 1 : undefined;
    if (!many || to === undefined || to < 0 || to >= images.length) return;
    event.preventDefault();
    onChange(moved(images, at, to));
    const items = event.currentTarget.parentElement?.children;
    requestAnimationFrame(() => (items?.[to] as HTMLElement | undefined)?.focus());
  }

  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      error={error ?? problem}
      {...(many &&
        images.length > 1 && { description: 'The first one is the cover. Drag, or use the arrow keys.' })}
    >
      <ul
        className="plain-list row wrap gap-2 mt-1"
        aria-label={label}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        {images.map((image, at) => (
          <li
            key={image.picture?._id ?? `${image.file?.name}${image.file?.lastModified}${image.file?.size}`}
            className={classes.item}
            tabIndex={many ? 0 : undefined}
            draggable={many}
            data-dragged={dragged === at || undefined}
            onDragStart={() => setDragged(at)}
            onDragEnd={() => setDragged(undefined)}
            onDrop={(event) => drop(event, at)}
            onKeyDown={(event) => onKey(event, at)}
          >
            <Preview image={image} />
            <CloseButton
              className={classes.remove ?? ''}
              size="sm"
              variant="default"
              aria-label={`Remove picture ${at + 1}`}
              onClick={() => onChange(images.filter((other) => other !== image))}
            />
          </li>
        ))}
        <li>
          <FileButton
            accept={types}
            multiple={many}
            onChange={(files) => add(([] as File[]).concat(files ?? []))}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                className={classes.add ?? ''}
                leftSection={<IconPhotoPlus size={16} />}
              >
                {images.length > 0 && !many ? 'Replace' : 'Add'}
              </Button>
            )}
          </FileButton>
        </li>
      </ul>
    </Input.Wrapper>
  );
}

function Preview({ image }: { image: UploadedImage }) {
  const { file, picture } = image;
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!file) return undefined;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return (
    <img className={classes.preview} src={url ?? picture?.small} alt={picture?.alt ?? file?.name ?? ''} />
  );
}
