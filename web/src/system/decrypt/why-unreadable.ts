const parts = 5;

/** What is wrong with a body that could not be opened, as far as its outside tells. */
export function whyUnreadable(sealed: string): string {
  const pieces = sealed.split('.');
  if (pieces.length !== parts || !hasHeader(pieces[0] ?? '')) {
    return 'This is not an encrypted answer: paste the whole body, five parts with points between them.';
  }
  return 'This belongs to another session’s key, or has been damaged: only the browser session that received it can open it.';
}

function hasHeader(piece: string): boolean {
  try {
    const header = JSON.parse(atob(piece.replaceAll('-', '+').replaceAll('_', '/'))) as { enc?: unknown };
    return typeof header.enc === 'string';
  } catch {
    return false;
  }
}
