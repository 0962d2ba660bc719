/**
 * Passes the first name on at once and collects those that follow during the pause: each is passed on once at its end. Returns
 * whether the name was passed on at once.
 */
export function gathering(
  pass: (names: ReadonlySet<string>) => void,
  pauseMs: number,
): (name: string) => boolean {
  let waiting: Set<string> | undefined;
  const rest = () => {
    const gathered = waiting;
    waiting = undefined;
    if (!gathered || gathered.size === 0) return;
    pass(gathered);
    pause();
  };
  const pause = () => {
    waiting = new Set();
    setTimeout(rest, pauseMs);
  };
  return (name) => {
    if (waiting) {
      waiting.add(name);
      return false;
    }
    pass(new Set([name]));
    pause();
    return true;
  };
}
