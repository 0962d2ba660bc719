/** The text typed after a text was sent: all of it if the sent text was changed. */
export const textSince = (sent: string, now: string): string =>
  now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
