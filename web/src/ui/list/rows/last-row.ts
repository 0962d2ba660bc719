import { onSessionEnd } from '../../../core/session/session.ts';

/** The row that had the focus when a list was left, for the way back to it. */
let last: { pathname: string; id: string } | undefined;
onSessionEnd(() => {
  last = undefined;
});

export function rememberRow(pathname: string, id: string): void {
  last = { pathname, id };
}
/** Once: another visit of the list begins at its top. */
export function takeRow(pathname: string): string | undefined {
  const id = last?.pathname === pathname ? last.id : undefined;
  last = undefined;
  return id;
}
