import { useState } from 'react';

/** The upload state of a file: the share already sent, or the reason for its rejection. */
export type UploadState = { share: number; problem?: undefined } | { share?: undefined; problem: string };
type States = ReadonlyMap<File, UploadState>;

/** The upload state of each file in a request; the files are sent one after another. */
export function usePictureUploads() {
  const [states, setStates] = useState<States>(new Map());
  return {
    states,
    progress: (files: readonly File[], share: number) => setStates(sharesOf(files, share)),
    /** A rejected request stores none of its files. */
    refused: (file: File | undefined, problem: string) =>
      setStates(file ? new Map([[file, { problem }]]) : new Map()),
  };
}
export type PictureUploads = ReturnType<typeof usePictureUploads>;

export function sharesOf(files: readonly File[], share: number): States {
  let left = files.reduce((sum, { size }) => sum + size, 0) * share;
  return new Map(
    files.map((file) => {
      const sent = Math.min(file.size, Math.max(0, left));
      left -= file.size;
      return [file, { share: file.size === 0 ? share : sent / file.size }];
    }),
  );
}
