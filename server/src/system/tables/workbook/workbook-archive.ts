import { Archive, isFileError } from '../archive.ts';
import { lockedWorkbook, unreadable } from '../text-encoding.ts';

export const damaged = () =>
  unreadable('This Excel file is damaged. Open it in a spreadsheet app and save it again');

/** The parts of a workbook. */
export const openWorkbook = (path: string): Promise<Archive> =>
  Archive.open(path, {
    maxParts: 5000,
    // A real workbook with 100,000 rows has 200 MiB.
    maxRead: 512 * 1024 * 1024,
    damaged,
    locked: lockedWorkbook,
    tooLarge: () => unreadable('This Excel file is too large. Split it into smaller files'),
    tooMany: (parts) => unreadable(`This Excel file has too many parts (${parts})`),
  });

/** Errors of the ZIP and XML readers are about the file. */
export const asDamaged = (error: unknown): unknown => (isFileError(error) ? damaged() : error);
