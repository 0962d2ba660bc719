import type { UploadedImage } from '../../../ui/form/fields/image-upload.tsx';

/** Identifies a picture in a form, stored or not uploaded yet. */
export const pictureKey = ({ picture, file }: UploadedImage): string =>
  picture?._id ?? `${file?.name}:${file?.size}:${file?.lastModified}`;
