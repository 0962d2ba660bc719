/** A life as data: from each status the statuses it may go to, with who may take the step. */
export type Flow<Status extends string, Step> = Readonly<
  Record<Status, Readonly<Partial<Record<Status, Step>>>>
>;

/** The statuses that `from` leads to, in the order written. */
export const targetsOf = <Status extends string, Step>(flow: Flow<Status, Step>, from: Status): Status[] =>
  Object.keys(flow[from]) as Status[];
