/** A count entered here that the server hasn't received yet. */
export interface Pending {
  key: string;
  subProductId: string;
  name: string;
  quantity: number;
}
export interface CountDraft {
  pending: Pending[];
}

/** A later count of the same item replaces the earlier one. */
export const withPending = (pending: readonly Pending[], entry: Pending): Pending[] => [
  ...pending.filter((one) => one.subProductId !== entry.subProductId),
  entry,
];

/** The pending counts after sending some; items counted again in the meantime stay. */
export const withoutSent = (pending: readonly Pending[], sent: readonly Pending[]): Pending[] =>
  pending.filter((one) => !sent.some(({ key }) => key === one.key));
