/** Returns a copy of the list with one entry moved. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const next = [...list];
  const [entry] = next.splice(from, 1);
  if (entry !== undefined) next.splice(to, 0, entry);
  return next;
}
