/** A count that was entered here and has not reached the server yet. */
export interface Pending {
  key: string;
  subProductId: string;
  name: string;
  quantity: number;
}
export interface CountDraft {
  pending: Pending[];
}

/** What was entered later for the same item is what holds. */
export const withPending = (pending: readonly Pending[], entry: Pending): Pending[] => [
  ...pending.filter((one) => one.subProductId !== entry.subProductId),
  entry,
];

/** What is left once some were sent; what was entered again meanwhile stays. */
export const settled = (pending: readonly Pending[], sent: readonly Pending[]): Pending[] =>
  pending.filter((one) => !sent.some(({ key }) => key === one.key));
