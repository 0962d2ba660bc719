/** What was typed after a text was sent: all of it when what was sent was changed. */
export const textSince = (sent: string, now: string): string =>
  now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
