import { Button, FileButton, Input } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { UploadedImage } from '../../../ui/form/fields/image-upload.tsx';
import { moved } from '../../../ui/form/reorder.ts';
import { pictureKey } from './picture-key.ts';
import { PictureRow } from './picture-row.tsx';
import type { UploadState } from './picture-uploads.ts';
import classes from './pictures.module.css';

interface PictureEditorProps {
  images: UploadedImage[];
  /** Alternative texts, by picture key. */
  alts: Record<string, string>;
  /** The name of the product, suggested as alternative text. */
  name: string;
  error?: ReactNode;
  /** The upload state of each file. */
  states: ReadonlyMap<File, UploadState>;
  /** The form path of the list. */
  path?: string;
  onChange: (images: UploadedImage[]) => void;
  onAlts: (alts: Record<string, string>) => void;
}

const types = 'image/jpeg,image/png,image/webp,image/avif';
const maxBytes = 10 * 1024 * 1024;
const most = 20;

/** Edits the pictures of a product: choose or drop several at once, and reorder them by dragging or with keys. */
export function PictureEditor(props: PictureEditorProps) {
  const { images, alts, name, error, states, path = 'images', onChange, onAlts } = props;
  const [problems, setProblems] = useState<string[]>([]);
  const [dragged, setDragged] = useState<number>();
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLUListElement>(null);

  function add(files: readonly File[]): void {
    const known = new Set(images.map(pictureKey));
    const fresh = files.filter((file) => !known.has(pictureKey({ file })));
    const good = fresh.filter(
      (file) => types.includes(file.type) && file.type !== '' && file.size <= maxBytes,
    );
    const room = Math.max(0, most - images.length);
    setProblems([
      ...fresh
        .filter((file) => !good.includes(file))
        .map((file) => `${file.name} can't be uploaded. Use JPEG, PNG, WebP or AVIF up to 10 MB`),
      ...(good.length > room ? [`Up to ${most} pictures are allowed. ${good.length - room} skipped`] : []),
    ]);
    if (good.length > 0) onChange([...images, ...good.slice(0, room).map((file) => ({ file }))]);
  }
  function drop(event: DragEvent, at?: number): void {
    event.preventDefault();
    event.stopPropagation();
    if (dragged === undefined) add([...event.dataTransfer.files]);
    else if (at !== undefined) move(dragged, at);
    setDragged(undefined);
  }
  function move(from: number, to: number): void {
    if (from === to || to < 0 || to >= images.length) return;
    onChange(moved(images, from, to));
    setAnnouncement(
      `Picture moved to position ${to + 1} of ${images.length}${to === 0 ? ', now the cover' : ''}`,
    );
    // The focus follows the moved row.
    requestAnimationFrame(() =>
      list.current?.children[to]?.querySelector<HTMLElement>('[data-handle]')?.focus(),
    );
  }

  return (
    <Input.Wrapper
      label="Pictures"
      labelElement="div"
      error={error ?? (problems.length > 0 ? problems.map((one) => <div key={one}>{one}</div>) : undefined)}
      {...(images.length > 1 && {
        description: 'The first picture is the cover. Drag to reorder, or use the arrow keys on a handle.',
      })}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one of several ways to add files */}
      <div
        data-path={path}
        className={classes.box}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <ul ref={list} className={`plain-list grid gap-2 ${classes.rows}`} aria-label="Pictures">
          {images.map((image, at) => (
            <PictureRow
              key={pictureKey(image)}
              image={image}
              at={at}
              count={images.length}
              name={name}
              alt={alts[pictureKey(image)] ?? ''}
              state={image.file && states.get(image.file)}
              isDragged={dragged === at}
              onAlt={(alt) => onAlts({ ...alts, [pictureKey(image)]: alt })}
              onMove={(to) => move(at, to)}
              onRemove={() => onChange(images.filter((other) => other !== image))}
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(undefined)}
              onDrop={(event) => drop(event, at)}
            />
          ))}
        </ul>
        <div className={`row gap-3 ${classes.add}`}>
          <FileButton accept={types} multiple onChange={add}>
            {(button) => (
              <Button {...button} variant="default" size="sm" leftSection={<IconPhotoPlus size={16} />}>
                Add pictures
              </Button>
            )}
          </FileButton>
          <span className={classes.hint}>or drop them here</span>
        </div>
        <span role="status" className="visually-hidden">
          {announcement}
        </span>
      </div>
    </Input.Wrapper>
  );
}
