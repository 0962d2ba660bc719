/** A problem that a person has to fix before the server can start. Printed as one line, without a stack trace. */
export class StartupProblem extends Error {}

/** The system's error in a few words: `permission denied` for EACCES. */
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
