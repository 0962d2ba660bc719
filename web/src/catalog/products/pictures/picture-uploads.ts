import { useState } from 'react';

/** How far a file is: the share that has left, or why it was not taken. */
export type UploadState = { share: number; problem?: undefined } | { share?: undefined; problem: string };
type States = ReadonlyMap<File, UploadState>;

/** How far each of the files is that a form sends in one request: they leave one after the other. */
export function usePictureUploads() {
  const [states, setStates] = useState<States>(new Map());
  return {
    states,
    progress: (files: readonly File[], share: number) => setStates(sharesOf(files, share)),
    /** None of them is on the server. */
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
