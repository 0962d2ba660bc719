/** Something a person has to put right before the server can start: printed as one line, without a stack. */
export class StartupProblem extends Error {}

/** The system's error as few words: `permission denied` for EACCES. */
export function systemReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const known: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'it is read-only',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'part of the path is a file',
    ENOENT: 'no folder can be made there',
    EEXIST: 'there is a file of that name',
  };
  return known[code ?? ''] ?? message;
}
