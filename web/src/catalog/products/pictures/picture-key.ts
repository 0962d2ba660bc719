import type { UploadedImage } from '../../../ui/form/fields/image-upload.tsx';

/** What tells one picture of a form from the others, whether it is on the server already or a file still. */
export const pictureKey = ({ picture, file }: UploadedImage): string =>
  picture?._id ?? `${file?.name}:${file?.size}:${file?.lastModified}`;
