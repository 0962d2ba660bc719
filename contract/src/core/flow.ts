/** A state machine as data: the statuses that each status can change to, and who can take each step. */
export type Flow<Status extends string, Step> = Readonly<
  Record<Status, Readonly<Partial<Record<Status, Step>>>>
>;

/** The statuses that `from` leads to, in the order of the table. */
export const targetsOf = <Status extends string, Step>(flow: Flow<Status, Step>, from: Status): Status[] =>
  Object.keys(flow[from]) as Status[];
