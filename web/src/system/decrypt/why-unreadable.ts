const parts = 5;

/** Explains why a body couldn't be decrypted, judging by its format. */
export function unreadableReason(sealed: string): string {
  const pieces = sealed.split('.');
  if (pieces.length !== parts || !hasHeader(pieces[0] ?? '')) {
    return "This isn't an encrypted response. Paste the whole body, with five parts separated by dots.";
  }
  return 'This was encrypted for another session or is damaged. Only the session that received it can decrypt it.';
}

function hasHeader(piece: string): boolean {
  try {
    const header = JSON.parse(atob(piece.replaceAll('-', '+').replaceAll('_', '/'))) as { enc?: unknown };
    return typeof header.enc === 'string';
  } catch {
    return false;
  }
}
