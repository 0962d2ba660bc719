const most = 99;

/** A count as a badge has room for. */
export const capped = (count: number): string => (count > most ? `${most}+` : String(count));
