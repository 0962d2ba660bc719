import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { UploadedImage } from '../../../ui/form/fields/image-upload.tsx';
import classes from '../products.module.css';
import { PictureEditor } from './picture-editor.tsx';
import { Preview } from './picture-row.tsx';
import type { UploadState } from './picture-uploads.ts';

interface PictureCellProps {
  name: string;
  images: readonly UploadedImage[];
  isLocked: boolean;
  onOpen: () => void;
}
/** A variant's name with its cover picture; opens its pictures. */
export function PictureCell({ name, images, isLocked, onOpen }: PictureCellProps) {
  const [cover] = images;
  const count = images.length === 1 ? '1 picture' : `${images.length} pictures`;
  return (
    <span className="row gap-2 min-w-0">
      {(cover || !isLocked) && (
        <button
          type="button"
          className={`grid flex-none secondary ${classes.pictureButton}`}
          aria-label={cover ? `${count} of ${name || 'this row'}` : `Add pictures to ${name || 'this row'}`}
          onClick={onOpen}
        >
          {cover ? (
            <Preview image={cover} className={classes.pictureThumb} />
          ) : (
            <IconPhotoPlus size={16} aria-hidden />
          )}
        </button>
      )}
      <span className={classes.pictureName}>{name}</span>
    </span>
  );
}

interface VariantPicturesProps {
  name: string;
  images: UploadedImage[];
  alts: Record<string, string>;
  states: ReadonlyMap<File, UploadState>;
  path: string;
  isLocked: boolean;
  error: ReactNode;
  onChange: (images: UploadedImage[]) => void;
  onAlts: (alts: Record<string, string>) => void;
  onClose: () => void;
}
/** The pictures of one variant, which are saved with the form. */
export function VariantPictures(props: VariantPicturesProps) {
  const { name, isLocked, onClose, ...editor } = props;
  return (
    <Modal opened onClose={onClose} title={`Pictures of ${name || 'this row'}`} size="lg">
      <Stack gap="md">
        {isLocked ? (
          <ul className="plain-list flex wrap gap-2" aria-label="Pictures">
            {editor.images.map((image) => (
              <li key={image.picture?._id ?? image.file?.name}>
                <Preview image={image} />
              </li>
            ))}
          </ul>
        ) : (
          <PictureEditor {...editor} name={name} />
        )}
        <Text size="sm" c="dimmed">
          Without its own picture, it's shown with the product's cover.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
